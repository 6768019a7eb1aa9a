"""Tournaments: what is asked of them, and the task that opens tables, collects results and begins the next round.

The task does only what the stored tournaments ask for, and does nothing twice: a server that was killed goes on where
it was.
"""

import asyncio
import logging
from collections.abc import Callable
from random import Random
from typing import Any, Final, assert_never

from msgspec.structs import replace

from games.kit.game import Game
from games.kit.options import InvalidSetup
from protocol.contacts import Invited
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.language import sentence
from protocol.message import Seat
from protocol.messages import INVITATIONS, FromServer
from protocol.setup import Arrangement, Delay
from protocol.tableview import TablePhase
from protocol.text import clean_text
from protocol.tournaments import (
    CancelTournament,
    EnterTournament,
    ListTournaments,
    MakeTournament,
    ReadTournament,
    StartTournament,
    TournamentPlan,
    Tournaments,
    TournamentShown,
)
from server.host.clock import Recurring
from server.host.ledger import Ledger
from server.host.limits import HEAVY_COST, NAME_CELLS, RETRY_SECONDS
from server.host.naming import MIXED, clean_name
from server.host.services import HostServices
from server.host.session import Handler, Handlers, Session
from server.host.table_actor import TableActors
from server.storage.store import Account, StoredTournament, StoreFault
from server.tables.chairs import Chair
from server.tables.clock import check_clock
from server.tables.commands import Denied, spent
from server.tables.heading import end_of
from server.tables.log import DamagedLog, Opened, cause_of
from server.tables.names import is_legible, scripts_of
from server.tables.opening import line_up
from server.tables.position import first_position
from server.tables.table import Progress
from server.tournaments import (
    BOT,
    Change,
    Entrant,
    Pairing,
    Result,
    Tournament,
    call_off,
    collected,
    deadline,
    enter,
    entry,
    is_done,
    next_round,
    open_tables,
    pair,
    round_due,
    round_seed,
    seat,
    shown,
    start,
    withdraw,
)

LISTED: Final = 50
"""Tournaments in a list, and unfinished ones of the whole server."""

UNFINISHED_OF_ONE: Final = 3
"""Unfinished tournaments that one account has made."""


class TournamentRegister:
    """Reads and changes tournaments, one change at a time."""

    def __init__(self, services: HostServices) -> None:
        self._store = services.store
        self._codec = services.codec
        self._lock = asyncio.Lock()

    async def newest(self) -> tuple[Tournament, ...]:
        """Return the unfinished tournaments, then the newest of the others."""
        return tuple(map(self._read, await self._store.tournaments(LISTED)))

    async def read(self, number: int) -> Tournament:
        """Return a tournament."""
        return self._read(_known(await self._store.tournament(number)))

    async def is_done(self, number: int, table: str) -> bool:
        """True if no table of the round in which a table was opened is played any more, or it no longer counts."""
        stored = await self._store.tournament(number)
        return stored is None or is_done(self._read(stored), table)

    async def make(self, create: Callable[[int], Tournament]) -> Tournament:
        """Store a new tournament, given a function that makes it with its number; a repetition gives the same one.

        Raises:
            RemoteProtocolError: too many are unfinished, or the id of the command was used for another one.
        """
        async with self._lock:
            made = create(await self._store.last_tournament() + 1)
            newest = await self.newest()
            known = next(
                (one for one in newest if (one.maker.account, one.making) == (made.maker.account, made.making)), None
            )
            if known is not None and known.asked != made.asked:
                raise spent(made.making)
            if known is not None:
                return known
            unfinished = [one for one in newest if one.phase is not TablePhase.OVER]
            own = sum(one.maker.account == made.maker.account for one in unfinished)
            if own >= UNFINISHED_OF_ONE:
                text = sentence("you have {n} unfinished tournaments: cancel one of them first", n=own)
                raise RemoteProtocolError(ErrorCode.TOO_MANY, text)
            if len(unfinished) >= LISTED:
                text = sentence("the server has no room for another tournament: enter one of them")
                raise RemoteProtocolError(ErrorCode.TOO_MANY, text)
            await self._keep(made, 1)
            return made

    async def change(self, number: int, work: Callable[[Tournament], Change]) -> Tournament:
        """Change a tournament and return it once it is stored."""
        async with self._lock:
            stored = _known(await self._store.tournament(number))
            before = self._read(stored)
            after = work(before)
            if isinstance(after, Denied):
                raise RemoteProtocolError(after.code, after.text)
            if after != before:
                await self._keep(after, stored.version + 1)
            return after

    def _read(self, stored: StoredTournament) -> Tournament:
        return self._codec.unpack(Tournament, stored.state)

    async def _keep(self, tournament: Tournament, version: int) -> None:
        state = self._codec.pack(tournament)
        live = tournament.phase is not TablePhase.OVER
        if not await self._store.keep_tournament(StoredTournament(tournament.number, version, state), live=live):
            text = sentence("the tournament was changed by somebody else at the same time: try again")
            raise RemoteProtocolError(ErrorCode.STALE, text)


def _known(stored: StoredTournament | None) -> StoredTournament:
    if stored is None:
        text = sentence("there is no such tournament: look at the list")
        raise RemoteProtocolError(ErrorCode.UNKNOWN_TOURNAMENT, text)
    return stored


_log = logging.getLogger(__name__)

LATE_SECONDS: Final = 60.0
"""Seconds after which bots are let play on once more at a table that is late: people may have come back."""

Tell = Callable[[str, FromServer, str], None]
"""Sends a message to an account, if its client has a feature."""


_LOT_BYTES: Final = 16

_WHOLE: Final = 128
"""The width of the longest name that a client can send, in terminal cells."""


_CHANGING: Final = (MakeTournament, EnterTournament, StartTournament, CancelTournament)
_Changing = MakeTournament | EnterTournament | StartTournament | CancelTournament
"""The requests that change a tournament."""


class Organiser(Recurring):
    """A task that sleeps until a table has ended, or something is due; first it goes on with what is left.

    It also makes, lists, fills, starts and calls off tournaments, as connections ask for it.
    """

    def __init__(self, services: HostServices, actors: TableActors, register: TournamentRegister, tell: Tell) -> None:
        """Begin asleep; ``tell`` sends the invitations to tables that are open."""
        super().__init__(self._tend_all, "tournaments cannot go on now", RETRY_SECONDS, RETRY_SECONDS)
        self._services = services
        self._directory = actors.directory
        self._actors = actors
        self._register = register
        self._awaited: set[str] = set()
        self._tell = tell
        self._directory.ended = self._table_ended
        self.handlers: Handlers = {
            ListTournaments: Handler(self._list, HEAVY_COST, nameless=True),
            ReadTournament: Handler(self._read, HEAVY_COST, nameless=True),
            **dict.fromkeys(_CHANGING, Handler(self._answer, HEAVY_COST)),
        }

    def _table_ended(self, code: str) -> None:
        if code in self._awaited:
            self.call()

    async def _tend_all(self) -> float | None:
        """Do what is due in every tournament, and return the seconds until something is due again; None for never.

        Raises:
            StoreFault: some could not be tended; the others have been.
        """
        waits: list[float] = []
        faults: list[str] = []
        for one in await self._register.newest():
            if one.phase is not TablePhase.PLAYING:
                continue
            try:
                wait = await self._tend(one)
            except StoreFault as problem:
                # Perhaps only the pages of its tables are damaged: the others must not wait for it.
                faults.append(f"tournament {one.number}: {problem}")
            else:
                waits += [wait] if wait is not None else []
        if faults:
            raise StoreFault("; ".join(faults))
        return min(waits, default=None)

    async def _tend(self, one: Tournament) -> float | None:
        """Do what is due in a tournament, and return the seconds until something is due again."""
        while one.phase is TablePhase.PLAYING:
            for pairing in open_tables(one):
                one = await self._look_after(one, pairing)
            now, due = self._services.outside.now(), round_due(one)
            if due is None:
                return self._until_late(one, now)
            if due > now:
                return due - now
            one = await self._begin_round(one)
        return None

    def _until_late(self, one: Tournament, now: float) -> float | None:
        if any(pairing.table not in self._directory for pairing in open_tables(one)):
            # It could not be opened, or has ended just now.
            return RETRY_SECONDS
        end = deadline(one)
        return None if end is None else end - now if end > now else LATE_SECONDS

    async def _begin_round(self, one: Tournament) -> Tournament:
        """Store who meets whom in the next round; its tables are opened after that."""
        seats = seat(one, pair(one))
        codes = [await self._directory.fresh_code() for _table in seats]
        now, before = self._services.outside.now(), len(one.rounds)

        def begin(known: Tournament) -> Change:
            # It may have been called off meanwhile.
            due = known.phase is TablePhase.PLAYING and len(known.rounds) == before
            return next_round(known, seats, codes, now) if due else known

        _log.info("tournament %s: round %s begins", one.number, before + 1)
        return await self._register.change(one.number, begin)

    async def _look_after(self, one: Tournament, pairing: Pairing) -> Tournament:
        """Open a table, or collect its result; return the tournament after that."""
        self._awaited.add(pairing.table)
        if pairing.table in self._directory:
            end = deadline(one)
            if end is not None and end <= self._services.outside.now():
                await self._actors.of(pairing.table).call_time()
            return one
        try:
            progress = await Ledger(self._services, pairing.table).load()
        except DamagedLog as problem:
            _log.error("tournament %s: table %s is damaged: %s", one.number, pairing.table, problem)
            return await self._collect(one, pairing, Result())
        if progress is None:
            await self._convene(one, pairing)
            return one
        result = _result(progress)
        if result is None:
            # The log can still grow, so only its heading is missing here.
            await self._actors.of(pairing.table).wake()
            return one
        return await self._collect(one, pairing, result)

    async def _collect(self, one: Tournament, pairing: Pairing, result: Result) -> Tournament:
        self._awaited.discard(pairing.table)
        now = self._services.outside.now()
        return await self._register.change(one.number, lambda known: _with_result(known, pairing, result, now))

    async def _convene(self, one: Tournament, pairing: Pairing) -> None:
        """Open a table, and invite everybody who has a seat there."""
        plan = one.plan
        people = [None if place == BOT else one.entrants[place] for place in pairing.seats]
        chairs = tuple(None if who is None else Chair(who.name, account=who.account) for who in people)
        # At the tables of a duplicate tournament the same person deals first.
        lot = f"{one.lot} round {len(one.rounds)}" if plan.duplicate else f"{one.lot} {pairing.table}"
        drawn = Random(lot).randrange(plan.setup.players)  # noqa: S311 - as the seats are
        opened = Opened(
            code=pairing.table,
            setup=replace(plan.setup, first_dealer=Seat(drawn)),
            bots=(plan.bot,) * plan.setup.players,
            account=next(who.account for who in people if who is not None),
            seed=round_seed(one) if plan.duplicate else "",
            # Whoever watched a duplicate table could tell of its deals at another one.
            arrangement=Arrangement(plan.clock, watching=not plan.duplicate, delay=Delay.DEAL, takeover=False),
            tournament=one.number,
        )
        await self._actors.of(pairing.table).convene(opened, chairs)
        for who in people:
            if who is not None and pairing.table in self._directory:
                self._tell(who.account, Invited(plan.name, pairing.table), INVITATIONS)

    async def _list(self, session: Session, message: ListTournaments) -> Tournaments:
        found = await self._register.newest()
        return Tournaments(message.id, tuple(entry(one, session.account.id) for one in found))

    async def _read(self, session: Session, message: ReadTournament) -> TournamentShown:
        one = await self._register.read(message.tournament)
        return shown(message.id, one, session.account.id, message.round)

    async def _answer(self, session: Session, message: _Changing) -> TournamentShown:
        return shown(message.id, await self._change(session.account, message), session.account.id)

    async def _change(self, account: Account, message: _Changing) -> Tournament:
        match message:
            case MakeTournament():
                return await self._make(account, message)
            case EnterTournament(tournament=number, entered=True):
                who = _entrant(account)
                return await self._register.change(number, lambda one: enter(one, who))
            case EnterTournament(tournament=number):
                return await self._register.change(number, lambda one: withdraw(one, account.id))
            case StartTournament(tournament=number):
                return await self._start(account, number)
            case CancelTournament(tournament=number):
                return await self._register.change(number, lambda one: call_off(one, account.id))
        assert_never(message)

    async def _make(self, account: Account, message: MakeTournament) -> Tournament:
        maker, fit = _entrant(account), self._checked(message.plan)
        lot = self._services.outside.entropy(_LOT_BYTES).hex()
        cause = cause_of(account.id, message)
        made = await self._register.make(
            lambda number: Tournament(number, fit, maker, lot, making=cause.id, asked=cause.asked)
        )
        _log.info("%s has made tournament %s", account.id, made.number)
        return made

    async def _start(self, account: Account, number: int) -> Tournament:
        begun = await self._register.change(number, lambda one: start(one, account.id))
        self.call()
        return begun

    def _checked(self, plan: TournamentPlan) -> TournamentPlan:
        """Return a plan with a clean name and the level of its bots.

        Raises:
            RemoteProtocolError: there is no such game, or something of it cannot be.
        """
        name, game = _named(plan.name), self._services.game(plan.setup.game)
        if not plan.clock.seconds:
            text = sentence("a tournament needs a clock: give a move seconds or days")
            raise RemoteProtocolError(ErrorCode.INVALID_SETUP, text)
        try:
            first_position(game, plan.setup)
            _check_comparable(game, plan)
            check_clock(plan.clock)
            levels = line_up((plan.bot,) if plan.bot else (), tuple(self._services.bots[plan.setup.game]), 2)
        except InvalidSetup as problem:
            raise RemoteProtocolError(ErrorCode.INVALID_SETUP, str(problem)) from None
        return replace(plan, name=name, bot=levels[1])


def _result(progress: Progress) -> Result | None:
    """Return how a table has ended; None if it has not."""
    end = end_of(progress)
    if end is None:
        return Result() if progress.table.closed else None
    return Result(end.state.totals, end.state.winners, end.state.sides)


def _with_result(known: Tournament, pairing: Pairing, result: Result, now: float) -> Change:
    """Return a tournament with the result of a table, if it still waits for that."""
    waits = any(one.table == pairing.table for one in open_tables(known))
    return collected(known, pairing.table, result, now) if waits else known


def _named(name: str) -> str:
    """Return the clean name of a tournament.

    Raises:
        RemoteProtocolError: there is nothing visible in it, or too much.
    """
    shown = clean_name(name)
    if not is_legible(shown):
        text = sentence("a tournament needs a name: letters, digits or other visible characters")
        raise RemoteProtocolError(ErrorCode.INVALID_NAME, text)
    if len(scripts_of(shown)) > 1:
        raise RemoteProtocolError(ErrorCode.INVALID_NAME, MIXED)
    if shown != clean_text(name, cells=_WHOLE):
        text = sentence("the name of a tournament has {n} characters at most: choose a shorter one", n=NAME_CELLS)
        raise RemoteProtocolError(ErrorCode.INVALID_NAME, text)
    return shown


def _check_comparable(game: Game[Any], plan: TournamentPlan) -> None:
    """Check that the scores of several tables with the same deals can be compared, if they are to be.

    Raises:
        InvalidSetup: they cannot: the number of deals depends on the play.
    """
    if plan.duplicate and all(offer.name != "duplicate" for offer in game.options):
        text = sentence(
            "{game} is played to a score, so tables cannot be compared deal by deal: leave duplicate out",
            game=plan.setup.game,
        )
        raise InvalidSetup(text)


def _entrant(account: Account) -> Entrant:
    """Return who an account is in a tournament.

    Raises:
        RemoteProtocolError: it is a guest's, which does not last.
    """
    if account.guest:
        text = sentence("tournaments are for people with an account: add a key to yours first")
        raise RemoteProtocolError(ErrorCode.KEY_NEEDED, text)
    return Entrant(account.id, account.name)
