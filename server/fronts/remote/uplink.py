"""The uplink of a front machine: the line to a host on another machine, and a connection there for each visitor.

To the fronts of this machine it looks like the host: a Unix socket at which passports come in. While the host cannot be
reached there is no such socket, so that they say so, and try again.
"""

import asyncio
import contextlib
import logging
import random
import socket
import ssl
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from protocol.errors import RemoteProtocolError
from server.fronts.fault import FrontFault
from server.fronts.remote.certificate import Certificate, fingerprint
from server.fronts.remote.files import keep_file
from server.fronts.remote.host_address import HostAddress
from server.fronts.remote.host_pin import HostPin
from server.fronts.remote.line import HOST_LIMIT, SILENT_SECONDS, Beat, HostFile, LineReader, keep_beating, read_message
from server.fronts.remote.relay import LocalPipe, relay
from server.fronts.remote.stream import LINE, SESSION, TlsStream, client_context
from server.fronts.socket_options import AT_ONCE, PATIENT, tell_kernel
from server.fronts.unix_sockets import listening_unix, shut_out_mark
from server.recovery import RECOVERED

_log = logging.getLogger(__name__)

DIAL_SECONDS: Final = 6.0
"""Seconds that a connection and its handshake may take."""

DIALS: Final = 16
"""Connections that are made at once; a gateway takes no more from one address."""

VISITORS: Final = 4096
"""Visitors of this machine at once."""

SHORTEST_PAUSE: Final = 0.25
"""Seconds before the second attempt to reach the host; doubled with each further one."""

LONGEST_PAUSE: Final = 5.0

UNKNOWN: Final = frozenset({
    "TLSV1_ALERT_UNKNOWN_CA", "TLSV13_ALERT_CERTIFICATE_REQUIRED", "TLSV1_ALERT_ACCESS_DENIED",
    "SSLV3_ALERT_BAD_CERTIFICATE", "SSLV3_ALERT_CERTIFICATE_UNKNOWN",
})  # fmt: skip
"""The alerts of a host that does not know a front."""

NO_TLS: Final = frozenset({"WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "HTTP_REQUEST"})
"""What is found wrong where something else than TLS is spoken."""


class Uplink:
    """Keeps a host within reach of the fronts of this machine."""

    def __init__(
        self,
        data: Path,
        addresses: Sequence[HostAddress],
        own: Certificate,
        path: Path,
        *,
        name: str,
        chance: Callable[[], float] = random.random,
    ) -> None:
        """Begin out of reach.

        Args:
            data: the data directory of the front machine.
            addresses: where the host listens for fronts, or each node of a cluster, of which one is enough.
            own: the certificate of the front machine.
            path: the Unix socket for the fronts of this machine.
            name: what this machine calls itself, for the command that its operator copies.
            chance: returns a random number from 0 up to 1.

        Raises:
            FrontFault: the fingerprint that was kept cannot be read.
        """
        self._data = data
        self._own = own
        self._pins = tuple(HostPin(data, address) for address in addresses)
        self._turn = 0
        self._path = path
        self._mark = shut_out_mark(path)
        self._name = name
        self._chance = chance
        self._contexts = {protocol: client_context(own, protocol) for protocol in (LINE, SESSION)}
        self._dials = asyncio.Semaphore(DIALS)
        self._visits: set[asyncio.Task[None]] = set()
        self._unkept: dict[str, HostFile] = {}
        self._cannot_keep = False
        self.connected = False
        """True while the host is within reach."""

    @property
    def visitors(self) -> int:
        """The number of connections for visitors."""
        return len(self._visits)

    @property
    def _pin(self) -> HostPin:
        """The fingerprint of the host whose turn it is."""
        return self._pins[self._turn % len(self._pins)]

    @property
    def _address(self) -> HostAddress:
        return self._pin.address

    async def keep(self) -> None:
        """Keep the line to a host, and whenever it is cut make one to the next that answers, until cancelled."""
        try:
            await self._keep()
        finally:
            self._unmark()

    async def _keep(self) -> None:
        attempt = 0
        while True:
            try:
                await self._hold_line()
            except (OSError, RemoteProtocolError, FrontFault) as problem:
                self._note(problem)
                _log.warning("%s", self._explained(problem))
            finally:
                held, self.connected = self.connected, False
                await self._end_visits()
            attempt = 0 if held else attempt + 1
            self._turn += 1
            await asyncio.sleep(pause(attempt // len(self._pins), self._chance()))

    async def let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Connect a visitor of this machine to the host until either side ends."""
        with contextlib.closing(LocalPipe(reader, writer)) as visitor:
            if not self.connected or len(self._visits) >= VISITORS:
                return
            task = asyncio.create_task(self._pass_on(visitor))
            self._visits.add(task)
            try:
                await asyncio.wait([task])
            finally:
                task.cancel()
                self._visits.discard(task)

    async def _pass_on(self, visitor: LocalPipe) -> None:
        try:
            async with self._dials:
                stream = await self._dial(SESSION)
            with contextlib.closing(stream):
                await relay(visitor, stream)
        except (OSError, FrontFault) as problem:
            _log.info("a visitor cannot be connected to the host: %s", problem or type(problem).__name__)

    # The line

    async def _hold_line(self) -> None:
        async with contextlib.AsyncExitStack() as closing:
            stream = closing.enter_context(contextlib.closing(await self._dial(LINE)))
            listening = asyncio.create_task(self._listen(stream, closing))
            beating = asyncio.create_task(keep_beating(stream))
            try:
                await asyncio.wait((listening, beating), return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in (listening, beating):
                    task.cancel()
                listened, _ = await asyncio.gather(listening, beating, return_exceptions=True)
            if isinstance(listened, Exception):
                raise listened
        raise ConnectionResetError("the line is broken")

    async def _listen(self, stream: TlsStream, closing: contextlib.AsyncExitStack) -> None:
        reader = LineReader(stream, HOST_LIMIT)
        while True:
            async with asyncio.timeout(SILENT_SECONDS):
                message = read_message(await reader.frame())
            match message:
                case HostFile():
                    self._unkept[message.name] = message
                    self._keep_files()
                case Beat():
                    self._keep_files()
                    if not self.connected:
                        await closing.enter_async_context(listening_unix(self, self._path))
                        self._unmark()
                        self.connected = True
                        _log.warning("the host at %s is within reach", self._address, extra=RECOVERED)
                case _:
                    raise ConnectionRefusedError("the game server there is starting again")

    def _keep_files(self) -> None:
        """Write the files that have come; one that cannot be written waits for the next beat, and the old one holds."""
        try:
            for name, file in tuple(self._unkept.items()):
                keep_file(self._data, file)
                del self._unkept[name]
        except OSError as problem:
            self._cannot_keep = True
            _log.warning("the files of the host cannot be written here: %s", problem.strerror or problem)
            return
        if self._cannot_keep:
            self._cannot_keep = False
            _log.warning("the files of the host are written here again", extra=RECOVERED)

    async def _dial(self, protocol: str) -> TlsStream:
        """Return a connection to the host, which has shown the key that is expected.

        Raises:
            FrontFault: it has shown another one, or speaks another version.
            OSError: it cannot be reached.
        """
        async with asyncio.timeout(DIAL_SECONDS):
            stream = TlsStream(await self._connect(), self._contexts[protocol], server_side=False)
            try:
                await stream.handshake()
                self._check(stream, protocol)
            except BaseException:
                stream.close()
                raise
        return stream

    def _check(self, stream: TlsStream, protocol: str) -> None:
        shown = fingerprint(stream.peer)
        if self._pin.check(shown):
            _log.warning("the key of the host at %s is %s: it is kept, and no other is accepted", self._address, shown)
        if stream.protocol != protocol:
            raise FrontFault(f"the host at {self._address} runs another version of Chwech")

    async def _connect(self) -> socket.socket:
        loop = asyncio.get_running_loop()
        places = await loop.getaddrinfo(self._address.host, self._address.port, type=socket.SOCK_STREAM)
        for number, (family, kind, way, _, place) in enumerate(places, 1):
            connection = socket.socket(family, kind, way)
            connection.settimeout(0)
            tell_kernel(connection, (*PATIENT, AT_ONCE))
            try:
                await loop.sock_connect(connection, place)
            except OSError:
                connection.close()
                if number == len(places):
                    raise
            except BaseException:
                connection.close()
                raise
            else:
                return connection
        raise ConnectionRefusedError(f"{self._address.host} has no address")

    async def _end_visits(self) -> None:
        visits = tuple(self._visits)
        for task in visits:
            task.cancel()
        await asyncio.gather(*visits, return_exceptions=True)

    def _note(self, problem: Exception) -> None:
        """Let the fronts of this machine know whether the host does not let it in, and visitors hear that from them."""
        if not _is_shut_out(problem):
            self._unmark()
            return
        with contextlib.suppress(OSError):
            self._mark.touch(0o600)

    def _unmark(self) -> None:
        with contextlib.suppress(OSError):
            self._mark.unlink(missing_ok=True)

    def _explained(self, problem: Exception) -> str:
        if isinstance(problem, FrontFault | RemoteProtocolError):
            return str(problem)
        if _is_shut_out(problem):
            return (
                f"the host at {self._address} does not know this machine yet; let its operator run this there: "
                f"chwech fronts add {self._name} {self._own.text}"
            )
        if isinstance(problem, ssl.SSLError) and problem.reason in NO_TLS:
            return (
                f"what listens at {self._address} does not speak TLS: is it the port of fronts-listen? chwech fronts "
                "shows the right line on the machine of the host; it is tried again"
            )
        why = (
            "it does not answer" if isinstance(problem, TimeoutError) else getattr(problem, "strerror", None) or problem
        )
        return f"the host at {self._address} cannot be reached: {why}; it is tried again"


def _is_shut_out(problem: Exception) -> bool:
    return isinstance(problem, ssl.SSLError) and problem.reason in UNKNOWN


def pause(attempt: int, chance: float) -> float:
    """Return the seconds before another attempt: more with each, and random, so that not all come at once."""
    return min(LONGEST_PAUSE, SHORTEST_PAUSE * 2.0 ** min(attempt, 10)) * (0.5 + chance / 2)
