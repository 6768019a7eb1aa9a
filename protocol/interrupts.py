"""Ctrl-C: it ends a program at once and without a word, but for the parts of it that have to put things in order."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


def end_at_interrupt() -> None:
    """Let Ctrl-C end this process as it ends any program; Python would print a traceback.

    A program calls this before it imports anything that takes time.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def interruptible() -> Iterator[None]:
    """Within the context, Ctrl-C raises ``KeyboardInterrupt``, unless it is ignored."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        end_at_interrupt()
