"""What the processes that serve say of what goes on: on standard error, in the name of the command, with the time.

The same fault again and again is said once and then counted, so that a disk that is full is not filled by what is said
of it.
"""

import logging
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, TextIO

from msgspec import Struct

COUNTED_SECONDS: Final = 300.0
"""How long the same line is only counted."""

REMEMBERED: Final = 256
"""Lines that are counted at once; the one said longest ago is forgotten first."""

TIME: Final = "%Y-%m-%dT%H:%M:%SZ"
"""How a time is written, in UTC."""

_Words = tuple[str, str, str]


class _Said(Struct):
    """A line that was said."""

    record: logging.LogRecord
    """What, the first time."""

    since: float
    """When."""

    more: int = 0
    """How often it would have been said since."""


class CountingHandler(logging.StreamHandler[TextIO]):
    """Says a warning or a fault once, and then how often it came again."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with nothing said.

        Args:
            stream: where it is said.
            clock: the time in seconds, by any clock that only goes forward.
        """
        super().__init__(stream)
        self._clock = clock
        self._said: OrderedDict[_Words, _Said] = OrderedDict()

    def emit(self, record: logging.LogRecord) -> None:
        """Say it, or count it."""
        now = self._clock()
        self._sum_up(now - COUNTED_SECONDS)
        if record.levelno < logging.WARNING:
            super().emit(record)
            return
        words = _words_of(record)
        known = self._said.get(words)
        if known is not None:
            known.more += 1
            return
        self._said[words] = _Said(record, now)
        super().emit(record)

    def close(self) -> None:
        """Say what was only counted so far."""
        self._sum_up(self._clock(), keep=0)
        super().close()

    def _sum_up(self, before: float, keep: int = REMEMBERED) -> None:
        """Say how often lines came that were said for the first time so long ago, or that are too many."""
        while self._said:
            said = next(iter(self._said.values()))
            if said.since > before and len(self._said) <= keep:
                return
            self._said.popitem(last=False)
            if said.more:
                super().emit(_summary(said, self._clock()))


def log_to_stderr(*, verbose: bool) -> None:
    """Say what goes wrong, and if wished also who comes and goes."""
    handler = CountingHandler(sys.stderr)
    formatter = logging.Formatter("chwech serve: %(asctime)s %(levelname)s: %(message)s", TIME)
    formatter.converter = time.gmtime
    handler.setFormatter(formatter)
    logging.basicConfig(handlers=[handler], level=logging.INFO if verbose else logging.WARNING)


def _words_of(record: logging.LogRecord) -> _Words:
    """Give what makes two lines the same."""
    fault = record.exc_info[1] if record.exc_info else None
    return record.name, record.getMessage(), repr(fault) if fault else ""


def _summary(said: _Said, now: float) -> logging.LogRecord:
    """Give the line that says how often a line came again."""
    first, minutes = said.record, max(1, round((now - said.since) / 60))
    times = "once more" if said.more == 1 else f"{said.more} more times"
    text = f"… {times} in {minutes} minute{'s' * (minutes > 1)}: {first.getMessage()}"
    return logging.LogRecord(first.name, first.levelno, first.pathname, first.lineno, text, None, None)
