"""The parts of a host that its connections use, the same for all of them."""

from msgspec import Struct

from server.host.accounts.blocks import Blocks
from server.host.accounts.contacts import AddressBook
from server.host.accounts.keys import Keyring
from server.host.accounts.profile import Renaming
from server.host.archive.library import Library
from server.host.daily.desk import DailyDesk
from server.host.lobby.service import LobbyService
from server.host.moderation.moderation import Moderation
from server.host.services import HostServices
from server.host.tables.actor import TableActors
from server.host.tournaments.desk import TournamentDesk


class HostParts(Struct, frozen=True):
    """What answers the messages of connections."""

    services: HostServices
    actors: TableActors
    lobby: LobbyService
    blocks: Blocks
    contacts: AddressBook
    keyring: Keyring
    renaming: Renaming
    library: Library
    daily: DailyDesk
    tournaments: TournamentDesk
    moderation: Moderation
