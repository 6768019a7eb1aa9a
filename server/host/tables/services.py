"""What a running table needs of its host."""

from msgspec import Struct

from server.host.accounts.blocks import Blocks
from server.host.archive.archivist import Archivist
from server.host.clock import SharedTime
from server.host.lobby.directory import TableDirectory
from server.host.services import HostServices
from server.host.workers import Workers


class TableServices(Struct, frozen=True):
    """The dependencies of a table actor."""

    services: HostServices
    directory: TableDirectory
    archivist: Archivist
    timing: SharedTime
    blocks: Blocks
    workers: Workers
