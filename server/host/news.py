"""The news at the door: what has happened to a person since their last visit, from memory and by indexed queries.

Nothing is told of people who are hidden from the reader, nor of tables where they have no seat and no invitation.
"""

import logging
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from protocol.lobby import NewsItem, NewsKind, NewsShown, ReadNews
from protocol.rating import ranking
from protocol.setup import DAY
from protocol.table import TablePhase
from server.host.archive import heading_of
from server.host.daily import day_of, moved
from server.host.lobby import Blocks, LobbyService
from server.host.services import HostServices
from server.host.session import NOBODY, Handler, Handlers, Session
from server.host.tournaments import Organiser
from server.storage.store import FinishedGame, StoreFault
from server.tables.chairs import seat_of
from server.tables.heading import vacant
from server.tournaments import Tournament

COST: Final = 3.0  # Of the command rate: some small queries, which a client asks for once a visit.
MOST: Final = 8  # Pieces of news that are told at once.
OF_A_KIND: Final = 3  # Of them, those of one kind.
PEOPLE: Final = 3  # People online who are named.
PLACES: Final = 20  # Places of a ranking that are news.

_URGENT: Final = {kind: rank for rank, kind in enumerate(NewsKind)}

_log = logging.getLogger(__name__)


class Visit(Struct, frozen=True, gc=False):
    """What the store keeps of the last visit of an account."""

    at: float
    """When it ended, in seconds since 1970."""
    places: tuple[tuple[str, str, int], ...]
    """The places in the rankings by then: game, ruleset, place."""


class NewsDesk:
    """Tells the news, and notes when the visits end of those who have read them."""

    def __init__(self, services: HostServices, lobby: LobbyService, blocks: Blocks, organiser: Organiser) -> None:
        self._services = services
        self._store = services.store
        self._lobby = lobby
        self._blocks = blocks
        self._organiser = organiser
        self._readers: set[Session] = set()
        self.handlers: Handlers = {ReadNews: Handler(self._read, COST, nameless=True)}

    async def _read(self, session: Session, message: ReadNews) -> NewsShown:
        """Return the news; at a first visit, as at every one of a guest, only who is here."""
        own, items, passport = session.account, list[NewsItem](), session.terms.passport
        if own != NOBODY and not own.guest:
            stored = await self._store.visit(own.id)
            if passport is None or not passport.looks:
                self._readers.add(session)
            if stored is not None:
                items = await self._since(own.id, self._services.codec.unpack(Visit, stored))
            elif session in self._readers:
                await self._keep(own.id)
        unseen, online = self._blocks.unseen(own.id), self._lobby.online
        others = [one.name for one in online.newest(PEOPLE + 1, unseen) if one.name != own.name]
        number = online.count(unseen) - bool(online.sessions(own.id))
        return NewsShown(message.id, tuple(items), tuple(others[:PEOPLE]), number)

    async def leave(self, session: Session) -> None:
        """Note that a visit has ended, if its person has read the news."""
        if session not in self._readers:
            return
        self._readers.discard(session)
        self._lobby.missed.pop(session.account.id, None)
        try:
            await self._keep(session.account.id)
        except StoreFault as problem:
            _log.error("the end of a visit of %s cannot be stored: %s", session.account.id, problem)

    async def _keep(self, account: str) -> None:
        visit = Visit(self._services.outside.now(), await self._store.places(account, PLACES))
        await self._store.keep_visit(account, self._services.codec.pack(visit))

    async def _since(self, account: str, last: Visit) -> list[NewsItem]:
        """Return what has happened since a visit, the most urgent first, and of each table one thing alone."""
        now = self._services.outside.now()
        days = day_of(now), moved(day_of(now), -1)
        beaten, places, games = await self._store.since(account, days, last.at, most=OF_A_KIND, places=PLACES)
        found = [
            *self._own_tables(account),
            *self._missed(account),
            *[item for one in await self._organiser.newest() for item in _round(one, account, last.at, now)],
            *([beaten] if beaten is not None else ()),
            *_ranked(last, places),
            *self._over(account, last.at, games),
        ]
        told = dict[str, NewsItem]()
        for item in sorted(found, key=lambda item: _URGENT[item.kind]):
            if sum(one.kind is item.kind for one in told.values()) < OF_A_KIND:
                told.setdefault(item.table or str(len(told)), item)
        return [*told.values()][:MOST]

    def _own_tables(self, account: str) -> Iterator[NewsItem]:
        """Yield the running games where it is the turn of an account, or with which it can go on."""
        for code in self._lobby.directory.seated_at(account):
            one = self._lobby.directory.entry_for(code, account)
            if one is not None and one.your_turn:
                yield NewsItem(NewsKind.TURN, code, one.setup.game, until=one.deadline)
            elif one is not None and one.phase is TablePhase.PLAYING and not one.arrangement.clock.has_days:
                yield NewsItem(
                    NewsKind.RUNNING, code, one.setup.game, day=one.daily.day if one.daily is not None else ""
                )

    def _missed(self, account: str) -> Iterator[NewsItem]:
        """Yield the invitations that an account has missed, as far as there is still a seat."""
        hidden = self._blocks.hidden(account)
        for sender, item in self._lobby.missed.get(account, ()):
            brief = self._lobby.directory.heading(item.table)
            if brief is not None and vacant(brief) and account not in brief.barred and sender not in hidden:
                yield item

    def _over(self, account: str, since: float, games: Iterable[FinishedGame]) -> Iterator[NewsItem]:
        """Yield how games have ended where an account had a seat; the deal of the day is played alone."""
        for game in games:
            brief = heading_of(self._services, game)
            seat, sides = seat_of(brief.chairs, account), ranking(brief.totals, brief.sides)
            if game.ended_at > since and seat is not None and brief.daily is None:
                place = next(one.place for one in sides if seat in {one.seat, *one.partners})
                yield NewsItem(NewsKind.OVER, game.log, brief.setup.game, place=place, of=len(sides))


def _ranked(last: Visit, places: Iterable[tuple[str, str, int]]) -> Iterator[NewsItem]:
    """Yield the rankings near whose top an account has another place than before."""
    before = {(game, ruleset): place for game, ruleset, place in last.places}
    for game, ruleset, place in places:
        old = before.get((game, ruleset), 0)
        if place != old:
            yield NewsItem(NewsKind.RANKED, game=game, ruleset=ruleset, place=place, before=old)


def _round(one: Tournament, account: str, since: float, now: float) -> Iterator[NewsItem]:
    """Yield how far a tournament has come in which an account takes part."""
    if not one.rounds or not one.takes_part(account):
        return
    name, last, end = one.plan.name, one.rounds[-1], one.deadline()
    if one.phase is TablePhase.OVER and last.ended_at is not None and last.ended_at > since:
        place = next(place for place, who, _score in one.ranked() if one.entrants[who].account == account)
        yield NewsItem(NewsKind.TOURNAMENT_OVER, name=name, place=place, of=len(one.entrants))
    elif one.open_tables() and (last.began_at > since or (end is not None and end - now < DAY)):
        people = ((table, one.entrants[who].account) for table in one.open_tables() for _seat, who in table.people())
        own = next((table.table for table, who in people if who == account), "")
        yield NewsItem(NewsKind.ROUND, own, one.plan.setup.game, name=name, round=len(one.rounds), until=end)
