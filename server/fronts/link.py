"""The link between the machines of one store: each connection to a machine that stands by is passed on to the host.

It is TLS in which both ends show and trust one certificate that lies in the database: a peer that cannot read it gets
not one byte past the handshake. Behind it a connection is as one of a front of the host's own machine.
"""

import asyncio
import contextlib
import logging
import select
import socket
import ssl
import tempfile
from collections.abc import AsyncIterator, Iterable
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from protocol.aio import ByteStream, Serve
from server.fronts.door import ARRIVALS, WRITE_BUFFER, end
from server.fronts.peers import PATIENT, address_key, tell_kernel
from server.host.limits import Headcount, Rate, TokenBuckets
from server.host.terms import Passport, write_passport

_log = logging.getLogger(__name__)

HANDSHAKE_SECONDS: Final = 5.0

HANDSHAKES: Final = 64  # Handshakes at once with a machine that has been here.
HANDSHAKES_OF_STRANGERS: Final = 16  # Handshakes at once with all others together.
TRIES_OF_STRANGER: Final = Rate(0.5, 10.0)  # Connections from an address from which no machine of ours has come.
RELAYED: Final = 8192  # The most connections that one machine passes on.

LINGER: Final = 1.0
"""Seconds that the host has for its last answers to a visitor who sends no more, but may still read."""

PATIENCE: Final = 30.0  # Seconds that a receiver may accept no data.

CHUNK: Final = 16 * 1024


class LinkTrust(NamedTuple):
    """How either end of the link proves who it is, and knows the other."""

    listening: ssl.SSLContext
    calling: ssl.SSLContext


def link_trust(pem: bytes) -> LinkTrust:
    """Return the trust that a key with its certificate gives; raise ``ValueError`` if they are damaged."""
    contexts = []
    try:
        # Only a file can be loaded.
        with tempfile.NamedTemporaryFile() as file:
            file.write(pem)
            file.flush()
            for side in (ssl.PROTOCOL_TLS_SERVER, ssl.PROTOCOL_TLS_CLIENT):
                context = ssl.SSLContext(side)
                context.minimum_version = ssl.TLSVersion.TLSv1_3
                context.check_hostname = False
                context.verify_mode = ssl.CERT_REQUIRED
                context.load_cert_chain(file.name)
                context.load_verify_locations(file.name)
                contexts.append(context)
    except ssl.SSLError as problem:
        raise ValueError(f"the key of the link between machines is damaged: {problem}") from problem
    return LinkTrust(*contexts)


def new_key(*, certified: bool = False) -> bytes:
    """Return a new key by which people know all machines; a certified one is that by which machines know each other."""
    # Loaded for the first start of all machines alone.
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key, nobody = Ed25519PrivateKey.generate(), x509.Name([])
    if not certified:
        return key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption())
    # RFC 5280, 4.1.2.5: a certificate without an end. Some small machines start with a clock that is years behind.
    time = datetime(2000, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
    made = x509.CertificateBuilder(nobody, nobody, key.public_key(), x509.random_serial_number(), *time).sign(key, None)
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return secret + made.public_bytes(Encoding.PEM)


class LinkDoor:
    """Lets in the machines that stand by, at the host."""

    def __init__(self, trust: LinkTrust, serve: Serve) -> None:
        """Serve each connection by this, once its other end has shown the certificate."""
        self._trust = trust
        self._serve = serve
        self._known: set[str] = set()  # From which addresses machines of ours have come.

        self._shaking = Headcount()
        self._tries = TokenBuckets(TRIES_OF_STRANGER)
        self._tasks: set[asyncio.Task[None]] = set()

    @contextlib.asynccontextmanager
    async def listening(self, listeners: Iterable[socket.socket]) -> AsyncIterator[None]:
        """Let machines in while the context lasts."""
        tasks = [asyncio.create_task(self._accept(listener)) for listener in listeners]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _accept(self, listener: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, address = await loop.sock_accept(listener)
            except OSError as problem:
                # As long as there are too many open files, nobody can be let in.
                _log.warning("no machine can be let in: %s", problem.strerror)
                await asyncio.sleep(HANDSHAKE_SECONDS)
                continue
            task = loop.create_task(self._shake_hands(connection, str(address[0])))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _shake_hands(self, connection: socket.socket, address: str) -> None:
        loop, known = asyncio.get_running_loop(), address in self._known
        who, most = (address, HANDSHAKES) if known else ("", HANDSHAKES_OF_STRANGERS)
        if self._shaking[who] >= most or not (known or self._tries.take(address, 1.0, loop.time())):
            connection.close()
            return
        tell_kernel(connection, PATIENT)
        with self._shaking.counted(who), contextlib.suppress(OSError):
            await loop.connect_accepted_socket(
                lambda: ByteStream(self._serve),
                connection,
                ssl=self._trust.listening,
                ssl_handshake_timeout=HANDSHAKE_SECONDS,
            )
            self._known.add(address)


class Relays:
    """Passes connections on to the host, as long as this machine stands by."""

    def __init__(self, trust: LinkTrust) -> None:
        """Begin without a host."""
        self.host = ""  # Where the link of the host is, as ``HOST:PORT``; empty while there is none.

        self._there = asyncio.Event()
        self._trust = trust
        self._running: dict[asyncio.Task[Any], str] = {}
        self.arrivals = TokenBuckets(ARRIVALS)
        self._dialling = asyncio.Semaphore(HANDSHAKES // 2)
        self._complained = ""

    def lead_to(self, host: str) -> None:
        """Pass connections on to this host from now on; those to another one end."""
        self.host = host
        if host:
            self._there.set()
        else:
            self._there.clear()
        for task, where in tuple(self._running.items()):
            if where not in ("", host):
                task.cancel()

    def close(self) -> None:
        """End all connections."""
        for task in self._running:
            task.cancel()

    async def let_in(self, reader: ByteStream, writer: ByteStream, first: bytes = b"") -> None:
        """Pass a connection on to the host until one of them ends it; ``first``, or what a front says, tells whence."""
        task = asyncio.current_task()
        assert task is not None
        try:
            if len(self._running) < RELAYED:
                self._running[task] = ""
                async with asyncio.timeout(HANDSHAKE_SECONDS):
                    await self._there.wait()
                self._running[task] = self.host
                far = await self._reach()
                try:
                    far.write(first)
                    await _carry(reader, writer, far)
                finally:
                    far.transport.abort()
        except (OSError, EOFError) as problem:
            _log.debug("a connection is not passed on any more: %s", problem)
        finally:
            self._running.pop(task, None)
            await end(reader, writer)

    async def _reach(self) -> ByteStream:
        host, _, port = self.host.rpartition(":")
        try:
            async with self._dialling, asyncio.timeout(HANDSHAKE_SECONDS):
                _, stream = await asyncio.get_running_loop().create_connection(
                    ByteStream, host.strip("[]"), int(port), ssl=self._trust.calling
                )
        except OSError as problem:
            if self._complained != self.host:
                self._complained = self.host
                said = str(problem) or "no answer"
                _log.error("the host at %s cannot be reached: %s; let this machine through to it", self.host, said)
            raise
        self._complained = ""
        tell_kernel(stream.get_extra_info("socket"), PATIENT)
        stream.transport.set_write_buffer_limits(high=WRITE_BUFFER)
        return stream


class RelayDoor(NamedTuple):
    """Passes on connections that bring no passport: by TCP, or by the Unix socket."""

    relays: Relays
    door: str

    async def let_in(self, reader: ByteStream, writer: ByteStream) -> None:
        """Pass a connection on, unless its address comes too often."""
        whence, now = address_key(writer.get_extra_info("peername")), asyncio.get_running_loop().time()
        if self.relays.arrivals.take(whence, 1.0, now):
            await self.relays.let_in(reader, writer, write_passport(Passport(address=whence, door=self.door)))
        else:
            await end(reader, writer)


async def _carry(reader: ByteStream, writer: ByteStream, far: ByteStream) -> None:
    """Carry bytes between a visitor and the host until the host ends, or the visitor has gone."""
    down, *_up = tasks = [asyncio.create_task(_pass(*way)) for way in ((far, writer), (reader, far))]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if not (down.done() or _has_gone(writer)):
            await asyncio.wait([down], timeout=LINGER)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _pass(reader: ByteStream, writer: ByteStream) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(CHUNK):
            writer.write(data)
            async with asyncio.timeout(PATIENCE):
                await writer.drain()


def _has_gone(writer: ByteStream) -> bool:
    """Return True if a visitor reads no more, either; of one who comes by TCP the kernel does not know."""
    polled = select.poll()
    polled.register(writer.get_extra_info("socket").fileno(), 0)
    return bool(polled.poll(0))
