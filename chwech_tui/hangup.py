"""Detects a terminal hangup, so that a client whose window was closed exits instead of spinning on end of file."""

import select
import signal
from threading import Thread


def end_with(terminal: int) -> None:
    """End this process when the terminal at this file descriptor hangs up.

    The kernel does not send SIGHUP to every process in every case (for example if a multiplexer is killed), and
    Textual's reader treats end of file as a pause. If terminals cannot be polled, nothing is detected.
    """
    Thread(target=_wait, args=(terminal,), name="hangup", daemon=True).start()


def _wait(terminal: int) -> None:
    poll = select.poll()
    poll.register(terminal, 0)
    if any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll()):
        signal.raise_signal(signal.SIGHUP)
