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
    """Output flow: open, or held for one or more reasons; that of a session is held while its connection's is."""

    def __init__(
        self,
        held: Callable[[], None] = _nothing,
        freed: Callable[[], None] = _nothing,
        connection: "Flow | None" = None,
    ) -> None:
        self._held = held
        self._freed = freed
        self._connection = connection
        self.sessions: Final[dict[Flow, None]] = {}
        """The flows of the sessions that have a callback."""
        self._reasons: set[str] = set()
        self._opened: Callable[[], None] = _nothing

    @property
    def open(self) -> bool:
        """True if output may be written now."""
        return not self._reasons and (self._connection is None or self._connection.open)

    def hold(self, reason: str) -> None:
        """Pause output until this reason is released."""
        was_free = not self._reasons
        self._reasons.add(reason)
        if was_free:
            self._held()

    def release(self, reason: str) -> None:
        """Release a reason; if it was the last one, call the registered callback."""
        if reason not in self._reasons:
            return
        self._reasons.remove(reason)
        self.go_on()
        # The callback may have written so much that the flow is held again.
        if not self._reasons:
            self._freed()

    def on_open(self, call: Callable[[], None]) -> None:
        """Register the callback to run each time that output may be written again, replacing the previous one."""
        self._opened = call
        if self._connection is not None:
            self._connection.sessions[self] = None

    def forget(self) -> None:
        """Drop the callback."""
        self._opened = _nothing
        self.sessions.clear()
        if self._connection is not None:
            self._connection.sessions.pop(self, None)

    def go_on(self) -> None:
        """Run the callbacks of this flow and of its sessions, as far as they are open."""
        if self.open:
            self._opened()
        for session in tuple(self.sessions):
            session.go_on()


STALL_SECONDS: Final = 30.0
"""Seconds without accepting output after which a visitor is disconnected."""

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
        """Send the exit status and close."""
        self._outside.run(self._channel.exit, status)

    def abort(self) -> None:
        """Abort the connection."""
        self._channel.get_connection().abort()

    def lost(self) -> None:
        """Release everything: the channel is closed."""
        self._end_stall()
        self._flow.forget()
        # asyncssh drops what it could not send without a word, and the connection must not be cut for that later.
        self._flow.release("channel")

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
