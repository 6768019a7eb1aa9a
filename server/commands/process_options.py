"""What a serving process is told by its supervisor: its command line, its configuration, and changes of that."""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from protocol.command_line import REQUIRED, Command, Option, read_words
from protocol.text import clean_lines, clean_text
from server.configuration.keys import NAME_CHARACTERS, read_public_name
from server.configuration.reading import GREETING_CHARACTERS, GREETING_LINES
from server.defaults import CONNECTIONS, CONNECTIONS_OF_ONE, LOG_DAYS
from server.host.configuration import HostConfiguration
from server.processes.operator import AUTO
from server.processes.plan import Address


class ProcessConfiguration(HostConfiguration, frozen=True):
    """What the serving processes use of the configuration; the defaults are for a process that tests start."""

    link: str = ""
    connections: int = CONNECTIONS
    connections_per_address: int = CONNECTIONS_OF_ONE
    keep_logs: int = LOG_DAYS
    file: str = ""
    """The file of the configuration, where the address of the webhook is looked up; it may be a secret."""

    log: str = AUTO
    verbose: bool = False


def read_configuration(line: str) -> ProcessConfiguration:
    """Return the configuration that a supervisor has told; whatever it shows to people is cleaned."""
    told = msgspec.json.decode(line, type=ProcessConfiguration)
    greeting = clean_lines(told.greeting, cells=GREETING_CHARACTERS, lines=GREETING_LINES)
    return replace(told, name=clean_text(told.name, cells=NAME_CHARACTERS), greeting="\n".join(greeting).strip())


class ProcessOptions(Struct, frozen=True):
    """The command line of a serving process; each kind has some of these."""

    data: Path
    ready_fd: int
    """The descriptor on which it reports that it is ready."""

    configuration: ProcessConfiguration
    socket: Path
    """The Unix socket for programs of the same user on this machine."""

    listen_fd: tuple[int, ...]
    metrics_fd: tuple[int, ...]
    link_fd: tuple[int, ...]
    public_name: Address | None
    number: int
    """The number of a front."""

    follows: bool
    """True if the host of a former program may still serve, and ends soon."""


_OPTIONS: Final = (
    Option("--data", "", "DIR", Path, default=REQUIRED),
    Option("--ready-fd", "", "N", int, default=REQUIRED),
    Option("--configuration", "", "JSON", read_configuration, default=ProcessConfiguration()),
    Option("--socket", "", "PATH", Path, default=Path()),
    *(Option(name, "", "N", int, default=(), many="*") for name in ("--listen-fd", "--metrics-fd", "--link-fd")),
    Option("--public-name", "", "HOST[:PORT]", read_public_name),
    Option("--number", "", "N", int, default=1),
    Option("--follows", ""),
)


def read_options(words: Sequence[str]) -> ProcessOptions:
    """Return what the command line of a serving process says.

    Raises:
        Misuse: no supervisor has written it.
    """
    values: dict[str, Any] = read_words(Command("", "", _OPTIONS), words)
    return ProcessOptions(**values)


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
