"""Answers questions about finished games: a person's list, records, replays, statistics and the rankings."""

import asyncio
from itertools import islice
from typing import Final

from protocol.archive import (
    GameEntry,
    Games,
    ListGames,
    ReadRecord,
    ReadReplay,
    ReadReview,
    ReadStatistics,
    RecordPart,
    Statistics,
)
from protocol.errors import ErrorCode
from protocol.language import sentence
from protocol.rankings import ReadRankings
from protocol.sentences import refused
from server.host.accounts.naming import NOBODY, clean_name
from server.host.archive.rankings import rankings, ratings_of
from server.host.archive.replays import heading_of, no_such_number, replay_part
from server.host.archive.reviews import ReviewDesk
from server.host.daily.days import is_over
from server.host.limits import GAMES_COUNTED, GAMES_LISTED, RECORD_LINES, RECORD_PAGE
from server.host.services import HostServices
from server.host.session import Session
from server.host.tournaments.register import TournamentRegister
from server.storage.store import StoreFault
from server.tables.chairs import seat_of
from server.tables.finished import game_entry, sum_up
from server.tables.heading import Heading

SLICE: Final = 25
"""Games of a list that are read before other tasks get a turn."""


class Library:
    """The archive for one connection."""

    def __init__(self, services: HostServices, session: Session) -> None:
        self._services = services
        self._session = session
        self._reviews = ReviewDesk(services, session)

    def close(self) -> None:
        """Drop a review under way."""
        self._reviews.close()

    async def answer(
        self, message: ListGames | ReadRecord | ReadReplay | ReadReview | ReadStatistics | ReadRankings
    ) -> None:
        """Answer a message; a review is answered later."""
        match message:
            case ListGames():
                await self._list(message)
            case ReadRecord() | ReadReplay():
                if not await self._withheld(message):
                    await self._open(message)
            case ReadReview():
                if not await self._withheld(message):
                    self._reviews.ask(message)
            case ReadStatistics():
                await self._sum_up(message)
            case ReadRankings():
                self._session.say(await rankings(self._services, message, self._session.account.id))

    async def _list(self, message: ListGames) -> None:
        entries: list[GameEntry] = []
        for game in await self._services.store.games(self._session.account.id, GAMES_LISTED):
            brief = heading_of(self._services, game)
            entries.append(game_entry(game.number, game.ended_at, brief, self._session.account.id))
            if not len(entries) % SLICE:
                await asyncio.sleep(0)
        self._session.say(Games(message.id, tuple(entries)))

    async def _withheld(self, message: ReadRecord | ReadReplay | ReadReview) -> bool:
        """Refuse a game whose deals others can still play, unless the reader has played it."""
        game = await self._services.store.game(message.game)
        try:
            brief = heading_of(self._services, game) if game is not None else None
        except StoreFault:
            # Its record may still be whole.
            return False
        if brief is None or seat_of(brief.chairs, self._session.account.id) is not None:
            return False
        text = await self._why_secret(brief, message.game)
        if text:
            self._session.refuse(message.id, ErrorCode.NOT_NOW, text)
        return bool(text)

    async def _why_secret(self, brief: Heading, number: int) -> str:
        """Return why others may not read a game now; empty if they may."""
        if brief.daily is not None and not is_over(brief.daily.day, self._services.outside.now()):
            return sentence(
                "game {number} is a deal of the day: everybody can read it when the day is over", number=number
            )
        if brief.duplicate and not await TournamentRegister(self._services).is_done(brief.duplicate, brief.code):
            return sentence(
                "other tables play the deals of game {number}: everybody can read it when the round is over",
                number=number,
            )
        return ""

    async def _open(self, message: ReadRecord | ReadReplay) -> None:
        if isinstance(message, ReadRecord):
            await self._read(message)
        else:
            self._session.say(await replay_part(self._services, message))

    async def _read(self, message: ReadRecord) -> None:
        record = await self._services.store.game_record(message.game)
        if record is None:
            self._session.say(refused(message.id, ErrorCode.UNKNOWN_GAME, no_such_number(message.game)))
        else:
            lines, more = page(record, message.line)
            self._session.say(RecordPart(message.id, lines, more))

    async def _sum_up(self, message: ReadStatistics) -> None:
        name = message.game or next(iter(self._services.games))
        if name not in self._services.games:
            self._session.say(refused(message.id, ErrorCode.INVALID_SETUP, self._services.no_such_game(name)))
            return
        account = await self._services.store.named(message.name) if message.name else self._session.account
        if account is None or account == NOBODY:
            self._session.say(refused(message.id, ErrorCode.UNKNOWN_PERSON, _nobody(message.name)))
            return
        ends: list[Heading] = []
        for game in await self._services.store.games(account.id, GAMES_COUNTED):
            ends.append(heading_of(self._services, game))
            if not len(ends) % SLICE:
                await asyncio.sleep(0)
        ratings, counted = await ratings_of(self._services, account.id, name), self._services.games[name].counted
        blank = Statistics(message.id, account.name, 0, game=name, counted=counted, ratings=ratings)
        self._session.say(sum_up(blank, ends, account.id))


def _nobody(name: str) -> str:
    """Return the message that there is nobody of this name, or that the reader has none yet."""
    if not name:
        return sentence("you have no name here yet: say whose statistics you want")
    return sentence(
        "nobody here is called {name}: say whose statistics you want, by their name", name=repr(clean_name(name))
    )


def page(record: str, first: int) -> tuple[tuple[str, ...], bool]:
    """Return the lines of a record from line ``first`` on that fit into a message, and whether more follow."""
    lines = record.split("\n")
    taken, room = 0, RECORD_PAGE
    for line in islice(lines, first, first + RECORD_LINES):
        room -= len(line.encode())
        if room < 0:
            break
        taken += 1
    return tuple(lines[first : first + taken]), first + taken < len(lines)
