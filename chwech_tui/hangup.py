"""Whether the terminal is still there: a client whose window was closed ends, and does not spin on end of file."""

import select
import signal
from threading import Thread


def end_with(terminal: int) -> None:
    """End this process when the terminal at this descriptor is gone.

    The kernel sends SIGHUP for that, but not to everybody in every case (a multiplexer that is killed, say), and the
    screens' own reader takes end of file for a pause. Where terminals cannot be polled, nothing is watched.
    """
    Thread(target=_wait, args=(terminal,), name="hangup", daemon=True).start()


def _wait(terminal: int) -> None:
    poll = select.poll()
    poll.register(terminal, 0)
    if any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll()):
        signal.raise_signal(signal.SIGHUP)
