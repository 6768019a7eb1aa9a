"""An event loop whose clock jumps to the next timer as soon as nothing else is to be done: tests need not wait.

It is for tests that use neither threads nor sockets: whatever such a test waits for has to come from its own tasks.
"""

import asyncio
import functools
import selectors
from collections.abc import Callable, Coroutine
from typing import ParamSpec

P = ParamSpec("P")

MOST_TURNS = 1_000_000  # Turns of the loop in which no time passes, before it is clear that none ever will.


class _JumpingSelector(selectors.DefaultSelector):
    """A selector that lets time pass instead of waiting."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0
        self._turns = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Give what is ready; with nothing ready, let the time until the next timer pass at once."""
        ready = super().select(0)
        if not ready and timeout is None:
            raise AssertionError("everybody waits, and nothing will ever happen")
        self._turns += 1
        if self._turns > MOST_TURNS:
            self._turns = 0
            raise AssertionError("somebody is busy for ever, and no time passes")
        if not ready and timeout:
            self.now += timeout
            self._turns = 0
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """The loop."""

    def __init__(self) -> None:
        self._jumping = _JumpingSelector()
        super().__init__(self._jumping)

    def time(self) -> float:
        """Give the virtual time."""
        return self._jumping.now

    def stall(self, seconds: float) -> None:
        """Let time pass while nothing can be done."""
        self._jumping.now += seconds


def in_virtual_time(test: Callable[P, Coroutine[None, None, None]]) -> Callable[P, None]:
    """Let a test run in virtual time."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        with asyncio.Runner(loop_factory=VirtualLoop) as runner:
            runner.run(test(*args, **kwargs))

    return run
