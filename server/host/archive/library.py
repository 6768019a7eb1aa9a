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
    ReplayPart,
    ReviewPart,
    SeatReview,
    Statistics,
    TurnReview,
)
from protocol.catalogues import catalogue
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.language import N_, sentence, speaking
from protocol.messages import FromServer, ReadRules, Rules
from protocol.rankings import Rankings, ReadRankings
from protocol.rating import RulesetRating
from protocol.sentences import refused
from protocol.setup import Setup
from server.host.accounts.naming import NOBODY, clean_name
from server.host.archive.replays import find_game, heading_of, no_such_deal, no_such_game, replay_part
from server.host.archive.reviewing import ReviewFault, TooManyReviews
from server.host.daily.desk import is_over
from server.host.limits import GAMES_COUNTED, GAMES_LISTED, HEAVY_COST, RANKED, RECORD_LINES, RECORD_PAGE
from server.host.services import HostServices
from server.host.session import Handler, Handlers, Session
from server.host.tables.ledger import TROUBLE
from server.host.tournaments.organiser import TournamentRegister
from server.rules.records import count_deals
from server.rules.values import InvalidSetup
from server.storage.store import StoreFault
from server.tables.chairs import seat_of
from server.tables.heading import Heading, game_entry, sum_up
from server.tables.ladder import RULESET, rulesets
from server.tables.ratings import ladder_of, ranked, shown


async def rankings(services: HostServices, message: ReadRankings, account: str) -> Rankings:
    """Return the rankings for this reader."""
    name = message.game or next(iter(services.games))
    game = services.game(name)
    if message.ruleset and message.ruleset not in rulesets(game.options):
        text = _no_such_ruleset(name, message.ruleset, rulesets(game.options))
        raise RemoteProtocolError(ErrorCode.INVALID_SETUP, text)
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


SLICE: Final = 25
"""Games of a list that are read before other tasks get a turn."""


class Library:
    """The archive as connections read it."""

    def __init__(self, services: HostServices, tournaments: TournamentRegister) -> None:
        self._services = services
        self._tournaments = tournaments
        self._reviews: dict[Session, asyncio.Task[None]] = {}
        """The review under way of each connection."""
        self.handlers: Handlers = {
            ListGames: Handler(self._list, HEAVY_COST, nameless=True),
            ReadRecord: Handler(self._read, HEAVY_COST, nameless=True),
            ReadReplay: Handler(self._replay, HEAVY_COST, nameless=True),
            ReadReview: Handler(self._review, HEAVY_COST, nameless=True),
            ReadStatistics: Handler(self._sum_up, HEAVY_COST, nameless=True),
            ReadRankings: Handler(self._rank, HEAVY_COST, nameless=True),
            ReadRules: Handler(self._rules, nameless=True),
        }

    def leave(self, session: Session) -> None:
        """Drop the review under way of a connection that has ended."""
        if session in self._reviews:
            self._reviews.pop(session).cancel()

    async def _list(self, session: Session, message: ListGames) -> Games:
        entries: list[GameEntry] = []
        account = session.account.id
        for game in await self._services.store.games(account, GAMES_LISTED):
            entries.append(game_entry(game.number, game.ended_at, heading_of(self._services, game), account))
            if not len(entries) % SLICE:
                await asyncio.sleep(0)
        return Games(message.id, tuple(entries))

    async def _check_open(self, number: int, account: str) -> None:
        """Refuse a game whose deals others can still play, unless the reader has played it."""
        game = await self._services.store.game(number)
        try:
            brief = heading_of(self._services, game) if game is not None else None
        except StoreFault:
            # Its record may still be whole.
            return
        if brief is None or seat_of(brief.chairs, account) is not None:
            return
        text = ""
        if brief.daily is not None and not is_over(brief.daily.day, self._services.outside.now()):
            text = sentence(
                "game {number} is a deal of the day: everybody can read it when the day is over", number=number
            )
        elif brief.duplicate and not await self._tournaments.is_done(brief.duplicate, brief.code):
            text = sentence(
                "other tables play the deals of game {number}: everybody can read it when the round is over",
                number=number,
            )
        if text:
            raise RemoteProtocolError(ErrorCode.NOT_NOW, text)

    async def _replay(self, session: Session, message: ReadReplay) -> ReplayPart:
        await self._check_open(message.game, session.account.id)
        return await replay_part(self._services, message)

    async def _read(self, session: Session, message: ReadRecord) -> RecordPart:
        await self._check_open(message.game, session.account.id)
        record = await self._services.store.game_record(message.game)
        if record is None:
            raise no_such_game(message.game)
        return RecordPart(message.id, *page(record, message.line))

    async def _rules(self, _session: Session, message: ReadRules) -> Rules:
        game = self._services.game(message.setup.game)
        try:
            with speaking(message.language, catalogue):
                return Rules(message.id, game.rules(message.setup))
        except InvalidSetup as problem:
            raise RemoteProtocolError(ErrorCode.INVALID_SETUP, str(problem)) from None

    async def _rank(self, session: Session, message: ReadRankings) -> Rankings:
        return await rankings(self._services, message, session.account.id)

    async def _sum_up(self, session: Session, message: ReadStatistics) -> Statistics:
        name = message.game or next(iter(self._services.games))
        game = self._services.game(name)
        account = await self._services.store.named(message.name) if message.name else session.account
        if account is None or account == NOBODY:
            raise RemoteProtocolError(ErrorCode.UNKNOWN_PERSON, _nobody(message.name))
        ends: list[Heading] = []
        for finished in await self._services.store.games(account.id, GAMES_COUNTED):
            ends.append(heading_of(self._services, finished))
            if not len(ends) % SLICE:
                await asyncio.sleep(0)
        ratings = await ratings_of(self._services, account.id, name)
        blank = Statistics(message.id, account.name, 0, game=name, counted=game.counted, ratings=ratings)
        return sum_up(blank, ends, account.id)

    async def _review(self, session: Session, message: ReadReview) -> None:
        """Begin a review, or refuse it while another of the connection is under way."""
        await self._check_open(message.game, session.account.id)
        if session in self._reviews:
            raise RemoteProtocolError(ErrorCode.TOO_MANY, _BUSY)
        self._reviews[session] = asyncio.create_task(self._answer_review(session, message), name="review")

    async def _answer_review(self, session: Session, message: ReadReview) -> None:
        answer: FromServer
        try:
            answer = await self._reviewed(message)
        except RemoteProtocolError as problem:
            answer = refused(message.id, problem.code, problem.text)
        except TooManyReviews:
            answer = refused(message.id, ErrorCode.TOO_MANY, _BUSY)
        except ReviewFault:
            text = sentence("this deal cannot be looked back at here just now")
            answer = refused(message.id, ErrorCode.SERVER_FAULT, text)
        except StoreFault:
            answer = refused(message.id, ErrorCode.SERVER_FAULT, TROUBLE)
        except Exception:  # noqa: BLE001  # whatever goes wrong with a review, its asker gets an answer
            _log.exception("a review fails")
            answer = refused(message.id, ErrorCode.SERVER_FAULT, TROUBLE)
        del self._reviews[session]
        session.say(answer)

    async def _reviewed(self, message: ReadReview) -> FromServer:
        game, record = await find_game(self._services, message.game)
        name = next(name for name, known in self._services.games.items() if known is game)
        try:
            reviewer(name)
        except NoReview as fault:
            raise RemoteProtocolError(ErrorCode.UNKNOWN_GAME, str(fault)) from None
        deals = count_deals(record)
        if message.deal > deals:
            raise no_such_deal(message.deal, deals)
        written = await self._services.reviewing.review(record, message.deal)
        (deal,) = msgspec.json.decode(written, type=_Written).deals
        return ReviewPart(message.id, deal.number, deal.seats, deal.decisions, deal.turning_points)


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
