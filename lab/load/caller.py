"""One person at a terminal on the other side of an SSH connection, and the connection to the server."""

import asyncio
import re
import socket
import time
from typing import Final

import asyncssh

from protocol.text import clean_text

PATIENCE: Final = 60.0  # Seconds that anything may take.
_SEEN: Final = 20_000  # Bytes of what was drawn last that are kept.
_SCREEN_LEFT: Final = b"\x1b[?1049l"  # Leaves the screen of a program; what comes behind it stays on the terminal.

_ESCAPES: Final = re.compile(rb"\x1b(?:\][^\x07]*\x07|\[[0-9;?>=]*[A-Za-z]|.)")

_ERROR_NUMBER: Final = re.compile(r" \(error \d+\)$")  # What asyncssh adds to the words of a server.
_WORDS: Final = 500  # Bytes of a few words, with the escapes in them; a screen has more.


class TurnedAway(ConnectionError):
    """The server lets someone not in, or refuses what they ask; the text says why."""


async def connect(host: str, port: int, key: asyncssh.SSHKey, address: str = "") -> asyncssh.SSHClientConnection:
    """Connect to the SSH door of a server, from an address of this machine if one is named.

    Raises:
        TurnedAway: the server lets nobody more in from there.
        OSError: nothing answers.
        asyncssh.Error: what answers is no such server.
    """
    connection = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        async with asyncio.timeout(PATIENCE):
            connection.settimeout(0)
            if address:
                connection.bind((address, 0))
            await asyncio.get_running_loop().sock_connect(connection, (host, port))
            return await asyncssh.connect(
                sock=connection,
                username="chwech",
                client_keys=[key],
                known_hosts=None,
                config=None,
                agent_path=None,
            )
    except BaseException as problem:
        connection.close()
        if isinstance(problem, asyncssh.DisconnectError):
            raise TurnedAway(clean_text(_ERROR_NUMBER.sub("", problem.reason), cells=120)) from problem
        raise


class Caller(asyncssh.SSHClientSession[bytes]):
    """A session that counts what it sees and measures how long it takes."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self.received = 0
        self.pressed = 0
        self.ended = False
        self._tail = b""
        self._first: float | None = None
        self._news = asyncio.Event()
        self._connection: asyncssh.SSHClientConnection | None = None
        self._channel: asyncssh.SSHClientChannel[bytes] | None = None

    @classmethod
    async def call(
        cls, address: str, port: int, key: asyncssh.SSHKey, command: str | None = None, *, host: str = "127.0.0.1"
    ) -> "Caller":
        """Connect from an address of this machine's own, any if it is empty, and ask for a terminal of 100 by 30."""
        connection = await connect(host, port, key, address)
        caller = cls()
        caller._channel, _ = await connection.create_session(
            lambda: caller,
            command,
            term_type="xterm-256color",
            term_size=(100, 30),
            encoding=None,
            env={"LANG": "C.UTF-8"},
        )
        caller._connection = connection
        return caller

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """See what is drawn."""
        if self._first is None:
            self._first = time.perf_counter()
        self.received += len(data)
        self._tail = (self._tail + data)[-_SEEN:]
        self._news.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """Note the end."""
        self.ended = True
        self._news.set()

    async def until(self, *words: bytes) -> None:
        """Wait until some of these words have been drawn.

        Raises:
            ConnectionResetError: the session has ended first.
        """
        async with asyncio.timeout(PATIENCE):
            while not any(one in self._tail for one in words):
                if self.ended:
                    raise ConnectionResetError(self.farewell)
                self._news.clear()
                await self._news.wait()

    async def quiet(self, seconds: float) -> None:
        """Wait until nothing has been drawn for some time."""
        async with asyncio.timeout(PATIENCE):
            while await self._hears(seconds):
                continue

    async def _hears(self, seconds: float) -> bool:
        """Say whether something is drawn within some time."""
        self._news.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            return False
        return True

    @property
    def farewell(self) -> str:
        """What the server has said in the end, below its last screen."""
        said = self._tail.rpartition(_SCREEN_LEFT)[2]
        if said == self._tail and self.received > _WORDS:
            # It has ended in the middle of a screen, or of nothing but one.
            return "the session has ended"
        below = _ESCAPES.sub(b" ", said)
        return clean_text(" ".join(below.decode(errors="replace").split()), cells=120) or "the session has ended"

    def type(self, keys: bytes) -> None:
        """Type, and wait for nothing.

        Raises:
            ConnectionResetError: the session has ended.
        """
        assert self._channel is not None
        if self._channel.is_closing():
            raise ConnectionResetError(self.farewell)
        self._channel.write(keys)

    def resize(self, size: tuple[int, int]) -> None:
        """Change the size of the terminal, in columns and lines."""
        assert self._channel is not None
        self._channel.change_terminal_size(*size)

    async def press(self, keys: bytes) -> float:
        """Type, and give the seconds until the screen began to change.

        Raises:
            ConnectionResetError: the session has ended first.
        """
        self._first = None
        self._news.clear()
        self.pressed += 1
        begun = time.perf_counter()
        self.type(keys)
        async with asyncio.timeout(PATIENCE):
            await self._news.wait()
        if self.ended or self._first is None:
            raise ConnectionResetError(self.farewell)
        return self._first - begun

    async def ask(self, keys: bytes, *words: bytes) -> float:
        """Type, and give the seconds until some of these words were drawn after it."""
        self._tail = b""
        begun = time.perf_counter()
        self.type(keys)
        await self.until(*words)
        return time.perf_counter() - begun

    def drop(self) -> None:
        """Lose the line, without a word."""
        assert self._connection is not None
        self._connection.abort()

    async def hang_up(self) -> None:
        """End the connection."""
        assert self._connection is not None
        self._connection.close()
        await self._connection.wait_closed()
