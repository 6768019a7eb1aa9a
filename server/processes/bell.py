"""Signals as something to wait for, beside everything else that a process without an event loop waits for."""

import contextlib
import signal
import socket
from collections.abc import Iterator
from types import FrameType
from typing import Final

ENDING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that tell a server to end."""


class Bell:
    """Rings when a child has ended and when the process is told to end."""

    def __init__(self, ear: socket.socket) -> None:
        """Hear signals as bytes from this socket."""
        self._ear = ear

    def fileno(self) -> int:
        """Give what can be waited for."""
        return self._ear.fileno()

    def heard(self) -> list[int]:
        """Give the ending signals that have come since the last time."""
        try:
            numbers = self._ear.recv(4096)
        except BlockingIOError:
            return []
        return [number for number in numbers if number in ENDING]


@contextlib.contextmanager
def hung_bell() -> Iterator[Bell]:
    """Hear signals from here on, and leave them as they were in the end."""
    ear, mouth = socket.socketpair()
    with ear, mouth:
        ear.settimeout(0)
        mouth.settimeout(0)
        before = signal.set_wakeup_fd(mouth.fileno(), warn_on_full_buffer=False)
        # What whoever started this has silenced stays silent: `nohup` means it.
        wanted = [number for number in ENDING if signal.getsignal(number) is not signal.SIG_IGN]
        handlers = {number: signal.signal(number, _note) for number in (*wanted, signal.SIGCHLD)}
        try:
            yield Bell(ear)
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(before)


def _note(number: int, frame: FrameType | None) -> None:
    """Do nothing here: without a handler the signal would not be written to the bell."""
