"""What a serving process is told by its supervisor: its options, its configuration, and changes of that."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from protocol.text import clean_lines, clean_text
from server.configuration.keys import NAME_CHARACTERS
from server.configuration.reading import GREETING_CHARACTERS, GREETING_LINES
from server.defaults import CONNECTIONS, CONNECTIONS_OF_ONE, LOG_DAYS
from server.host.configuration import HostConfiguration
from server.processes.operator import AUTO
from server.processes.plan import Address
from server.processes.serving import first_line


class ProcessConfiguration(HostConfiguration, frozen=True):
    """What the serving processes use of the configuration; the defaults are for a process that tests start."""

    link: str = ""
    connections: int = CONNECTIONS
    connections_per_address: int = CONNECTIONS_OF_ONE
    keep_logs: int = LOG_DAYS
    log: str = AUTO
    verbose: bool = False


def _cleaned(told: ProcessConfiguration) -> ProcessConfiguration:
    """Return a configuration in which whatever is shown to people is cleaned."""
    greeting = clean_lines(told.greeting, cells=GREETING_CHARACTERS, lines=GREETING_LINES)
    return replace(told, name=clean_text(told.name, cells=NAME_CHARACTERS), greeting="\n".join(greeting).strip())


def read_configuration(line: str) -> ProcessConfiguration:
    """Return the configuration that a supervisor has told."""
    return _cleaned(msgspec.json.decode(line, type=ProcessConfiguration))


class ProcessOptions(Struct, frozen=True):
    """What a serving process is told at its start; each kind is told some of this."""

    data: Path
    ready_fd: int
    """The descriptor on which it reports that it is ready."""
    configuration: ProcessConfiguration = ProcessConfiguration()
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
    """Return what the supervisor at this descriptor tells a process at its start.

    Raises:
        msgspec.DecodeError: no supervisor has written it.
    """

    def decoded(kind: type, text: Any) -> Any:  # noqa: ANN401 - as the library has it
        return kind(text)

    options = msgspec.json.decode(first_line(lifeline), type=ProcessOptions, dec_hook=decoded)
    return replace(options, configuration=_cleaned(options.configuration))


class ConfigurationFeed:
    """Passes each configuration that is told to whoever follows it."""

    def __init__(self) -> None:
        self._follower: Callable[[ProcessConfiguration], None] | None = None
        self._latest: ProcessConfiguration | None = None

    def hear(self, line: str) -> None:
        """Take a configuration; it waits for somebody who follows."""
        self._latest = read_configuration(line)
        logging.getLogger().setLevel(logging.INFO if self._latest.verbose else logging.WARNING)
        if self._follower is not None:
            self._follower(self._latest)

    def follow(self, follower: Callable[[ProcessConfiguration], None]) -> None:
        """Call this with the latest configuration, if one was told since the start, and with each further one."""
        self._follower = follower
        if self._latest is not None:
            follower(self._latest)
