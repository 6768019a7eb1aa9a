"""Tournaments: what is asked of them, and the task that opens tables, collects results and begins the next round.

The task does only what the stored tournaments ask for, and does nothing twice: a server that was killed goes on where
it was.
"""

import asyncio
import logging
from collections.abc import Callable, Collection
from random import Random
from typing import Final

from msgspec.structs import replace

from games.kit.options import InvalidSetup
from protocol import tournaments as wire
from protocol.errors import ErrorCode, RemoteProtocolError, denial
from protocol.language import sentence
from protocol.message import Seat
from protocol.messages import INVITATIONS, SOMEBODY, FromServer
from protocol.people import Invited
from protocol.setup import Arrangement, Delay
from protocol.table import TablePhase
from protocol.text import clean_text
from server.host.clock import Recurring
from server.host.directory import Ledger
from server.host.limits import HEAVY_COST, NAME_CELLS, RETRY_SECONDS
from server.host.people import MIXED, clean_name
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
from server.tables.position import first_position
from server.tables.seating import line_up
from server.tournaments import BOT, Change, Entrant, Pairing, Result, Tournament, pair, seat

LISTED: Final = 50  # Tournaments in a list, and unfinished ones of the whole server.
UNFINISHED_OF_ONE: Final = 3  # Unfinished tournaments that one account has made.


_log = logging.getLogger(__name__)

LATE_SECONDS: Final = 60.0
"""Seconds after which bots are let play on once more at a table that is late: people may have come back."""

_LOT_BYTES: Final = 16

_WHOLE: Final = 128  # The width of the longest name that a client can send, in terminal cells.

Tell = Callable[[str, FromServer, str], None]
"""Sends a message to an account, if its client has a feature."""

_Changing = wire.EnterTournament | wire.StartTournament | wire.CancelTournament
"""The requests that change a tournament."""


class Organiser(Recurring):
    """Reads and changes tournaments, one change at a time, as connections ask for it.

    Its task sleeps until a table has ended, or something is due; first it goes on with what is left.
    """

    def __init__(self, services: HostServices, actors: TableActors, tell: Tell) -> None:
        """Begin asleep; ``tell`` sends the invitations to tables that are open."""
        super().__init__(self._tend_all, "tournaments cannot go on now", RETRY_SECONDS, RETRY_SECONDS)
        self._services = services
        self._directory = actors.directory
        self._actors = actors
        self._lock = asyncio.Lock()
        self._awaited: set[str] = set()
        self._known: dict[int, tuple[int, Tournament]] = {}
        """The tournaments that were read last, with their versions."""
        self._changes, self._known_at = 0, -1  # How many there have been, and of how many those that are known are.
        self._tell = tell
        self._directory.ended = self._table_ended
        self.handlers: Handlers = {
            wire.ListTournaments: Handler(self._list, HEAVY_COST, nameless=True),
            wire.ReadTournament: Handler(self._show, HEAVY_COST, nameless=True),
            wire.MakeTournament: Handler(self._make, HEAVY_COST),
            **dict.fromkeys(
                (wire.EnterTournament, wire.StartTournament, wire.CancelTournament),
                Handler(self._change_for, HEAVY_COST),
            ),
        }

    async def is_done(self, number: int, table: str) -> bool:
        """True if no table of the round in which a table was opened is played any more, or it no longer counts."""
        stored = await self._services.store.tournament(number)
        return stored is None or self._read(stored).is_done(table)

    async def change(self, number: int, work: Callable[[Tournament], Change]) -> Tournament:
        """Change a tournament and return it once it is stored."""
        async with self._lock:
            stored = await self._stored(number)
            before = self._read(stored)
            after = work(before)
            if isinstance(after, Denied):
                raise RemoteProtocolError(after.code, after.text)
            if after != before:
                await self._keep(after, stored.version + 1)
            return after

    async def _stored(self, number: int) -> StoredTournament:
        stored = await self._services.store.tournament(number)
        if stored is None:
            raise denial(ErrorCode.UNKNOWN_TOURNAMENT, "there is no such tournament: look at the list")
        return stored

    def _read(self, stored: StoredTournament) -> Tournament:
        return self._services.codec.unpack(Tournament, stored.state)

    async def newest(self) -> list[Tournament]:
        """Return the unfinished tournaments, then the newest of the others."""
        if (changes := self._changes) != self._known_at:
            before, known = self._known, dict[int, tuple[int, Tournament]]()
            for stored in await self._services.store.tournaments(LISTED):
                one = before.get(stored.number)
                if one is None or one[0] != stored.version:
                    one = stored.version, self._read(stored)
                known[stored.number] = one
            self._known, self._known_at = known, changes
        return [one for _version, one in self._known.values()]

    async def _keep(self, one: Tournament, version: int) -> None:
        stored = StoredTournament(one.number, version, self._services.codec.pack(one))
        try:
            kept = await self._services.store.keep_tournament(stored, live=one.phase is not TablePhase.OVER)
        finally:
            self._changes += 1
        if not kept:
            raise denial(ErrorCode.STALE, "someone else changed the tournament at the same time: try again")

    def _table_ended(self, code: str) -> None:
        if code in self._awaited:
            self.call()

    async def _tend_all(self) -> float | None:
        """Do what is due, and return the seconds until more is; raise ``StoreFault`` if some was not done."""
        waits: list[float] = []
        faults: list[str] = []
        for one in await self.newest():
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
            for pairing in one.open_tables():
                one = await self._look_after(one, pairing)
            now, due = self._services.outside.now(), one.round_due()
            if due is not None and due > now:
                return due - now
            if due is not None:
                one = await self._begin_round(one)
                continue
            if any(pairing.table not in self._directory for pairing in one.open_tables()):
                # It could not be opened, or has ended just now.
                return RETRY_SECONDS
            end = one.deadline()
            return None if end is None else end - now if end > now else LATE_SECONDS
        return None

    async def _begin_round(self, one: Tournament) -> Tournament:
        """Store who meets whom in the next round; its tables are opened after that."""
        seats = seat(one, pair(one))
        codes = [await self._directory.fresh_code() for _table in seats]
        now, before = self._services.outside.now(), len(one.rounds)

        def begin(known: Tournament) -> Change:
            # It may have been called off meanwhile.
            due = known.phase is TablePhase.PLAYING and len(known.rounds) == before
            return known.next_round(seats, codes, now) if due else known

        _log.info("tournament %s: round %s begins", one.number, before + 1)
        return await self.change(one.number, begin)

    async def _look_after(self, one: Tournament, pairing: Pairing) -> Tournament:
        """Open a table, or collect its result; return the tournament after that."""
        self._awaited.add(pairing.table)
        if pairing.table in self._directory:
            late = one.deadline()
            if late is not None and late <= self._services.outside.now():
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
        end = end_of(progress)
        if end is not None:
            result = Result(end.state.totals, end.state.winners, end.state.sides)
            return await self._collect(one, pairing, result)
        if progress.table.closed:
            return await self._collect(one, pairing, Result())
        # The log can still grow, so only its heading is missing here.
        await self._actors.of(pairing.table).wake()
        return one

    async def _collect(self, one: Tournament, pairing: Pairing, result: Result) -> Tournament:
        self._awaited.discard(pairing.table)
        now = self._services.outside.now()
        return await self.change(one.number, lambda known: known.collected(pairing.table, result, now))

    async def _convene(self, one: Tournament, pairing: Pairing) -> None:
        """Open a table, and invite everyone who has a seat there."""
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
            seed=one.round_seed() if plan.duplicate else "",
            # A spectator of a duplicate table could reveal its deals at another one.
            arrangement=Arrangement(plan.clock, watching=not plan.duplicate, delay=Delay.DEAL, takeover=False),
            tournament=one.number,
        )
        await self._actors.of(pairing.table).convene(opened, chairs)
        for who in people:
            if who is not None and pairing.table in self._directory:
                self._tell(who.account, Invited(plan.name, pairing.table, plan.setup.game), INVITATIONS)

    async def _list(self, session: Session, message: wire.ListTournaments) -> wire.Tournaments:
        account = session.account.id
        return wire.Tournaments(
            message.id, tuple(self._as_told(one, account).entry(account) for one in await self.newest())
        )

    async def _show(self, session: Session, message: wire.ReadTournament) -> wire.TournamentShown:
        account, one = session.account.id, self._read(await self._stored(message.tournament))
        return self._as_told(one, account).shown(message.id, account, message.round)

    def _as_told(self, one: Tournament, reader: str) -> Tournament:
        """Return a tournament without the names of those who are not listed, unless the reader takes part."""
        unlisted = self._directory.unlisted
        if one.takes_part(reader) or one.maker.account == reader:
            return one
        maker, *entrants = [
            replace(who, name=SOMEBODY) if who.account in unlisted else who for who in (one.maker, *one.entrants)
        ]
        return replace(one, maker=maker, entrants=tuple(entrants))

    async def _change_for(self, session: Session, message: _Changing) -> wire.TournamentShown:
        """Let a person enter or leave a tournament, or its maker start it or call it off."""
        account = session.account.id
        match message:
            case wire.EnterTournament(entered=True):
                who = _entrant(session.account)
                one = await self.change(message.tournament, lambda one: one.enter(who))
            case wire.EnterTournament():
                one = await self.change(message.tournament, lambda one: one.withdraw(account))
            case wire.StartTournament():
                one = await self.change(message.tournament, lambda one: one.start(account))
                self.call()
            case wire.CancelTournament():
                one = await self.change(message.tournament, lambda one: one.call_off(account))
        return one.shown(message.id, account)

    async def _make(self, session: Session, message: wire.MakeTournament) -> wire.TournamentShown:
        """Store a new tournament; a repetition gives the same one."""
        maker, plan = _entrant(session.account), self._checked(message.plan)
        lot, cause = self._services.outside.entropy(_LOT_BYTES).hex(), cause_of(maker.account, message)
        async with self._lock:
            newest = await self.newest()
            own = [one for one in newest if one.maker.account == maker.account]
            made = next((one for one in own if one.making == cause.id), None)
            if made is not None and made.asked != cause.asked:
                raise spent(cause.id)
            if made is None:
                _check_room([one for one in newest if one.phase is not TablePhase.OVER], own)
                number = await self._services.store.last_tournament() + 1
                made = Tournament(number, plan, maker, lot, making=cause.id, asked=cause.asked)
                await self._keep(made, 1)
        _log.info("%s has made tournament %s", maker.account, made.number)
        return made.shown(message.id, maker.account)

    def _checked(self, plan: wire.TournamentPlan) -> wire.TournamentPlan:
        """Return a plan with a clean name and its bots' level; raise ``RemoteProtocolError`` if it cannot be."""
        name, game = _named(plan.name), self._services.game(plan.setup.game)
        if not plan.clock.seconds:
            raise denial(ErrorCode.INVALID_SETUP, "a tournament needs a clock: give a move seconds or days")
        if plan.duplicate and all(offer.name != "duplicate" for offer in game.options):
            # The number of deals depends on the play, so scores with the same deals cannot be compared.
            raise denial(
                ErrorCode.INVALID_SETUP,
                "{game} is played to a score, so tables cannot be compared deal by deal: leave duplicate out",
                game=plan.setup.game,
            )
        try:
            first_position(game, plan.setup)
            check_clock(plan.clock)
            levels = line_up((plan.bot,) if plan.bot else (), tuple(self._services.bots[plan.setup.game]), 2)
        except InvalidSetup as problem:
            raise RemoteProtocolError(ErrorCode.INVALID_SETUP, str(problem)) from None
        return replace(plan, name=name, bot=levels[1])


def _check_room(unfinished: Collection[Tournament], own: Collection[Tournament]) -> None:
    """Check that there is room for another tournament of someone who has made these."""
    number = sum(one in unfinished for one in own)
    if number >= UNFINISHED_OF_ONE:
        raise denial(ErrorCode.TOO_MANY, "you have {n} unfinished tournaments: cancel one of them first", n=number)
    if len(unfinished) >= LISTED:
        raise denial(ErrorCode.TOO_MANY, "the server has no room for another tournament: enter one of them")


def _named(name: str) -> str:
    """Return a clean name; raise ``RemoteProtocolError`` if there is nothing visible in it, or too much."""
    shown = clean_name(name)
    if not is_legible(shown):
        raise denial(ErrorCode.INVALID_NAME, "a tournament needs a name: letters, digits or other visible characters")
    if len(scripts_of(shown)) > 1:
        raise RemoteProtocolError(ErrorCode.INVALID_NAME, MIXED)
    if shown != clean_text(name, cells=_WHOLE):
        text = sentence("the name of a tournament has {n} characters at most: choose a shorter one", n=NAME_CELLS)
        raise RemoteProtocolError(ErrorCode.INVALID_NAME, text)
    return shown


def _entrant(account: Account) -> Entrant:
    """Return an account as an entrant; raise ``RemoteProtocolError`` for a guest's, which does not last."""
    if account.guest:
        raise denial(ErrorCode.KEY_NEEDED, "tournaments are for people with an account: add a key to yours first")
    return Entrant(account.id, account.name)
