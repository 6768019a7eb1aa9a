"""The parts of a host that its tables use, in this process or in another."""

from msgspec import Struct

from server.host.accounts.blocks import Blocks
from server.host.archive.archivist import Archivist
from server.host.clock import Wakeups
from server.host.lobby.directory import TableDirectory
from server.host.services import HostServices
from server.tables.heading import Heading, is_open


class HostParts(Struct, frozen=True):
    """The parts, which live as long as the host."""

    services: HostServices
    directory: TableDirectory
    archivist: Archivist
    blocks: Blocks
    wakeups: Wakeups

    def note(self, brief: Heading, *, stored: bool) -> None:
        """Take the heading of a table that runs in another process; ``stored`` is True if it came with a record."""
        self.directory.note(brief)
        if stored:
            self.wakeups.note(brief)
        if not is_open(brief):
            self.archivist.call()
