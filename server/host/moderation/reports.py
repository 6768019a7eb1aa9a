"""Reports of people: kept with what was said and done around them, and told to those who run the server."""

import asyncio
import logging
from collections.abc import Iterable, Mapping
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
from server.host.accounts.contacts import AddressBook
from server.host.limits import Rate, TokenBucket, TokenBuckets
from server.host.lobby.chat import NOTHING_VISIBLE
from server.host.lobby.service import LobbyService
from server.host.services import HostServices
from server.host.session import Session
from server.host.tables.actor import Glimpse, TableActors

REPORTS: Final = Rate(1 / 120, 3.0)
"""Reports of one account."""

REPORTS_OF_ALL: Final = Rate(1 / 20, 20.0)
"""Reports of everybody together: what is kept is bounded, and is not to be washed away."""

KEPT: Final = 500
"""The newest reports, which are kept."""

LINE_CELLS: Final = 160
"""The greatest width of one line of what was said or done, in terminal cells."""

_log = logging.getLogger(__name__)

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
        lines = (*self._lobby_lines(), *(await self._table_lines(table) if table else ()))
        at, by = self._services.outside.now(), session.account.name
        report = Report(at, by, other.name, other.id, text, table, lines)
        return await self._services.store.keep_report(self._services.codec.pack(report), KEPT), report

    async def newest(self, limit: int) -> tuple[tuple[int, Report], ...]:
        """Return the last reports with their numbers, the oldest first."""
        stored = await self._services.store.reports(limit)
        return tuple((one.number, self._services.codec.unpack(Report, one.body)) for one in stored)

    async def read(self, number: int) -> Report | None:
        """Return a report; None if there is no such report."""
        stored = await self._services.store.report(number)
        return self._services.codec.unpack(Report, stored.body) if stored is not None else None

    def _lobby_lines(self) -> tuple[str, ...]:
        said = self._lobby.talk.newest()[-_LINES_OF_LOBBY:]
        return tuple(clean_text(f"lobby: {line.name}: {line.text}", cells=LINE_CELLS) for line in said)

    async def _table_lines(self, table: str) -> tuple[str, ...]:
        seen = await self._actors.of(table).glimpse()
        return event_lines(seen.events) if isinstance(seen, Glimpse) else ()


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
