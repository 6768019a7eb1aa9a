"""The acts of those who run the server: the roles that may do them, and the parts of the host that they touch."""

from collections.abc import Awaitable, Callable, Sequence
from enum import Enum
from typing import Final

from msgspec import Struct

from server.host.accounts.keys import Codes
from server.host.lobby.service import LobbyService
from server.host.moderation.allowed import Allowed
from server.host.moderation.bans import Bans
from server.host.moderation.reports import Reports
from server.host.services import HostServices
from server.host.session import Sessions
from server.host.tables.actor import TableActors
from server.host.tournaments.organiser import TournamentRegister
from server.storage.database import Store


class Role(Enum):
    """What an account may do."""

    PLAYER = "player"
    MODERATOR = "moderator"
    ADMIN = "admin"


_RANKS: Final = (Role.PLAYER, Role.MODERATOR, Role.ADMIN)


def reaches(role: Role, least: Role) -> bool:
    """Return True if a role may do what another one may."""
    return _RANKS.index(role) >= _RANKS.index(least)


class Caller(Struct, frozen=True):
    """Who gives a command."""

    name: str
    """The name of the account, or of the user on this machine."""

    role: Role
    door: str
    """How they came: ``socket``, ``ssh`` or ``other``."""

    account: str = ""
    """Their account; empty on this machine."""

    @property
    def local(self) -> bool:
        """True for the owner of the machine, who stands above all roles."""
        return self.door == LOCAL_DOOR

    def above(self, other: Role) -> bool:
        """Return True if the caller may act on somebody of this role."""
        return self.local or (other is not self.role and reaches(self.role, other))


LOCAL_DOOR: Final = "socket"


class Roles:
    """The roles of all accounts that have one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._roles: dict[str, Role] = {}

    async def load(self) -> None:
        """Load the stored roles; one that this version does not know counts for nothing."""
        known = {role.value: role for role in Role}
        self._roles = {account: known[role] for account, role in (await self._store.roles()).items() if role in known}

    def __getitem__(self, account: str) -> Role:
        return self._roles.get(account, Role.PLAYER)

    def holders(self, role: Role) -> tuple[str, ...]:
        """Return the accounts that have a role."""
        return tuple(account for account, held in self._roles.items() if held is role)

    async def give(self, account: str, role: Role) -> bool:
        """Give an account a role; False if it is a guest's or there is none."""
        if not await self._store.keep_role(account, "" if role is Role.PLAYER else role.value):
            return False
        self._roles.pop(account, None)
        if role is not Role.PLAYER:
            self._roles[account] = role
        return True


class NotDone(Exception):
    """An act that is not done; the text says why, and what would be right."""


class ActContext(Struct, frozen=True):
    """The parts of the host that the acts touch."""

    services: HostServices
    sessions: Sessions
    lobby: LobbyService
    actors: TableActors
    codes: Codes
    roles: Roles
    bans: Bans
    allowed: Allowed
    reports: Reports
    tournaments: TournamentRegister


class ActDone(Struct, frozen=True):
    """What an act has come to."""

    lines: tuple[str, ...]
    whom: str = ""
    """Whom or what it was done to, for the audit log."""

    reason: str = ""


Run = Callable[[ActContext, Caller, Sequence[str]], Awaitable[ActDone]]
"""Does an act with the words behind its name, or raises ``NotDone``."""


class Act(Struct, frozen=True):
    """One thing that those who run the server may do."""

    usage: str
    """How it is written, without its name."""

    least: Role
    """The least role that may do it."""

    about: str
    run: Run
    logged: bool = True
    """False for what only looks at what is no secret."""
