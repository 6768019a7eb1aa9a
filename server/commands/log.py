"""Runs a serving process and its log, on standard error with the name of the command and the time.

A repeated warning is written once in some minutes and counted in between, so that a full disk is not filled further by
messages about it. That something works again is written each time, if some seconds lie between, and so is the next
fault.
"""

import asyncio
import copy
import logging
import math
import os
import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Final, TextIO

from protocol.language import speaking, told, wanted_language
from server.commands.process_options import ProcessConfiguration
from server.fronts.own_files import FrontFault
from server.processes.operator import JSON, SERVE, TEXT, TIME, Operator, json_line
from server.processes.serving import call_oneself
from server.recovery import RECOVERED

COUNTED_SECONDS: Final = 300.0  # Seconds during which repetitions of a line are only counted.

RECOVERY_SECONDS: Final = 10.0
"""Seconds during which it is said once that the same thing works again, though it may come and go."""

REMEMBERED: Final = 256  # Maximum number of lines whose repetitions are counted; the oldest is dropped first.

_Words = tuple[str, str, str]
"""The name of a logger, what it said, and the fault if there was one."""


class CountingHandler(logging.StreamHandler[TextIO]):
    """Writes the same warning or error once in some minutes, with how often it came meanwhile."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(stream)
        self._clock = clock
        self._said: OrderedDict[_Words, tuple[float, int]] = OrderedDict()
        """When each line was written, and how often it came since; not its record, which keeps alive what failed."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, or count it if it is a repetition."""
        if record.levelno < logging.WARNING:
            super().emit(record)
            return
        now, words = self._clock(), _words_of(record)
        since, more = self._said.get(words, (-math.inf, 0))
        if hasattr(record, *RECOVERED) and now - since >= RECOVERY_SECONDS:
            # The next fault of the same place is news again.
            for said in [said for said in self._said if said[0] == record.name]:
                del self._said[said]
            since = -math.inf
        if now - since < COUNTED_SECONDS:
            self._said[words] = since, more + 1
            return
        self._said[words] = now, 0
        self._said.move_to_end(words)
        if len(self._said) > REMEMBERED:
            self._said.popitem(last=False)
        super().emit(_counted(record, more) if more else record)


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
    with speaking(wanted_language(os.environ)):
        return told(text)


def _words_of(record: logging.LogRecord) -> _Words:
    fault = record.exc_info[1] if record.exc_info else None
    return record.name, record.getMessage(), repr(fault) if fault else ""


def _counted(record: logging.LogRecord, more: int) -> logging.LogRecord:
    counted = copy.copy(record)
    counted.msg, counted.args = f"{record.getMessage()} (and {more} times since the last such line)", None
    return counted
