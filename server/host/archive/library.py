"""What a connection may read: finished games, records, replays, reviews, rankings and rules."""

import asyncio
import logging
from itertools import islice
from typing import Final

import msgspec
from msgspec import Struct

from games.kit.review import NoReview
from games.registry import reviewer
from protocol.archive import (
    GameEntry,
    Games,
    ListGames,
    ReadRecord,
    ReadReplay,
    ReadReview,
    ReadStatistics,
    RecordPart,
    ReviewPart,
    SeatReview,
    Statistics,
    TurnReview,
)
from protocol.errors import ErrorCode
from protocol.language import N_, sentence
from protocol.messages import FromServer, Refused
from protocol.rankings import Rankings, ReadRankings
from protocol.rating import RulesetRating
from protocol.sentences import refused
from protocol.setup import Setup
from server.host.accounts.naming import NOBODY, clean_name
from server.host.archive.replays import NoReplay, find_game, heading_of, no_such_deal, no_such_number, replay_part
from server.host.archive.reviewing import ReviewFault, TooManyReviews
from server.host.daily.desk import is_over
from server.host.limits import GAMES_COUNTED, GAMES_LISTED, RANKED, RECORD_LINES, RECORD_PAGE
from server.host.services import HostServices
from server.host.session import Session
from server.host.tables.ledger import TROUBLE
from server.host.tournaments.organiser import TournamentRegister
from server.rules.records import count_deals
from server.storage.store import StoreFault
from server.tables.chairs import seat_of
from server.tables.heading import Heading, game_entry, sum_up
from server.tables.ladder import RULESET, rulesets
from server.tables.ratings import ladder_of, ranked, shown


async def rankings(services: HostServices, message: ReadRankings, account: str) -> Rankings | Refused:
    """Return the rankings for this reader, or the refusal."""
    name = message.game or next(iter(services.games))
    game = services.games.get(name)
    if game is None:
        return refused(message.id, ErrorCode.INVALID_SETUP, services.no_such_game(name))
    if message.ruleset and message.ruleset not in rulesets(game.options):
        return refused(
            message.id, ErrorCode.INVALID_SETUP, _no_such_ruleset(name, message.ruleset, rulesets(game.options))
        )
    ladder = ladder_of(Setup(name, options={RULESET: message.ruleset} if message.ruleset else {}), game.options)
    standings = await services.store.standings(ladder, RANKED)
    players = ranked(((one.player, one.name, one.belief) for one in standings), account)
    return Rankings(message.id, name, ladder.ruleset, players)


async def ratings_of(services: HostServices, account: str, game: str) -> tuple[RulesetRating, ...]:
    """Return the ratings of a person in one game, the usual ruleset first."""
    found, usual = await services.store.ratings_of(account, game), rulesets(services.games[game].options)[:1]
    ordered = sorted(found.items(), key=lambda one: one[0] not in usual)
    return tuple(RulesetRating(ruleset, shown(belief)) for ruleset, belief in ordered)


def _no_such_ruleset(game: str, ruleset: str, known: tuple[str, ...]) -> str:
    if not known:
        return sentence("{game} has no ruleset {ruleset}: leave it out", game=game, ruleset=repr(ruleset))
    why = N_("there is no ruleset {ruleset} of {game}: choose among {known}")
    return sentence(why, ruleset=repr(ruleset), game=game, known=", ".join(known))


_log = logging.getLogger(__name__)

_BUSY: Final = sentence("many games are being looked back at just now: try again in a moment")


class _Deal(Struct, frozen=True):
    """A deal as ``chwech review --json`` writes it."""

    number: int
    seats: tuple[SeatReview, ...]
    decisions: tuple[TurnReview, ...]
    turning_points: tuple[int, ...]


class _Written(Struct, frozen=True):
    deals: tuple[_Deal, ...]


class ReviewDesk:
    """The reviews for one connection, one at a time."""

    def __init__(self, services: HostServices, session: Session) -> None:
        self._services = services
        self._session = session
        self._task: asyncio.Task[None] | None = None

    def ask(self, message: ReadReview) -> None:
        """Begin a review, or refuse it while another is under way."""
        if self._task is not None and not self._task.done():
            self._session.say(refused(message.id, ErrorCode.TOO_MANY, _BUSY))
            return
        self._task = asyncio.create_task(self._answer(message), name="review")

    def close(self) -> None:
        """Drop a review under way."""
        if self._task is not None:
            self._task.cancel()

    async def _answer(self, message: ReadReview) -> None:
        try:
            self._session.say(await self._reviewed(message))
        except (NoReplay, TooManyReviews) as refusal:
            busy = isinstance(refusal, TooManyReviews)
            code = ErrorCode.TOO_MANY if busy else ErrorCode.UNKNOWN_GAME
            self._session.say(refused(message.id, code, _BUSY if busy else str(refusal)))
        except ReviewFault:
            text = sentence("this deal cannot be looked back at here just now")
            self._session.say(refused(message.id, ErrorCode.SERVER_FAULT, text))
        except StoreFault:
            self._session.say(refused(message.id, ErrorCode.SERVER_FAULT, TROUBLE))
        except Exception:  # noqa: BLE001  # whatever goes wrong with a review, its asker gets an answer
            _log.exception("a review fails")
            self._session.say(refused(message.id, ErrorCode.SERVER_FAULT, TROUBLE))

    async def _reviewed(self, message: ReadReview) -> FromServer:
        game, record = await find_game(self._services, message.game)
        name = next(name for name, known in self._services.games.items() if known is game)
        try:
            reviewer(name)
        except NoReview as fault:
            raise NoReplay(str(fault)) from None
        deals = count_deals(record)
        if message.deal > deals:
            raise NoReplay(no_such_deal(message.deal, deals))
        written = await self._services.reviewing.review(record, message.deal)
        (deal,) = msgspec.json.decode(written, type=_Written).deals
        return ReviewPart(message.id, deal.number, deal.seats, deal.decisions, deal.turning_points)


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
