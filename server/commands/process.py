"""A serving process: what its supervisor tells it, how it runs, and its log on standard error.

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
from pathlib import Path
from typing import Any, Final, TextIO

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from protocol.language import speaking, told, wanted_language
from protocol.text import clean_lines, clean_text
from server.configuration import GREETING_CHARACTERS, GREETING_LINES, NAME_CHARACTERS
from server.fronts.own_files import FrontFault
from server.host.limits import ServerConfiguration
from server.processes.operator import JSON, SERVE, TEXT, TIME, Operator, json_line
from server.processes.plan import Address
from server.processes.serving import call_oneself, first_line
from server.recovery import RECOVERED


def _cleaned(told: ServerConfiguration) -> ServerConfiguration:
    """Return a configuration in which whatever is shown to people is cleaned."""
    greeting = clean_lines(told.greeting, cells=GREETING_CHARACTERS, lines=GREETING_LINES)
    return replace(told, name=clean_text(told.name, cells=NAME_CHARACTERS), greeting="\n".join(greeting).strip())


def read_configuration(line: str) -> ServerConfiguration:
    """Return the configuration that a supervisor has told."""
    return _cleaned(msgspec.json.decode(line, type=ServerConfiguration))


class ProcessOptions(Struct, frozen=True):
    """What a serving process is told at its start; each kind is told some of this."""

    data: Path
    ready_fd: int
    """The descriptor on which it reports that it is ready."""
    configuration: ServerConfiguration = ServerConfiguration()
    socket: Path = Path()
    """The Unix socket for programs of the same user on this machine."""
    ssh: tuple[int, ...] = ()
    """Descriptors of listening sockets."""
    tcp: tuple[int, ...] = ()
    metrics: tuple[int, ...] = ()
    link: tuple[int, ...] = ()
    store: str = ""
    """The address of the database that is shared; empty for a file."""
    public_name: Address | None = None
    number: int = 1
    """The number of a front."""
    follows: bool = False
    """True if the host of a former program may still serve, and ends soon."""


def read_options(lifeline: int) -> ProcessOptions:
    """Return what the supervisor at this descriptor tells a process; raise ``msgspec.DecodeError`` if none does."""

    def decoded(kind: type, text: Any) -> Any:  # noqa: ANN401 - as the library has it
        return kind(text)

    options = msgspec.json.decode(first_line(lifeline), type=ProcessOptions, dec_hook=decoded)
    return replace(options, configuration=_cleaned(options.configuration))


class ConfigurationFeed:
    """Passes each new configuration to its followers."""

    def __init__(self) -> None:
        self._follower: Callable[[ServerConfiguration], None] | None = None
        self._latest: ServerConfiguration | None = None

    def hear(self, line: str) -> None:
        """Take a configuration; it waits for someone who follows."""
        self._latest = read_configuration(line)
        logging.getLogger().setLevel(logging.INFO if self._latest.verbose else logging.WARNING)
        if self._follower is not None:
            self._follower(self._latest)

    def follow(self, follower: Callable[[ServerConfiguration], None]) -> None:
        """Call this with the latest configuration, if one was told since the start, and with each further one."""
        self._follower = follower
        if self._latest is not None:
            follower(self._latest)


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
    configuration: ServerConfiguration,
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
