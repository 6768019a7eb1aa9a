"""The log of connections, rate-limited: a flood of attacks must not become a flood of log lines."""

import logging
import time
import traceback
from collections.abc import Callable
from typing import Final

from protocol.text import clean_lines
from server.host.limits import Rate, TokenBucket

LINES: Final = Rate(5.0, 100.0)

REFUSALS: Final = Rate(1 / 60, 1.0)
"""Warnings about refused connections; what is beyond this is only counted, unless the log is verbose."""

_CELLS: Final = 200

_LINES: Final = 100

_log = logging.getLogger(__name__)


class ConnectionLog:
    """Writes lines about connections, and counts the lines left out by the rate limit."""

    def __init__(self, log: logging.Logger = _log, clock: Callable[[], float] = time.monotonic) -> None:
        self._log = log
        self._clock = clock
        self._lines = TokenBucket(LINES, clock())
        self._left_out = 0
        self._refusals = TokenBucket(REFUSALS, clock())
        self._refused = 0

    def refusal(self, address: str, reason: str) -> None:
        """Log that a connection was refused, once a minute with the number of those in between."""
        if not self._refusals.take(1.0, self._clock()):
            self._refused += 1
            self.info("a connection from %s is refused: %s", address, reason)
            return
        more, self._refused = self._refused, 0
        also = f"; {more} more were refused since the last such line" if more else ""
        self.warning("a connection from %s is refused: %s%s", address, reason, also)

    def info(self, text: str, *details: object) -> None:
        """Log a routine event."""
        self._write(logging.INFO, text, details)

    def warning(self, text: str, *details: object) -> None:
        """Log something that an operator may want to know."""
        self._write(logging.WARNING, text, details)

    def fault(self, fault: BaseException, text: str, *details: object) -> None:
        """Log a fault of the front itself, with its traceback; the text may contain what a stranger wrote."""
        lines = clean_lines("".join(traceback.format_exception(fault)), cells=_CELLS, lines=_LINES)
        self._write(logging.ERROR, f"{text}\n%s", (*details, "\n".join(lines).rstrip()))

    def _write(self, level: int, text: str, details: tuple[object, ...]) -> None:
        if not self._log.isEnabledFor(level):
            return
        if not self._lines.take(1.0, self._clock()):
            self._left_out += 1
            return
        if self._left_out:
            self._log.warning("%d lines about connections were left out", self._left_out)
            self._left_out = 0
        self._log.log(level, text, *details)
