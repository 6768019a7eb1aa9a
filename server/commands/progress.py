"""What commands that play many games show while they run, and how they are interrupted."""

import contextlib
import signal
import time
from collections.abc import Iterator
from typing import Final, TextIO

from protocol.language import N_, _

GAMES: Final = N_("games: {played} of {number}, {share}, {rate} a second")
DEALS: Final = N_("deals: {played} of {number}, {share}, {rate} a second")
"""What is shown of games, or of deals; marked for translation."""


@contextlib.contextmanager
def interrupts() -> Iterator[list[int]]:
    """Catch Ctrl-C and SIGTERM, so that the record of the present game is still written as a whole line."""
    noted: list[int] = []
    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, lambda caught, _frame: noted.append(caught)) for number in signals]
    try:
        yield noted
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)


class Progress:
    """A progress line on a terminal; silent elsewhere."""

    def __init__(self, stream: TextIO, number: int, *, before: int = 0, words: str = GAMES) -> None:
        """Begin now; of a number of games some were played ``before``, and ``words`` are marked for translation."""
        self._stream = stream
        self._number = number
        self._before = before
        self._words = words
        self._shows = stream.isatty()
        self._began = self._last = time.monotonic()

    def show(self, played: int) -> None:
        """Update the line, a few times a second."""
        now = time.monotonic()
        if self._shows and now - self._last > 0.2:
            self._last = now
            rate = (played - self._before) / (now - self._began)
            share = played / self._number
            line = _(self._words).format(
                played=f"{played:,}", number=f"{self._number:,}", share=f"{share:.0%}", rate=f"{rate:,.0f}"
            )
            self._stream.write(f"\r\x1b[K{line}")
            self._stream.flush()

    def end(self) -> None:
        """Clear the line."""
        if self._shows:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
