"""What an act of those who run the server is, and the parts of the host that it touches."""

from collections.abc import Awaitable, Callable, Sequence

from msgspec import Struct

from server.host.accounts.keys import Codes
from server.host.lobby.service import LobbyService
from server.host.moderation.allowed import Allowed
from server.host.moderation.bans import Bans
from server.host.moderation.reports import Reports
from server.host.moderation.roles import Caller, Role, Roles
from server.host.services import HostServices
from server.host.session import Sessions
from server.host.tables.actor import TableActors
from server.host.tournaments.organiser import TournamentRegister


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
