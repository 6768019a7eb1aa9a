"""The archive: files finished games with their ratings, compacts what is left of their tables, and shows it all."""

import asyncio
import contextlib
import hashlib
import logging
import os
import sys
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from games.kit import pages
from games.kit.game import Game
from games.kit.options import InvalidSetup
from games.kit.records import RecordFault, decoded
from games.kit.review import NoReview
from games.registry import reviewer
from protocol import archive
from protocol.codec import Codec
from protocol.errors import ErrorCode, ProtocolError, RemoteProtocolError, denial
from protocol.game import Temper
from protocol.language import N_, sentence, speaking
from protocol.messages import SOMEBODY, FromServer, ReadRules, Rules, refused
from protocol.rating import RULESET, Ladder, MonthPlace, Rankings, ReadRankings, RulesetRating, SeatRating, rulesets
from protocol.setup import Delay, Setup
from protocol.table import TablePhase
from server.host import limits
from server.host.clock import Recurring
from server.host.daily import is_over, keep_result
from server.host.directory import TROUBLE, Ledger
from server.host.lobby import Blocks
from server.host.people import clean_name
from server.host.services import HostServices
from server.host.session import NOBODY, Handler, Handlers, Session
from server.storage.database import Store
from server.storage.ratings import month_of
from server.storage.store import ClosedLog, FinishedGame, StoreFault
from server.tables import heading as headings
from server.tables.chairs import Chairs, chair_temper, is_bot, seat_of, taken
from server.tables.erasing import renamed
from server.tables.position import counted, replay
from server.tables.ratings import by_households, ladder_of, points, public_scores, rated_game, shown
from server.tables.ratings import shown as rating
from server.tables.table import Progress, Table


def heading_of(services: HostServices, game: FinishedGame) -> headings.Heading:
    """Return the heading that the archive keeps of a game."""
    try:
        return services.codec.unpack(headings.Heading, game.entry)
    except ProtocolError as problem:
        raise StoreFault(f"the archive holds a game that cannot be read: {problem}") from problem


Ratings = tuple[SeatRating | None, ...]


class SeatRatings:
    """The ratings at one table."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: tuple[tuple[Chairs, bool], Ratings] | None = None

    def again(self) -> None:
        """Look the ratings up again: the game has been rated."""
        self._known = None

    async def rated(self, table: Table) -> Table | None:
        """Return the table with the ratings of those who have its seats; None if it has them already."""
        now = table.chairs, table.phase is TablePhase.OVER
        # They are known as long as the same people sit there.
        if self._known is None or self._known[0] != now:
            try:
                self._known = now, await self._look_up(table) if headings.is_rated(table) else ()
            except StoreFault as problem:
                # Ratings are nothing that a game waits for.
                _log.error("table %s: its ratings cannot be read: %s", table.opened.code, problem)
                return None
        ratings = self._known[1]
        return replace(table, ratings=ratings) if ratings != table.ratings else None

    async def _look_up(self, table: Table) -> Ratings:
        store, over = self._store, table.phase is TablePhase.OVER
        seats = [headings.player_of(chair, table.guests) if chair is not None else None for chair in table.chairs]
        changed = await store.rating_changes(table.opened.code) if over else ()
        changes = {change.player: change for change in changed}
        ladder = ladder_of(table.opened.setup, table.state.game.options)
        known = await store.beliefs(ladder, {player for player in seats if player is not None})
        ratings: dict[headings.Player, SeatRating] = {
            player: SeatRating(shown(belief)) for player, belief in known.items()
        }
        for player, (_, before, after) in changes.items():
            ratings[player] = SeatRating(shown(after), points(after.mu) - points(before))
        found = tuple(ratings.get(player) if player is not None else None for player in seats)
        return found if any(found) else ()


_log = logging.getLogger(__name__)


class Archivist(Recurring):
    """A task that sleeps until a game has ended; it first files what an earlier run has left."""

    def __init__(self, services: HostServices) -> None:
        super().__init__(
            self._file_all, "finished games cannot be filed now", limits.RETRY_SECONDS, limits.LONGEST_RETRY_SECONDS
        )
        self._services = services
        self._rivals = dict[str, tuple[int, ...]]()
        self.rated: Callable[[str], None] = lambda _: None
        """Called with the code of each table whose game has been rated."""

    async def _file_all(self) -> None:
        left: dict[str, str] = {}
        store = self._services.store
        # Those that have just failed are left out, and all others once too many have failed.
        while len(left) < limits.FILED_AT_ONCE and (
            logs := {*await store.unfiled(limits.FILED_AT_ONCE + len(left))} - left.keys()
        ):
            for log in sorted(logs):
                try:
                    await self._file(log)
                except StoreFault as problem:
                    # Perhaps only the pages of this log are damaged: the others must not wait for it.
                    left[log] = str(problem)
                # A long backlog must not slow down running games.
                await asyncio.sleep(limits.FILING_PAUSE)
        await self._rate_all()
        if left:
            log, problem_of_it = next(iter(left.items()))
            raise StoreFault(f"{len(left)} of them, the first that of table {log}: {problem_of_it}")

    async def _rate_all(self) -> None:
        """Rate every game that has not been looked at, unless it rates nobody or cannot be read."""
        store = self._services.store
        while (game := await store.next_unrated()) is not None:
            result = None
            try:
                brief = heading_of(self._services, game)
                rules = self._services.games.get(brief.setup.game)
                result = rated_game(brief, ladder_of(brief.setup, rules.options)) if rules is not None else None
            except StoreFault as problem:
                _log.error("game %d is not rated: %s", game.number, problem)
            if not await store.rate(game.number, result):
                raise StoreFault(f"game {game.number} is not the next one to be rated any more")
            self.rated(game.log)
            # A long backlog must not slow down running games.
            await asyncio.sleep(limits.FILING_PAUSE)

    async def _file(self, log: str) -> None:
        """File the game of a log, or mark the log as passed over if there is no finished game in it."""
        try:
            progress = await Ledger(self._services, log).load()
            end = headings.end_of(progress) if progress else None
            if progress is not None and end is not None:
                await self._keep(log, progress, end)
                return
            _log.info("table %s: no game was played to its end, so none is filed", log)
        except StoreFault:
            raise
        except Exception:  # noqa: BLE001  # one unusable log must not keep the others waiting
            _log.exception("table %s: its game cannot be filed", log)
        await self._services.store.pass_over(log)

    async def _keep(self, log: str, progress: Progress, end: Table) -> None:
        """Store a game in the archive; raise ``ValueError`` if the record does not fit into messages."""
        store, ended_at = self._services.store, end.changed_at
        number = await store.last_game() + 1
        played_at = datetime.fromtimestamp(ended_at, UTC).isoformat(timespec="seconds")
        record = headings.record_of(end, str(number), played_at)
        if max(len(line.encode()) for line in record.split("\n")) > limits.RECORD_PAGE:
            raise ValueError(f"a line of its record has more than {limits.RECORD_PAGE} bytes")
        brief = by_households(headings.heading(end), self._services.configured.rate_households)
        game = FinishedGame(number, log, ended_at, self._services.codec.pack(brief))
        await keep_result(self._services, progress, end, self._rivals)
        scores = public_scores(end, brief, ladder_of(brief.setup, end.state.game.options))
        if not await store.file(game, headings.players(end), record, scores):
            raise StoreFault(f"another game got the number {number} at the same time")


FIRST_SECONDS: Final = 300.0
"""Seconds after the start before the first look: those who come back after a restart go first."""

EVERY_SECONDS: Final = 6 * 3600.0  # Seconds between two looks.

DAY: Final = 86_400.0

PAGE: Final = 64  # Logs that are looked up at once.
MOST_FAULTS: Final = 64  # Logs that may fail in one look; after that the store is at fault.


class Compactor(Recurring):
    """A task that compacts now and then, unless logs are kept for ever."""

    def __init__(self, services: HostServices, awake: Callable[[str], bool]) -> None:
        """``awake`` tells whether someone is at a table: its log is left as it is."""
        super().__init__(self._compact, "old logs cannot be compacted now", EVERY_SECONDS, EVERY_SECONDS)
        self._services = services
        self._awake = awake

    def open(self, first: float = FIRST_SECONDS) -> None:
        """Start the task, unless logs are kept for ever."""
        if self._services.log_days:
            super().open(first)

    async def _compact(self) -> float:
        """Compact every log that is old enough; return when to look again. Raise ``StoreFault`` if some were not."""
        store, before = self._services.store, self._services.outside.now() - self._services.log_days * DAY
        after, number = "", 0
        faults: list[str] = []
        while len(faults) < MOST_FAULTS and (page := await store.closed_logs(before, after, PAGE)):
            after = page[-1].log
            for closed in page:
                if self._awake(closed.log) or not self._is_old(closed, before):
                    continue
                try:
                    await store.compact(closed.log)
                    number += 1
                except StoreFault as problem:
                    # Perhaps only the pages of this log are damaged: the others must not wait for it.
                    faults.append(f"table {closed.log}: {problem}")
                # Running games go first.
                await asyncio.sleep(limits.FILING_PAUSE)
        if faults:
            raise StoreFault(f"{len(faults)} of them, the first that of {faults[0]}")
        if number:
            _log.info("%d logs were compacted: their games are in the archive", number)
        return EVERY_SECONDS

    def _is_old(self, closed: ClosedLog, before: float) -> bool:
        """Return True if nothing has happened at a table since; a heading that cannot be read tells nothing."""
        if closed.ended_at is not None:
            return closed.ended_at < before
        with contextlib.suppress(ProtocolError):
            heading = self._services.codec.unpack(headings.Heading, closed.heading)
            return headings.last_played(heading)[0] + headings.PLAYED_SECONDS < before
        return False


SLICE: Final = 40  # Moments of a game that are replayed before other tasks get a turn: less than a millisecond.
SHOWN: Final = 8  # Steps that are encoded before other tasks get a turn.


def no_such_game(number: int) -> RemoteProtocolError:
    """Return the refusal of a number that no finished game has."""
    text = sentence("there is no finished game {number} here: ask for the list of yours", number=number)
    return RemoteProtocolError(ErrorCode.UNKNOWN_GAME, text)


def no_such_deal(deal: int, last: int) -> RemoteProtocolError:
    """Return the refusal of a deal that a game does not have, which has only those up to ``last``."""
    text = sentence("there is no deal {deal} in that game: it has those from 1 to {last}", deal=deal, last=last)
    return RemoteProtocolError(ErrorCode.UNKNOWN_GAME, text)


async def find_game(services: HostServices, number: int) -> tuple[Game[Any], str]:
    """Return the rules and the record of a game; raise ``RemoteProtocolError`` if it is unknown, or offered no more."""
    found, record = await services.store.game(number), await services.store.game_record(number)
    if found is None or record is None:
        raise no_such_game(number)
    name = heading_of(services, found).setup.game
    game = services.games.get(name)
    if game is None:
        text = sentence("game {number} is one of {name}, which is not played here", number=found.number, name=name)
        raise RemoteProtocolError(ErrorCode.UNKNOWN_GAME, text)
    return game, record


async def replay_part(services: HostServices, message: archive.ReadReplay) -> archive.ReplayPart:
    """Return as many steps of a deal, from one of them on, as fit into a message."""
    game, record = await find_game(services, message.game)
    try:
        steps, more = await _steps(services.codec, game, record, message)
        return archive.ReplayPart(message.id, tuple(steps), more=more, deals=len(decoded(record.encode()).deals))
    except RecordFault as fault:
        why = N_("the record of game {number} cannot be played again: {fault}")
        raise denial(ErrorCode.SERVER_FAULT, why, number=message.game, fault=fault) from None


async def _steps(
    codec: Codec, game: Game[Any], record: str, message: archive.ReadReplay
) -> tuple[list[archive.ReplayStep], bool]:
    """Return the steps of a deal that fit, and whether more follow; raise ``RecordFault`` if the record is invalid."""
    steps: list[archive.ReplayStep] = []
    deal, number, room = 1, 0, limits.REPLAY_PAGE
    for moment, (event, state) in enumerate(replay(game, record), start=1):
        if not moment % SLICE or (steps and not len(steps) % SHOWN):
            await asyncio.sleep(0)
        if deal == message.deal and number >= message.step:
            step = archive.ReplayStep((event,), state.reveal())
            room -= len(codec.pack(step))
            if steps and room < 0:
                return steps, True
            steps.append(step)
        number += deal == message.deal
        deal += state.ends(event) is Delay.DEAL
        if deal > message.deal:
            return steps, False
    raise no_such_deal(message.deal, deal - 1)


_NICE: Final = 10  # How far a review gives way to all else on the machine.


_BUSY: Final = sentence("many games are being looked back at just now: try again in a moment")
NO_REVIEW: Final = sentence("this deal cannot be looked back at here just now")


class ReviewProcesses:
    """Reviews by ``chwech review``; the latest ones are kept."""

    def __init__(self) -> None:
        self._busy = asyncio.Lock()
        self._wanted = 0
        self._kept: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        """The reviews, by the hash of the record, the deal and further options."""

    async def review(self, record: str, deal: int, *more: str) -> bytes:
        """Return the review of a deal of a record as ``chwech review --json`` writes it, a kept one at once.

        There may be more options of that command.

        Raises:
            RemoteProtocolError: it failed or took too long, and the log says why, or too many are waiting.
        """
        which = hashlib.sha256(record.encode()).digest(), deal, *more
        if which in self._kept:
            return self._kept[which]
        if self._wanted >= limits.REVIEWS_WANTED:
            raise RemoteProtocolError(ErrorCode.TOO_MANY, _BUSY)
        self._wanted += 1
        try:
            async with self._busy:
                # Someone else may have wanted the same.
                if which not in self._kept:
                    self._kept[which] = await _run(record, deal, *more)
                if len(self._kept) > limits.REVIEWS_KEPT:
                    self._kept.popitem(last=False)
                return self._kept[which]
        finally:
            self._wanted -= 1


async def _run(record: str, deal: int, *more: str) -> bytes:
    command = [sys.executable, "-P", "-m", "chwech", "review", "-", "--json", "--deal", str(deal), *more]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe)
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process.pid, _NICE)
    try:
        async with asyncio.timeout(limits.REVIEW_SECONDS):
            written, faults = await process.communicate(record.encode() + b"\n")
    except TimeoutError:
        _log.error("the review of a deal takes longer than %.0f s", limits.REVIEW_SECONDS)
        raise RemoteProtocolError(ErrorCode.SERVER_FAULT, NO_REVIEW) from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        _log.error("a deal cannot be reviewed: %s", faults.decode(errors="replace").strip()[-400:])
        raise RemoteProtocolError(ErrorCode.SERVER_FAULT, NO_REVIEW)
    return written


class _Written(Struct, frozen=True):
    """A game as ``chwech review --json`` writes it."""

    deals: tuple[archive.ReviewPart, ...]


OWN_PLACES: Final = 360  # First three places of months among which one's own are looked for: those of ten years.
GAMES_AT_ONCE: Final = 25  # Games of a list that are read before other tasks get a turn.


class Library:
    """The archive as connections read it."""

    def __init__(self, services: HostServices, is_done: Callable[[int, str], Awaitable[bool]], blocks: Blocks) -> None:
        self._services = services
        self._blocks = blocks
        self._is_done = is_done  # Returns True once no table of a tournament plays these deals any more.
        self._reviewing = ReviewProcesses()
        self._reviews: dict[Session, asyncio.Task[None]] = {}  # The review under way of each connection.
        self.handlers: Handlers = {
            archive.ListGames: Handler(self._list, limits.HEAVY_COST, nameless=True),
            archive.ReadRecord: Handler(self._read, limits.HEAVY_COST, nameless=True),
            archive.ReadReplay: Handler(self._replay, limits.HEAVY_COST, nameless=True),
            archive.ReadReview: Handler(self._review, limits.HEAVY_COST, nameless=True),
            archive.ReadStatistics: Handler(self._sum_up, limits.HEAVY_COST, nameless=True),
            ReadRankings: Handler(self._rank, limits.HEAVY_COST, nameless=True),
            ReadRules: Handler(self._rules, nameless=True),
        }

    def leave(self, session: Session) -> None:
        """Drop the review under way of a connection that has ended."""
        if session in self._reviews:
            self._reviews.pop(session).cancel()

    async def _list(self, session: Session, message: archive.ListGames) -> archive.Games:
        entries: list[archive.GameEntry] = []
        account = session.account.id
        for place, game in enumerate(await self._services.store.games(account, limits.GAMES_LISTED)):
            try:
                heading = heading_of(self._services, game)
                entries.append(headings.game_entry(game.number, game.ended_at, heading, account))
            except StoreFault as problem:
                # One game that cannot be read hides no other.
                _log.error("game %d is not listed: %s", game.number, problem)
            if not place % GAMES_AT_ONCE:
                await asyncio.sleep(0)
        return archive.Games(message.id, tuple(entries))

    async def _check_open(self, number: int, account: str) -> tuple[int, ...]:
        """Refuse a game of a private table, or one whose deals others can still play, unless the reader has played it.

        Return the seats of those whom its record names to others only as somebody.
        """
        game = await self._services.store.game(number)
        try:
            brief = heading_of(self._services, game) if game is not None else None
        except StoreFault:
            # Its record may still be whole.
            return ()
        if brief is None or seat_of(brief.chairs, account) is not None:
            return ()
        if not (brief.arrangement.listed or brief.daily or account in headings.accounts(brief)):
            raise no_such_game(number)
        if brief.daily is not None and not is_over(brief.daily.day, self._services.outside.now()):
            why = N_("game {number} is a deal of the day: everyone can read it when the day is over")
            raise denial(ErrorCode.NOT_NOW, why, number=number)
        if brief.duplicate and not await self._is_done(brief.duplicate, brief.code):
            why = N_("other tables play the deals of game {number}: everyone can read it when the round is over")
            raise denial(ErrorCode.NOT_NOW, why, number=number)
        unlisted = self._blocks.unlisted
        return tuple(seat for seat, chair in taken(brief.chairs) if (chair.account or chair.resigned) in unlisted)

    async def _replay(self, session: Session, message: archive.ReadReplay) -> archive.ReplayPart:
        await self._check_open(message.game, session.account.id)
        return await replay_part(self._services, message)

    async def _read(self, session: Session, message: archive.ReadRecord) -> archive.RecordPart:
        masked = await self._check_open(message.game, session.account.id)
        record = await self._services.store.game_record(message.game)
        if record is None:
            raise no_such_game(message.game)
        if masked:
            head, *lines = record.split("\n")
            record = "\n".join([renamed(head, masked, SOMEBODY), *lines])
        return archive.RecordPart(message.id, *page(record, message.line))

    async def _rules(self, _session: Session, message: ReadRules) -> Rules:
        game = self._services.game(message.setup.game)
        try:
            with speaking(message.language):
                return Rules(message.id, pages.rules(game, message.setup.players, message.setup.options))
        except InvalidSetup as problem:
            raise RemoteProtocolError(ErrorCode.INVALID_SETUP, str(problem)) from None

    async def _rank(self, session: Session, message: ReadRankings) -> Rankings:
        name = message.game or next(iter(self._services.games))
        game = self._services.game(name)
        known = rulesets(game.options)
        if message.ruleset and not known:
            why = N_("{game} has no ruleset {ruleset}: leave it out")
            raise denial(ErrorCode.INVALID_SETUP, why, game=name, ruleset=repr(message.ruleset))
        if message.ruleset and message.ruleset not in known:
            why = N_("there is no ruleset {ruleset} of {game}: choose among {known}")
            about = {"ruleset": repr(message.ruleset), "game": name, "known": ", ".join(known)}
            raise denial(ErrorCode.INVALID_SETUP, why, **about)
        ladder = ladder_of(Setup(name, options={RULESET: message.ruleset} if message.ruleset else {}), game.options)
        now = self._services.outside.now()
        return replace(
            await self._services.store.rankings(ladder, session.account.id, now, limits.RANKED), id=message.id
        )

    async def _sum_up(self, session: Session, message: archive.ReadStatistics) -> archive.Statistics:
        name = message.game or next(iter(self._services.games))
        game = self._services.game(name)
        own = session.account
        account = await self._services.store.named(message.name) if message.name else own
        if account is not None and account.id in self._blocks.unlisted and not self._blocks.sees(own.id, account.id):
            account = None
        if account is None or account == NOBODY:
            why = N_("you have no name here yet: say whose statistics you want")
            if message.name:
                why = N_("nobody here is called {name}: say whose statistics you want, by their name")
            raise denial(ErrorCode.UNKNOWN_PERSON, why, name=repr(clean_name(message.name)))
        ends: list[headings.Heading] = []
        for finished in await self._services.store.games(account.id, limits.GAMES_COUNTED):
            ends.append(heading_of(self._services, finished))
            if not len(ends) % GAMES_AT_ONCE:
                await asyncio.sleep(0)
        beliefs = await self._services.store.ratings_of(account.id, name)
        # The usual ruleset comes first.
        usual = rulesets(game.options)[:1]
        ordered = sorted(beliefs.items(), key=lambda one: one[0] not in usual)
        ratings = tuple(RulesetRating(ruleset, rating(belief)) for ruleset, belief in ordered)
        month, places = month_of(self._services.outside.now()), tuple[MonthPlace, ...]()
        for ruleset in rulesets(game.options) or ("",):
            every = await self._services.store.month_places(Ladder(name, ruleset, month), account.id, OWN_PLACES)
            places += tuple(one for one in every if one.name == account.name)
        blank = archive.Statistics(
            message.id, account.name, 0, game=name, counted=counted(game), ratings=ratings, places=places
        )
        return headings.sum_up(blank, ends, account.id)

    async def _review(self, session: Session, message: archive.ReadReview) -> None:
        """Begin a review, or refuse it while another of the connection is under way."""
        await self._check_open(message.game, session.account.id)
        if session in self._reviews:
            raise RemoteProtocolError(ErrorCode.TOO_MANY, _BUSY)
        self._reviews[session] = asyncio.create_task(self._answer_review(session, message), name="review")

    async def _answer_review(self, session: Session, message: archive.ReadReview) -> None:
        answer: FromServer
        try:
            answer = await self._reviewed(session, message)
        except RemoteProtocolError as problem:
            answer = refused(message.id, problem.code, problem.text)
        except StoreFault:
            answer = refused(message.id, ErrorCode.SERVER_FAULT, TROUBLE)
        except Exception:  # noqa: BLE001  # whatever goes wrong with a review, its asker gets an answer
            _log.exception("a review fails")
            answer = refused(message.id, ErrorCode.SERVER_FAULT, TROUBLE)
        del self._reviews[session]
        session.answer(answer)

    async def _reviewed(self, session: Session, message: archive.ReadReview) -> FromServer:
        game, record = await find_game(self._services, message.game)
        name = next(name for name, known in self._services.games.items() if known is game)
        deals = len(decoded(record.encode()).deals)
        if message.deal > deals:
            raise no_such_deal(message.deal, deals)
        more: tuple[str, ...] = ()
        try:
            if message.turn:
                more = "--why", str(message.turn), "--bot", (await self.bot_asked(session, message))[-1]
            else:
                reviewer(name)
        except NoReview as fault:
            raise RemoteProtocolError(ErrorCode.UNKNOWN_GAME, str(fault)) from None
        written = await self._reviewing.review(record, message.deal, *more)
        (deal,) = msgspec.json.decode(written, type=_Written).deals
        return replace(deal, id=message.id)

    async def bot_asked(
        self, session: Session, message: archive.ReadReview | archive.Complain
    ) -> tuple[str, int, str, str]:
        """Return the record of a game, and the seat, choice, and level and temper of a bot; refuse any other turn."""
        await self._check_open(message.game, session.account.id)
        _game, record = await find_game(self._services, message.game)
        game, deals = await self._services.store.game(message.game), decoded(record.encode()).deals
        turns = deals[message.deal - 1].actions[message.turn - 1 : message.turn] if message.deal <= len(deals) else ()
        brief = heading_of(self._services, game) if game is not None else None
        for seat, choice in turns:
            chair = brief.chairs[seat] if brief is not None else None
            if brief is not None and chair is not None and is_bot(chair):
                temper = Temper.EVEN if brief.daily is not None else chair_temper(chair)
                return record, seat, choice, f"{chair.bot}:{temper.value}"
        raise RemoteProtocolError(ErrorCode.NOT_NOW, sentence("no bot of this server has played that"))


def page(record: str, first: int) -> tuple[tuple[str, ...], bool]:
    """Return the lines of a record from line ``first`` on that fit into a message, and whether more follow."""
    lines = record.split("\n")
    taken, room = 0, limits.RECORD_PAGE
    for line in islice(lines, first, first + limits.RECORD_LINES):
        room -= len(line.encode())
        if room < 0:
            break
        taken += 1
    return tuple(lines[first : first + taken]), first + taken < len(lines)
