"""Leaves a terminal as it was when a signal ends or stops this process; what was changed of it others know."""

import asyncio
import os
import select
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from types import FrameType
from typing import Final

from protocol.command_line import HAS_POSIX

_FAULTS: tuple[type[Exception], ...] = (OSError,)
if HAS_POSIX:
    import termios

    _FAULTS = (OSError, termios.error)

_SPARED: Final = frozenset(
    number
    for name in ("KILL", "STOP", "TSTP", "TTIN", "TTOU", "CONT", "CHLD", "URG", "WINCH", "SEGV", "BUS", "FPE", "ILL")
    if (number := getattr(signal, f"SIG{name}", None)) is not None
)
"""Signals that end no process, that cannot be caught, or that report a fault in the very next instruction."""

_STUCK_SECONDS: Final = 2  # Seconds after which a process ends whose terminal accepts no output.


@contextmanager
def restored_at_end(restore: Callable[[], None]) -> Iterator[None]:
    """Within the context, every signal that would end this process ends it after ``restore``.

    ``restore`` may be called between any two instructions. Signals that are ignored or handled stay so.
    """

    def end(number: int, _frame: FrameType | None) -> None:
        if HAS_POSIX:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(_STUCK_SECONDS)
        with suppress(*_FAULTS):
            restore()
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)

    ending = [number for number in signal.valid_signals() - _SPARED if signal.getsignal(number) is signal.SIG_DFL]
    for number in ending:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in ending:
            signal.signal(number, signal.SIG_DFL)


def stop_process() -> None:
    """Stop this process, unless no shell could continue it; to the others of its job the terminal has sent the same."""
    signal.raise_signal(signal.SIGTSTP)


def stop_job() -> None:
    """Stop all processes of this job, unless no shell could continue them: the shell waits for the first of them."""
    os.kill(0, signal.SIGTSTP)


@contextmanager
def restored_at_stop(
    leave: Callable[[], None], come_back: Callable[[], None], stop: Callable[[], None]
) -> Iterator[None]:
    """Within the context, a signal that would stop this process does so between two calls.

    Where SIGSTOP has stopped it, both calls come once it goes on.

    Args:
        leave: restores the terminal, and ends the context.
        come_back: prepares the terminal, and begins another context.
        stop: stops the process, or its job.
    """
    loop = asyncio.get_running_loop()

    def go_on() -> None:
        leave()
        come_back()

    def stop_between() -> None:
        leave()
        stop()
        come_back()

    stops = signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL
    if stops:
        loop.add_signal_handler(signal.SIGTSTP, stop_between)
    loop.add_signal_handler(signal.SIGCONT, go_on)
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGCONT)
        if stops:
            loop.remove_signal_handler(signal.SIGTSTP)


def end_at_hangup(terminal: int) -> None:
    """End this process when the terminal at this file descriptor hangs up, even where SIGHUP was ignored.

    The kernel does not send SIGHUP to every process in every case (for example if a multiplexer is killed), and
    Textual's reader treats end of file as a pause. If terminals cannot be polled, nothing is detected.
    """
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    Thread(target=_await_hangup, args=(terminal,), name="hangup", daemon=True).start()


def _await_hangup(terminal: int) -> None:
    poll = select.poll()
    poll.register(terminal, 0)
    if any(event & (select.POLLHUP | select.POLLERR) for _descriptor, event in poll.poll()):
        signal.raise_signal(signal.SIGHUP)
