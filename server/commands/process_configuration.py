"""What a serving process knows of the configuration: told by its supervisor at the start, and after changes."""

import logging
from collections.abc import Callable

import msgspec
from msgspec import Struct

from protocol.text import clean_lines, clean_text
from server.configuration.reading import GREETING_CHARACTERS, GREETING_LINES
from server.configuration.values import NAME_CHARACTERS
from server.defaults import CONNECTIONS, CONNECTIONS_OF_ONE, HOUSEHOLDS, LOG_DAYS, TABLES, TABLES_OF_ONE
from server.host.configuration import HostConfiguration
from server.processes.operator import AUTO


class ProcessConfiguration(Struct, frozen=True):
    """The part of the configuration that the serving processes use; the defaults are for a process that tests start."""

    name: str = ""
    greeting: str = ""
    command: str = ""
    link: str = ""
    allow_list: bool = False
    connections: int = CONNECTIONS
    connections_per_address: int = CONNECTIONS_OF_ONE
    tables: int = TABLES
    tables_per_account: int = TABLES_OF_ONE
    rate_households: str = HOUSEHOLDS[0]
    keep_logs: int = LOG_DAYS
    notify: str | None = ""
    file: str = ""
    """The file of the configuration, where the address of the webhook is looked up; it may be a secret."""

    log: str = AUTO
    verbose: bool = False

    def host(self) -> HostConfiguration:
        """Return what the host uses; whatever it shows to people is cleaned."""
        name = clean_text(self.name, cells=NAME_CHARACTERS)
        lines = clean_lines(self.greeting, cells=GREETING_CHARACTERS, lines=GREETING_LINES)
        return HostConfiguration(
            name,
            "\n".join(lines).strip(),
            self.tables,
            self.tables_per_account,
            self.command,
            self.allow_list,
            self.rate_households,
        )


def read_configuration(line: str) -> ProcessConfiguration:
    """Return the configuration that a supervisor has told."""
    return msgspec.json.decode(line, type=ProcessConfiguration)


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
