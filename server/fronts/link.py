"""The link between the machines of one store: each connection to a machine that stands by is passed on to the host.

It is TLS of which both ends show, and trust, one certificate that lies in the database: whoever cannot read that gets
not one byte past the handshake. Behind it a connection is as one of a front of the host's own machine.
"""

import asyncio
import contextlib
import logging
import select
import socket
import ssl
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from server.fronts.byte_stream import ByteStream, DoorReader, DoorWriter
from server.fronts.door import ARRIVALS, WRITE_BUFFER, end
from server.fronts.peers import PATIENT, address_key, tell_kernel
from server.host.limits import Headcount, Rate, TokenBuckets
from server.host.terms import Passport, write_passport

_log = logging.getLogger(__name__)

HANDSHAKE_SECONDS: Final = 5.0

HANDSHAKES: Final = 64
"""Handshakes at once with a machine that has been here."""

HANDSHAKES_OF_STRANGERS: Final = 16
"""Handshakes at once with all others together."""

TRIES_OF_STRANGER: Final = Rate(0.5, 10.0)
"""Connections from an address from which no machine of ours has come."""

RELAYED: Final = 8192
"""The most connections that one machine passes on."""

LINGER: Final = 1.0
"""Seconds that the host has for its last answers to a visitor who sends no more, but may still read."""

PATIENCE: Final = 30.0
"""Seconds that a receiver may accept no data."""

CHUNK: Final = 16 * 1024

_REMEMBERED: Final = 256

# RFC 5280, 4.1.2.5: a certificate without an end. Some small machines start with a clock that is years behind.
_FROM: Final = datetime(2000, 1, 1, tzinfo=UTC)
_UNTIL: Final = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


class LinkTrust(NamedTuple):
    """How either end of the link proves who it is, and knows the other."""

    listening: ssl.SSLContext
    calling: ssl.SSLContext


def link_trust(pem: bytes) -> LinkTrust:
    """Return the trust that a key with its certificate gives.

    Raises:
        ValueError: they are damaged.
    """
    try:
        return LinkTrust(_context(ssl.PROTOCOL_TLS_SERVER, pem), _context(ssl.PROTOCOL_TLS_CLIENT, pem))
    except (ssl.SSLError, UnicodeDecodeError) as problem:
        raise ValueError(f"the key of the link between machines is damaged: {problem}") from problem


def _context(side: int, pem: bytes) -> ssl.SSLContext:
    context = ssl.SSLContext(side)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_REQUIRED
    # Only a file can be loaded.
    with tempfile.NamedTemporaryFile() as file:
        file.write(pem)
        file.flush()
        context.load_cert_chain(file.name)
    text = pem.decode()
    context.load_verify_locations(cadata=text[max(0, text.find(ssl.PEM_HEADER)) :])
    return context


def new_host_key() -> bytes:
    """Return a new key by which people know all machines, in the form that ssh-keygen writes."""
    # Loaded for a first start alone.
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    return Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption())


def new_link_key() -> bytes:
    """Return a new P-256 key and its certificate, as PEM."""
    # Loaded for the first start of all machines alone.
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    nobody = x509.Name([])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(nobody)
        .issuer_name(nobody)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_FROM)
        .not_valid_after(_UNTIL)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return secret + certificate.public_bytes(serialization.Encoding.PEM)


class LinkStream(ByteStream):
    """One end of a connection over the link: TLS cannot end one direction alone."""

    __slots__ = ()

    def eof_received(self) -> bool:
        """Note that nothing more comes, and let the connection end."""
        super().eof_received()
        return False


class LinkDoor:
    """Lets in the machines that stand by, at the host."""

    def __init__(self, trust: LinkTrust, serve: Callable[[DoorReader, DoorWriter], Coroutine[Any, Any, None]]) -> None:
        """Serve each connection by this, once its other end has shown the certificate."""
        self._trust = trust
        self._serve = serve
        self._known: dict[str, None] = {}
        self._shaking = Headcount()
        self._strangers = Headcount()
        self._tries = TokenBuckets(TRIES_OF_STRANGER)
        self._tasks: set[asyncio.Task[None]] = set()

    async def accept(self, listener: socket.socket) -> None:
        """Accept connections until cancelled."""
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
        count = self._shaking if address in self._known else self._strangers
        if not self._has_room(address):
            connection.close()
            return
        tell_kernel(connection, PATIENT)
        with count.counted(address), contextlib.suppress(OSError):
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: LinkStream(self._serve),
                connection,
                ssl=self._trust.listening,
                ssl_handshake_timeout=HANDSHAKE_SECONDS,
            )
            self._known[address] = None
            if len(self._known) > _REMEMBERED:
                del self._known[next(iter(self._known))]

    def _has_room(self, address: str) -> bool:
        if address in self._known:
            return self._shaking[address] < HANDSHAKES
        now = asyncio.get_running_loop().time()
        return self._strangers.total < HANDSHAKES_OF_STRANGERS and self._tries.take(address, 1.0, now)


class Relays:
    """Passes connections on to the host, as long as this machine stands by."""

    def __init__(self, trust: LinkTrust) -> None:
        """Begin without a host."""
        self.host = ""
        """Where the link of the host is, as ``HOST:PORT``; empty while there is none."""

        self._there = asyncio.Event()

        self._trust = trust
        self._running: dict[asyncio.Task[Any], str] = {}
        self._arrivals = TokenBuckets(ARRIVALS)
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

    async def pass_on(self, reader: DoorReader, writer: DoorWriter, first: bytes = b"") -> None:
        """Pass a connection on to the host until one of them ends it; ``first`` comes before all that is said."""
        task = asyncio.current_task()
        assert task is not None
        try:
            if len(self._running) < RELAYED:
                self._running[task] = ""
                async with asyncio.timeout(HANDSHAKE_SECONDS):
                    await self._there.wait()
                self._running[task] = self.host
                far = await self._reach(*_place(self.host))
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

    def at(self, door: str) -> "RelayDoor":
        """Return what passes on the connections of a door that has no passport of its own."""
        return RelayDoor(self, door)

    def arrives_often(self, address: str) -> bool:
        """Return True if an address comes too often to be passed on."""
        return not self._arrivals.take(address, 1.0, asyncio.get_running_loop().time())

    async def _reach(self, host: str, port: int) -> LinkStream:
        try:
            async with self._dialling, asyncio.timeout(HANDSHAKE_SECONDS):
                _, stream = await asyncio.get_running_loop().create_connection(
                    LinkStream, host, port, ssl=self._trust.calling
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


class RelayDoor:
    """Passes on connections that bring no passport: by TCP, by the Unix socket, or from the owner of a machine."""

    def __init__(self, relays: Relays, door: str) -> None:
        self._relays = relays
        self._door = door

    async def let_in(self, reader: DoorReader, writer: DoorWriter) -> None:
        """Pass a connection on, with whence it comes."""
        whence = self.whence(writer)
        if not whence or self._relays.arrives_often(whence):
            await end(reader, writer)
        else:
            await self._relays.pass_on(reader, writer, write_passport(Passport(address=whence, door=self._door)))

    def whence(self, writer: DoorWriter) -> str:
        """Return from which address somebody comes."""
        return address_key(writer.get_extra_info("peername"))


def _place(host: str) -> tuple[str, int]:
    name, _, port = host.rpartition(":")
    return name.strip("[]"), int(port)


async def _carry(reader: DoorReader, writer: DoorWriter, far: LinkStream) -> None:
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


async def _pass(reader: DoorReader, writer: DoorWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(CHUNK):
            writer.write(data)
            async with asyncio.timeout(PATIENCE):
                await writer.drain()


def _has_gone(writer: DoorWriter) -> bool:
    """Return True if a visitor reads no more, either; of one who comes by TCP the kernel does not know."""
    polled = select.poll()
    polled.register(writer.get_extra_info("socket").fileno(), 0)
    return bool(polled.poll(0))


@contextlib.asynccontextmanager
async def listening_link(door: LinkDoor, listeners: list[socket.socket]) -> AsyncIterator[None]:
    """Let machines in while the context lasts."""
    tasks = [asyncio.create_task(door.accept(listener)) for listener in listeners]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
