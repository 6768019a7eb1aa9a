"""One person at a terminal of 100 by 30 on the other side of an SSH connection."""

import asyncio
import time
from typing import Final

import asyncssh

PATIENCE: Final = 60.0
"""Seconds that anything may take."""


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
    async def call(cls, address: str, port: int, key: asyncssh.SSHKey, command: str | None = None) -> "Caller":
        """Connect from an address of this machine's own, and ask for a terminal."""
        connection = await asyncssh.connect(
            "127.0.0.1",
            port,
            username="chwech",
            client_keys=[key],
            known_hosts=None,
            config=None,
            local_addr=(address, 0),
            agent_path=None,
        )
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
        self._tail = (self._tail + data)[-20_000:]
        self._news.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """Note the end."""
        self.ended = True
        self._news.set()

    async def until(self, words: bytes) -> None:
        """Wait until some words have been drawn."""
        async with asyncio.timeout(PATIENCE):
            while words not in self._tail:
                assert not self.ended, f"the session ended: {self._tail[-500:]!r}"
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

    def type(self, keys: bytes) -> None:
        """Type, and wait for nothing."""
        assert self._channel is not None
        self._channel.write(keys)

    def resize(self, size: tuple[int, int]) -> None:
        """Change the size of the terminal, in columns and lines."""
        assert self._channel is not None
        self._channel.change_terminal_size(*size)

    async def press(self, keys: bytes) -> float:
        """Type, and give the seconds until the screen began to change."""
        self._first = None
        self._news.clear()
        self.pressed += 1
        begun = time.perf_counter()
        self.type(keys)
        async with asyncio.timeout(PATIENCE):
            await self._news.wait()
        assert not self.ended
        assert self._first is not None
        return self._first - begun

    async def hang_up(self) -> None:
        """End the connection."""
        assert self._connection is not None
        self._connection.close()
        await self._connection.wait_closed()
