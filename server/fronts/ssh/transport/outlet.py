"""What goes out to one visitor: at once or not at all for screens, patiently for answers."""

import asyncio
import contextvars
from typing import Final

import asyncssh
from asyncssh.constants import EXTENDED_DATA_STDERR

from server.fronts.ssh.transport.flow import Flow

STALL_SECONDS: Final = 30.0
"""A visitor who takes nothing for so long is gone."""

CLOSE_SECONDS: Final = 30.0
"""How long a channel may take to close: on a slow line the last of an answer is still on its way."""

_PIECE: Final = 32 * 1024


class Outlet:
    """The way out through one channel."""

    def __init__(self, channel: asyncssh.SSHServerChannel[bytes], flow: Flow) -> None:
        """Begin open; the channel tells at once when something is left in it."""
        self._channel = channel
        self._flow = flow
        # What the channel begins must not keep the app alive that wrote last.
        self._outside = contextvars.copy_context()
        self._stalled: asyncio.TimerHandle | None = None
        self._closing: asyncio.TimerHandle | None = None
        channel.set_write_buffer_limits(high=0)

    def send(self, data: bytes) -> None:
        """Write at once; where the visitor has gone nothing happens."""
        self._write(data, None)

    async def deliver(self, data: bytes, *, aside: bool = False) -> None:
        """Write all of it, as fast as the visitor takes it, and wait until it is taken; aside means to standard error.

        What is said after it, as how it went, would otherwise come before its end.
        """
        for start in range(0, len(data), _PIECE):
            await self._opening()
            self._write(data[start : start + _PIECE], EXTENDED_DATA_STDERR if aside else None)
        await self._opening()

    def pause(self) -> None:
        """Note that the channel is full; it may not stay so for long."""
        self._flow.hold("channel")
        if self._stalled is None:
            self._stalled = asyncio.get_running_loop().call_later(STALL_SECONDS, self.abort, context=self._outside)

    def resume(self) -> None:
        """Note that the channel takes more."""
        self._end_stall()
        self._flow.release("channel")

    def finish(self, status: int) -> None:
        """Say how it went, and close; a visitor who leaves the channel half closed is disconnected."""
        self._closing = asyncio.get_running_loop().call_later(CLOSE_SECONDS, self.abort, context=self._outside)
        self._outside.run(self._channel.exit, status)

    def abort(self) -> None:
        """Cut the connection."""
        self._channel.get_connection().abort()

    def lost(self) -> None:
        """Let go: the channel is no more."""
        self._end_stall()
        if self._closing is not None:
            self._closing.cancel()
        self._flow.forget()

    def _write(self, data: bytes, kind: int | None) -> None:
        try:
            self._outside.run(self._channel.write, data, kind)
        except OSError:
            # The visitor has gone, and whoever serves them is told so by the channel.
            return

    async def _opening(self) -> None:
        """Wait until output may be written."""
        while not self._flow.open:
            opened = asyncio.Event()
            self._flow.on_open(opened.set)
            await opened.wait()

    def _end_stall(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
        self._stalled = None
