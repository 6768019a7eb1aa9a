"""Those who run the server: their roles, the reports that they are sent, and what one of their acts is."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Final

from msgspec import Struct

from protocol.administration import ReportPerson
from protocol.codec import to_plain
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.language import sentence
from protocol.messages import Happened
from protocol.seating import Event
from protocol.talk import Said
from protocol.text import clean_text
from server.host.contacts import AddressBook
from server.host.keys import Codes
from server.host.limits import Rate, TokenBucket, TokenBuckets
from server.host.lobby import NOTHING_VISIBLE, LobbyService
from server.host.moderation.access import Allowed, Bans
from server.host.services import HostServices
from server.host.session import Session, Sessions
from server.host.table_actor import Glimpse, TableActors
from server.host.tournaments import TournamentRegister
from server.storage.database import Store

REPORTS: Final = Rate(1 / 120, 3.0)
"""Reports of one account."""

REPORTS_OF_ALL: Final = Rate(1 / 20, 20.0)
"""Reports of everybody together: what is kept is bounded, and is not to be washed away."""

KEPT: Final = 500
"""The newest reports, which are kept."""

LINE_CELLS: Final = 160
"""The greatest width of one line of what was said or done, in terminal cells."""

_TEXT_CELLS: Final = 800
_LINES_OF_LOBBY: Final = 10


class Report(Struct, frozen=True, omit_defaults=True):
    """A report as it is stored."""

    at: float
    by: str
    name: str
    """Whom it is about, by the name they had."""

    account: str
    text: str
    table: str = ""
    lines: tuple[str, ...] = ()
    """What was said and done around it, as everybody there could see it."""


class Reports:
    """Takes reports, and reads them back."""

    def __init__(self, services: HostServices, book: AddressBook, actors: TableActors, lobby: LobbyService) -> None:
        self._services = services
        self._book = book
        self._actors = actors
        self._lobby = lobby
        self._of_one = TokenBuckets(REPORTS)
        self._of_all = TokenBucket(REPORTS_OF_ALL, asyncio.get_running_loop().time())

    async def take(self, session: Session, message: ReportPerson) -> tuple[int, Report]:
        """Store what the person of a connection reports, and return it with its number.

        Raises:
            RemoteProtocolError: there is no such person, nothing is said of them, or it is too much.
        """
        text = clean_text(message.text, cells=_TEXT_CELLS)
        if not text:
            raise RemoteProtocolError(ErrorCode.INVALID_TEXT, NOTHING_VISIBLE)
        other = await self._book.named(session.account, message.name)
        now = asyncio.get_running_loop().time()
        if not self._of_one.take(session.account.id, 1.0, now) or not self._of_all.take(1.0, now):
            said = sentence("too many reports have come lately: wait some minutes before you send another")
            raise RemoteProtocolError(ErrorCode.TOO_MANY, said)
        table = self._lobby.online.table_of(session)
        talk = self._lobby.talk.newest()[-_LINES_OF_LOBBY:]
        lobby = [clean_text(f"lobby: {line.name}: {line.text}", cells=LINE_CELLS) for line in talk]
        seen = await self._actors.of(table).glimpse() if table else None
        lines = (*lobby, *(event_lines(seen.events) if isinstance(seen, Glimpse) else ()))
        at, by = self._services.outside.now(), session.account.name
        report = Report(at, by, other.name, other.id, text, table, lines)
        return await self._services.store.keep_report(self._services.codec.pack(report), KEPT), report

    async def newest(self, limit: int) -> tuple[tuple[int, Report], ...]:
        """Return the last reports with their numbers, the oldest first."""
        stored = await self._services.store.reports(limit)
        return tuple((number, self._services.codec.unpack(Report, body)) for number, body in stored)

    async def read(self, number: int) -> Report | None:
        """Return a report; None if there is no such report."""
        stored = await self._services.store.report(number)
        return self._services.codec.unpack(Report, stored) if stored is not None else None


def event_lines(events: Iterable[Happened]) -> tuple[str, ...]:
    """Return events in lines, as everybody may know them."""
    return tuple(clean_text(f"{one.seq}: {_event_words(one.event)}", cells=LINE_CELLS) for one in events)


def _event_words(event: Event) -> str:
    if isinstance(event, Said):
        return f"{event.name} says: {event.text}"
    plain = to_plain(event)
    assert isinstance(plain, Mapping), "events are written as maps"
    values = (f"{name}={_value_words(value)}" for name, value in plain.items() if name != "type")
    return " ".join((type(event).__name__, *values))


def _value_words(value: object) -> str:
    return ",".join(map(_value_words, value)) if isinstance(value, list | tuple) else str(value)


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
