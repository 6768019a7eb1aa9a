"""The services that all running tables of a host share."""

from msgspec import Struct

from server.host.accounts.blocks import Blocks
from server.host.archive.archivist import Archivist
from server.host.clock import SharedTime
from server.host.lobby.directory import TableDirectory
from server.host.services import HostServices
from server.host.workers import Thinkers


class TableServices(Struct, frozen=True):
    """The dependencies of a table actor."""

    services: HostServices
    lobby: TableDirectory
    archivist: Archivist
    timing: SharedTime
    blocks: Blocks
    workers: Thinkers
