"""The output of a session: whether it may be written, which its channel and its connection decide, and the writing."""

import asyncio
import contextvars
from collections.abc import Callable
from typing import Final

import asyncssh
from asyncssh.constants import EXTENDED_DATA_STDERR


def _nothing() -> None:
    """Do nothing: no callback is registered."""


class Flow:
    """Output flow: open, or held for one or more reasons."""

    def __init__(self, held: Callable[[], None] = _nothing, freed: Callable[[], None] = _nothing) -> None:
        self._held = held
        self._freed = freed
        self._reasons: set[str] = set()
        self._opened: Callable[[], None] = _nothing

    @property
    def open(self) -> bool:
        """True if output may be written now."""
        return not self._reasons

    def hold(self, reason: str) -> None:
        """Pause output until this reason is released."""
        was_open = self.open
        self._reasons.add(reason)
        if was_open:
            self._held()

    def release(self, reason: str) -> None:
        """Release a reason; if it was the last one, call the registered callback."""
        if reason not in self._reasons:
            return
        self._reasons.remove(reason)
        if self.open:
            self._opened()
        # The callback may have written so much that the flow is held again.
        if self.open:
            self._freed()

    def on_open(self, call: Callable[[], None]) -> None:
        """Register the callback to run each time that output may be written again, replacing the previous one."""
        self._opened = call

    def forget(self) -> None:
        """Drop the callback."""
        self._opened = _nothing


STALL_SECONDS: Final = 30.0
"""Seconds without accepting output after which a visitor is disconnected."""

CLOSE_SECONDS: Final = 30.0
"""Seconds that a channel may take to close: on a slow network the end of an answer is still being sent."""

_PIECE: Final = 32 * 1024


class ChannelOutput:
    """The output side of one channel."""

    def __init__(self, channel: asyncssh.SSHServerChannel[bytes], flow: Flow) -> None:
        """Start open; with a limit of zero, the channel reports at once when it has unsent data."""
        self._channel = channel
        self._flow = flow
        # Timers and callbacks of the channel must not keep alive the app that wrote last.
        self._outside = contextvars.copy_context()
        self._stalled: asyncio.TimerHandle | None = None
        self._closing: asyncio.TimerHandle | None = None
        channel.set_write_buffer_limits(high=0)

    def send(self, data: bytes) -> None:
        """Write at once; does nothing if the visitor has disconnected."""
        self._write(data, None)

    async def deliver(self, data: bytes, *, aside: bool = False) -> None:
        """Write all data as fast as the visitor accepts it, and wait for the end; ``aside`` means standard error.

        Without the wait, an exit status sent afterwards could arrive before the end of the data.
        """
        for start in range(0, len(data), _PIECE):
            await self._opening()
            self._write(data[start : start + _PIECE], EXTENDED_DATA_STDERR if aside else None)
        await self._opening()

    def pause(self) -> None:
        """Record that the channel is full, and limit how long it may stay so."""
        self._flow.hold("channel")
        if self._stalled is None:
            self._stalled = asyncio.get_running_loop().call_later(STALL_SECONDS, self.abort, context=self._outside)

    def resume(self) -> None:
        """Record that the channel accepts data again."""
        self._end_stall()
        self._flow.release("channel")

    def finish(self, status: int) -> None:
        """Send the exit status and close; a visitor who leaves the channel half closed is disconnected."""
        self._closing = asyncio.get_running_loop().call_later(CLOSE_SECONDS, self.abort, context=self._outside)
        self._outside.run(self._channel.exit, status)

    def abort(self) -> None:
        """Abort the connection."""
        self._channel.get_connection().abort()

    def lost(self) -> None:
        """Release everything: the channel is closed."""
        self._end_stall()
        if self._closing is not None:
            self._closing.cancel()
        self._flow.forget()

    def _write(self, data: bytes, kind: int | None) -> None:
        try:
            self._outside.run(self._channel.write, data, kind)
        except OSError:
            # The visitor has disconnected; the channel reports that to the session.
            return

    async def _opening(self) -> None:
        while not self._flow.open:
            opened = asyncio.Event()
            self._flow.on_open(opened.set)
            await opened.wait()

    def _end_stall(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
        self._stalled = None
