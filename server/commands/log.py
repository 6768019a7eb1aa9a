"""Runs a serving process and its log, on standard error with the name of the command and the time.

A repeated warning is written once and then counted, so that a full disk is not filled further by messages about it.
That something works again is written each time, if some seconds lie between, and so is the next fault.
"""

import asyncio
import logging
import os
import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Final, TextIO

from msgspec import Struct

from protocol.catalogues import catalogue
from protocol.language import speaking, wanted_language
from protocol.wording import told
from server.commands.process_options import ProcessConfiguration
from server.fronts.own_files import FrontFault
from server.processes.operator import JSON, SERVE, TEXT, TIME, Operator, json_line
from server.processes.serving import call_oneself
from server.recovery import RECOVERED

COUNTED_SECONDS: Final = 300.0
"""Seconds during which repetitions of a line are only counted."""

RECOVERY_SECONDS: Final = 10.0
"""Seconds during which it is said once that the same thing works again, though it may come and go."""

REMEMBERED: Final = 256
"""Maximum number of lines whose repetitions are counted; the oldest is dropped first."""

_Words = tuple[str, str, str]
"""The name of a logger, what it said, and the fault if there was one."""


class _Said(Struct):
    """A line that was written; not its record, which keeps alive whatever has failed."""

    level: int
    since: float
    more: int = 0


class CountingHandler(logging.StreamHandler[TextIO]):
    """Writes a warning or an error once, and later how often it was repeated."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(stream)
        self._clock = clock
        self._said: OrderedDict[_Words, _Said] = OrderedDict()

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, or count it if it is a repetition."""
        now = self._clock()
        self._sum_up(now - COUNTED_SECONDS)
        if record.levelno < logging.WARNING:
            super().emit(record)
            return
        words = _words_of(record)
        known = self._said.get(words)
        if hasattr(record, *RECOVERED) and (known is None or now - known.since >= RECOVERY_SECONDS):
            self._forget(record.name)
            known = None
        if known is not None:
            known.more += 1
            return
        self._said[words] = _Said(record.levelno, now)
        super().emit(record)

    def close(self) -> None:
        """Write the counts that are still open."""
        self._sum_up(self._clock(), keep=0)
        super().close()

    def _forget(self, logger: str) -> None:
        """Write the counts of a logger's lines, which are written anew when they come again."""
        for words in [words for words in self._said if words[0] == logger]:
            self._write_count(words, self._said.pop(words))

    def _sum_up(self, before: float, keep: int = REMEMBERED) -> None:
        """Write the counts of lines first written before this time, and of the oldest beyond the number to keep."""
        while self._said:
            words, said = next(iter(self._said.items()))
            if said.since > before and len(self._said) <= keep:
                return
            del self._said[words]
            self._write_count(words, said)

    def _write_count(self, words: _Words, said: _Said) -> None:
        if said.more:
            super().emit(_summary(words, said, self._clock()))


class JsonFormatter(logging.Formatter):
    """Writes a record as a line of JSON."""

    def __init__(self, process: str) -> None:
        super().__init__()
        self._process = process

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        fault = {"exception": self.formatException(record.exc_info)} if record.exc_info else {}
        return json_line(record.levelname.lower(), self._process, record.getMessage(), logger=record.name, **fault)


def log_to_stderr(*, verbose: bool, form: str = TEXT, process: str = "") -> None:
    """Log warnings and errors and, if verbose, also connections."""
    handler = CountingHandler(sys.stderr)
    if form == JSON:
        handler.setFormatter(JsonFormatter(process))
    else:
        # Several fronts count their own connections.
        who = f" {process}" if process.startswith("front ") else ""
        formatter = logging.Formatter(f"{SERVE}: %(asctime)s{who} %(levelname)s: %(message)s", TIME)
        formatter.converter = time.gmtime
        handler.setFormatter(formatter)
    logging.basicConfig(handlers=[handler], level=logging.INFO if verbose else logging.WARNING)


def run_serving(
    work: Coroutine[object, object, None],
    *faults: type[Exception],
    configuration: ProcessConfiguration,
    process: str = "",
) -> int:
    """Run a serving process, and return its exit status; a fault that keeps it from serving is printed."""
    # Every file created from here on is for its owner alone.
    os.umask(0o077)
    if process:
        call_oneself(process)
    log_to_stderr(verbose=configuration.verbose, form=configuration.log, process=process)
    known: tuple[type[Exception], ...] = (FrontFault, *faults)
    try:
        asyncio.run(work)
    except known as problem:
        Operator(configuration.log, process).fail(told_to_operator(str(problem)))
        return 1
    return 0


def told_to_operator(text: str) -> str:
    """Return a sentence in the language of the environment in which the server was started.

    A serving process itself speaks to its visitors, each of whom has a language of their own.
    """
    with speaking(wanted_language(os.environ), catalogue):
        return told(text)


def _words_of(record: logging.LogRecord) -> _Words:
    fault = record.exc_info[1] if record.exc_info else None
    return record.name, record.getMessage(), repr(fault) if fault else ""


def _summary(words: _Words, said: _Said, now: float) -> logging.LogRecord:
    logger, message, _fault = words
    minutes = max(1, round((now - said.since) / 60))
    times = "once more" if said.more == 1 else f"{said.more} more times"
    text = f"… {times} in {minutes} minute{'s' * (minutes > 1)}: {message}"
    return logging.LogRecord(logger, said.level, "", 0, text, None, None)
