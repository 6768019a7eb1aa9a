"""The gateway of a host: lets known fronts on other machines in over TLS, and passes their visitors on to the host.

It is a process of its own, so that neither a flood of strangers nor a handshake ever keeps the tables waiting.
"""

import asyncio
import contextlib
import logging
import socket
import ssl
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from protocol.codec import Codec
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.framing import SERVER_LIMIT, write_frame
from protocol.language import sentence
from protocol.sentences import goodbye
from server.fronts.addresses import address_key
from server.fronts.allow_list import ALLOWED_KEYS, AllowList
from server.fronts.remote.arrivals import Arrivals
from server.fronts.remote.certificate import Certificate
from server.fronts.remote.files import FileWatch
from server.fronts.remote.front_line import FrontLine
from server.fronts.remote.known_fronts import KnownFront, KnownFronts
from server.fronts.remote.line import LineReader, NotNow, write_message
from server.fronts.remote.relay import LocalPipe, relay
from server.fronts.remote.stream import LINE, SESSION, TlsStream, server_context
from server.fronts.socket_options import AT_ONCE, PATIENT, tell_kernel
from server.fronts.unix_sockets import is_listening
from server.host.terms import PASSPORT_LIMIT, Passport, read_passport, write_passport
from server.metrics.figures import Sample, sample

_log = logging.getLogger(__name__)

HANDSHAKE_SECONDS: Final = 8.0
"""Seconds that a handshake may take."""

PASSPORT_SECONDS: Final = 5.0
"""Seconds within which a front has to send the passport of a visitor."""

LOOK_SECONDS: Final = 1.0
"""Seconds between two looks at the list of fronts."""

_PAUSE: Final = 0.1


class Gateway:
    """Lets fronts in that are on the list, and their visitors to the host."""

    def __init__(self, data: Path, own: Certificate, host_socket: Path, codec: Codec) -> None:
        """Begin with nobody.

        Args:
            data: the data directory, with the list of fronts and what fronts have to know.
            own: the certificate of the host.
            host_socket: where the host listens for fronts.
            codec: the words of the protocol.

        Raises:
            FrontFault: the list cannot be read.
        """
        self._data = data
        self._own = own
        self._codec = codec
        self._host_socket = host_socket
        self._known = KnownFronts(data)
        self._known.load()
        self._allowed = AllowList(data / ALLOWED_KEYS)
        self._context = self._new_context()
        self._arrivals = Arrivals(asyncio.get_running_loop().time())
        self._lines: dict[str, FrontLine] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._refused: Counter[str] = Counter()
        self.visitors_of_one = 512
        """Visitors of one front at once."""
        self.closed = False
        """True if only those on the allow-list get in."""

    def configure(self, visitors: int, *, closed: bool) -> None:
        """Take over how many visitors a front may bring, and whether only those on the allow-list get in."""
        self.visitors_of_one, self.closed = visitors, closed
        if closed:
            for line in self._lines.values():
                line.cut_unless(self._allowed.holds)

    def samples(self, process: str) -> list[Sample]:
        """Return which fronts are connected with how many visitors, and who was refused, as figures of this process."""
        refused = sorted(self._refused.items())
        return [
            *(sample("chwech_remote_visitors", len(line), front=name) for name, line in sorted(self._lines.items())),
            *(sample("chwech_remote_refused_total", n, process=process, reason=reason) for reason, n in refused),
        ]

    async def serve(self, listeners: Sequence[socket.socket]) -> None:
        """Accept connections on bound, non-blocking sockets until cancelled; then all of them end."""
        working = [
            asyncio.create_task(self._keep_looking()),
            *(asyncio.create_task(self._accept(one)) for one in listeners),
        ]
        try:
            await asyncio.gather(*working)
        finally:
            for task in (*working, *self._tasks):
                task.cancel()
            await asyncio.gather(*working, *self._tasks, return_exceptions=True)

    async def _accept(self, listener: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, peer = await loop.sock_accept(listener)
            except OSError as problem:
                # Such as too many open files.
                _log.warning("no connection of a front can be accepted: %s", problem.strerror)
                await asyncio.sleep(_PAUSE)
                continue
            self._arrive(connection, address_key(peer))

    def _arrive(self, connection: socket.socket, address: str) -> None:
        if not self._arrivals.lets_in(address, asyncio.get_running_loop().time()):
            self._refused["rate"] += 1
            connection.close()
            return
        connection.settimeout(0)
        tell_kernel(connection, (*PATIENT, AT_ONCE))
        task = asyncio.create_task(self._meet(connection, address))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _meet(self, connection: socket.socket, address: str) -> None:
        """Serve a connection until it ends."""
        with contextlib.closing(TlsStream(connection, self._context, server_side=True)) as stream:
            try:
                await self._shake_hands(stream, address)
                front = self._known.of(stream.peer)
                if front is not None:
                    self._arrivals.know(address)
                    await self._serve_front(front, stream, address)
            except ssl.SSLError as problem:
                self._refused["tls"] += 1
                _log.info("%s is no front that gets in: %s", address, problem.reason)
            except (OSError, RemoteProtocolError) as problem:
                _log.info("a connection of %s has ended: %s", address, problem or type(problem).__name__)

    async def _shake_hands(self, stream: TlsStream, address: str) -> None:
        with self._arrivals.shaking_hands(address):
            async with asyncio.timeout(HANDSHAKE_SECONDS):
                await stream.handshake()

    async def _serve_front(self, front: KnownFront, stream: TlsStream, address: str) -> None:
        match stream.protocol:
            case protocol if protocol == LINE:
                await self._hold_line(front, stream, address)
            case protocol if protocol == SESSION:
                await self._let_in(front, stream)
            case _:
                _log.warning("the front %s runs another version of Chwech", front.name)

    # The line of a front

    async def _hold_line(self, front: KnownFront, stream: TlsStream, address: str) -> None:
        if not is_listening(self._host_socket):
            await stream.send(write_message(NotNow()))
            return
        if front.name in self._lines:
            # It has lost the old line, perhaps before this side could know.
            await self._lines[front.name].cut()
        line = self._lines[front.name] = FrontLine(front, stream)
        _log.info("the front %s has connected from %s", front.name, address)
        try:
            await line.hold(FileWatch(self._data, self._copied))
        finally:
            if self._lines.get(front.name) is line:
                del self._lines[front.name]
            await line.end_visits()
            _log.info("the front %s is gone", front.name)

    def _copied(self, name: str) -> bool:
        """Return True if the fronts need a file: the allow-list only while it is in force."""
        return name != ALLOWED_KEYS or self.closed

    # The visitors of a front

    async def _let_in(self, front: KnownFront, stream: TlsStream) -> None:
        line = self._lines.get(front.name)
        if line is None or len(line) >= self.visitors_of_one:
            self._refused["visitors"] += 1
            return
        reader = LineReader(stream, PASSPORT_LIMIT)
        async with asyncio.timeout(PASSPORT_SECONDS):
            passport = read_passport(await reader.frame())
        if self.closed and not self._allowed.holds(passport.key):
            await stream.send(self._farewell())
            return
        await line.visit(passport.key, self._pass_on(stream, passport, reader.rest, line))

    async def _pass_on(self, stream: TlsStream, passport: Passport, more: bytes, line: FrontLine) -> None:
        """Connect a visitor to the host."""
        try:
            reader, writer = await asyncio.open_unix_connection(self._host_socket)
        except OSError:
            line.say(NotNow())
            return
        with contextlib.closing(LocalPipe(reader, writer)) as host:
            # The host reads what this process has read, in its own words.
            await host.send(write_passport(passport) + more)
            await relay(stream, host)

    def _farewell(self) -> bytes:
        """Return the frame that a visitor reads who is not on the allow-list."""
        text = sentence("only invited people get in here, by SSH")
        return write_frame(self._codec.encode_server(goodbye(ErrorCode.KEY_NEEDED.value, text)), SERVER_LIMIT)

    # The list of fronts

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if self._known.look():
                self._context = self._new_context()
                await self._cut_strangers()

    async def _cut_strangers(self) -> None:
        """Cut off the fronts that are not on the list any more."""
        for line in tuple(self._lines.values()):
            if self._known.of(line.front.der) is None:
                _log.warning("the front %s is not on the list any more: it is cut off", line.front.name)
                await line.cut()

    def _new_context(self) -> ssl.SSLContext:
        return server_context(self._own, b"".join(front.der for front in self._known.listed))
