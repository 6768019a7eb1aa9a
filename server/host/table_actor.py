"""A table at work: every action of players, bots and chance is logged first and sent to the subscribers then.

A table does one job at a time, in the order of asking, within the task of the connection that asks. When the store
fails, the table is dropped, and folded from its log again once that can be read.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial, wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games.kit.options import InvalidSetup
from protocol.daily import PlayDaily
from protocol.errors import ErrorCode
from protocol.game import Answered
from protocol.language import sentence
from protocol.message import ClientCommand
from protocol.messages import Accepted, Act, Happened, JoinTable, LeaveTable, OpenTable, ReadTable, WatchTable
from protocol.table import Hint, QuickTable, Rematch, RemoveSeat, Resign, SayAtTable, SetAway, TablePhase, TableView
from server.host import clock as clocks
from server.host.archive import Archivist, SeatRatings
from server.host.bots import TableBots, TableHints, Workers
from server.host.complaints import Complaint, complaint
from server.host.directory import TROUBLE, TROUBLES, Ledger, TableDirectory
from server.host.lobby import Blocks, speak_of
from server.host.services import HostServices
from server.host.session import Session
from server.host.subscribers import SUPERSEDED, Subscribers, not_to_watch
from server.tables import commands, seating
from server.tables.chairs import Chairs, seat_of, taken
from server.tables.clock import AskBot, due, next_alarm, unattended
from server.tables.handle import handle
from server.tables.heading import Heading, LastHeading, is_open
from server.tables.log import Cause, Opened, cause_of
from server.tables.table import Table, arrive, depart

_log = logging.getLogger(__name__)

KICKED: Final = "kicked"  # The goodbye code of those who are sent away.

CLOSED: Final = sentence("those who run this server have closed this table")

SEAT_TAKEN: Final = sentence("those who run this server have taken you from your seat")

Overruling = commands.CloseTable | commands.ResetSeat
"""The commands of those who run the server."""

_EVENTS: Final = 20

Order = OpenTable | seating.Sequel | seating.DailyOrder
"""What a table is made from when its first player comes."""


class Glimpse(Struct, frozen=True):
    """A table as everyone may know it."""

    view: TableView
    events: tuple[Happened, ...]
    """The last events, in order."""


P = ParamSpec("P")
T = TypeVar("T")

_Job = Callable[Concatenate["TableActor", P], Coroutine[Any, Any, T]]


def _in_turn(job: _Job[P, T]) -> _Job[P, T | None]:
    """Let a method wait for its turn; it returns None if it fails or the table has ended.

    If it is given a session and its message, and the server is at fault, that is said to that session.
    """

    @wraps(job)
    async def wait(actor: "TableActor", /, *args: P.args, **kwargs: P.kwargs) -> T | None:
        asker, message = (*args, None, None)[:2]
        asked = (asker, message.id) if isinstance(asker, Session) and isinstance(message, ClientCommand) else None
        return await actor.in_turn(partial(job, actor, *args, **kwargs), asked)

    return wait


class TableActor:
    """The table, its log, its subscribers and its bots; it ends when the last person has left."""

    def __init__(self, house: "TableActors", code: str) -> None:
        """Begin asleep, as one of the tables of a house."""
        self.code = code
        self._house = house
        self._services = services = house.services
        self._directory = house.directory
        self._turn = asyncio.Lock()
        self._jobs = 0
        self._over = False
        self._ledger = Ledger(services, code)
        self._bots = TableBots(services, house.workers)
        self._wakeups = house.wakeups
        # What comes due holds no reference to the table.
        self._timers = clocks.TableTimers(services, house.wakeups, code, partial(house.post, code))
        self._subscribers = Subscribers(self._timers.look, house.blocks.hidden)
        self._ratings = SeatRatings(services.store)
        self._hints = TableHints(services, self._subscribers, self._bots)
        self._heading = LastHeading()
        self._table: Table | None = None

    def __contains__(self, session: Session) -> bool:
        return session in self._subscribers

    @property
    def queued(self) -> int:
        """The number of jobs that wait."""
        return self._jobs - self._turn.locked()

    async def in_turn(
        self, job: Callable[[], Coroutine[Any, Any, T]], asked: tuple[Session, int] | None = None
    ) -> T | None:
        """Do a job after those that were asked for before it; None if it fails or the table has ended."""
        self._jobs += 1
        try:
            async with self._turn:
                return None if self._over else await self._do(job, asked)
        finally:
            self._jobs -= 1
            # It goes on while someone is connected, or a timer is due within moments.
            if not (self._jobs or self._over or self._subscribers or self._timers):
                self._end()

    async def close(self) -> None:
        """Finish the job in progress, and end; those that wait are not done."""
        self._over = True
        async with self._turn:
            self._end()

    @_in_turn
    async def open(self, session: Session, message: OpenTable | Rematch | PlayDaily, order: Order) -> None:
        """Seat a player at the table that an order describes; the first one to come, or to ask again, opens it."""
        table, cause = await self._awake(), cause_of(session.account.id, message)
        if not isinstance(table, commands.Denied):
            ready = not isinstance(message, OpenTable)
            wish = commands.Sit(cause, session.account.name, ready=ready, guest=session.account.guest)
            denied = await self._come(session, table, wish, None)
        elif table.code is ErrorCode.UNKNOWN_TABLE:
            denied = await self._create(session, order, cause)
        else:
            self._directory.doubt(cause, self.code)
            denied = table
        if denied is not None:
            self._refuse(session, message.id, denied)
        self._arrange()

    @_in_turn
    async def ask(self, session: Session, message: commands.AtTable) -> None:
        """Do what a person asks who is at the table or comes to it, or refuse it."""
        # A set tells far quicker than `isinstance` whether a message is of one of several kinds.
        arrives = type(message) in commands.ARRIVALS
        if arrives and getattr(message, "back", False) and self._subscribers.overtaken(session):
            # An automatic reconnect must not displace a newer client.
            session.part(*SUPERSEDED)
        elif not arrives and session not in self:
            # A newer connection of the same person took the place while this request waited.
            text = sentence("you are not at this table any more: join it again")
            session.refuse(message.id, ErrorCode.NOT_SEATED, text)
        else:
            await self._answer(session, message)

    @_in_turn
    async def see_off(self, session: Session, message: LeaveTable | Resign | SetAway) -> None:
        """Let a player leave the table who is no longer connected to it, unless they are by another connection."""
        if session.account.id in self._subscribers.accounts():
            text = sentence("you are at that table by another connection: leave it there")
            session.refuse(message.id, ErrorCode.NOT_SEATED, text)
        else:
            await self._answer(session, message)

    @_in_turn
    async def ask_again(self, session: Session, message: Rematch, why_not: Callable[[], str]) -> seating.Sequel | None:
        """Ask for a rematch, and return what its table is made from; None if it was refused.

        The first player to ask creates the table: ``why_not`` returns why they may not, and nothing if they may.
        """
        table = await self._awake()
        if isinstance(table, commands.Denied):
            self._refuse(session, message.id, table)
            return None
        fresh = table.phase is TablePhase.OVER and not table.gathering.rematch
        if fresh and (text := why_not()):
            self._refuse(session, message.id, commands.Denied(ErrorCode.TOO_MANY, text))
            return None
        code = await self._directory.fresh_code() if fresh else table.gathering.rematch
        answer = await self._carry_out(commands.OfferRematch(cause_of(session.account.id, message), code))
        if isinstance(answer, commands.Denied):
            self._refuse(session, message.id, answer)
        return seating.sequel(self._table) if self._table is not None and isinstance(answer, commands.Granted) else None

    @_in_turn
    async def convene(self, opened: Opened, people: Chairs) -> None:
        """Open the table of a tournament for these people, unless it is open already."""
        table = await self._awake()
        if isinstance(table, commands.Denied) and table.code is ErrorCode.UNKNOWN_TABLE:
            game = self._services.games[opened.setup.game]
            await self._commit(seating.convene(game, opened, people, self._services.outside.now()))

    @_in_turn
    async def call_time(self) -> None:
        """Let bots play on for everyone, because a round is to end."""
        await self._go_on()
        await self._execute(commands.CallTime())

    @_in_turn
    async def overrule(self, command: Overruling) -> commands.Denied | None:
        """Carry out a command of those who run the server, and send away whom it concerns; return why not, if so."""
        table = await self._awake()
        if isinstance(table, commands.Denied):
            return table
        answer = await self._execute(command)
        if isinstance(answer, commands.Denied):
            return answer
        chair = table.chairs[command.seat] if isinstance(command, commands.ResetSeat) else None
        for session in self._subscribers.sessions():
            if isinstance(command, commands.CloseTable):
                session.part(KICKED, CLOSED)
            elif chair is not None and session.account.id == chair.account:
                session.part(KICKED, SEAT_TAKEN)
        return None

    @_in_turn
    async def glimpse(self) -> Glimpse | commands.Denied:
        """Return what everyone may know of the table, also of a private one."""
        table = await self._awake()
        if isinstance(table, commands.Denied):
            return table
        return Glimpse(self._subscribers.view_of_all(table), self._subscribers.lately(table, _EVENTS))

    @_in_turn
    async def complaint(self, seq: int) -> Complaint | None:
        """Return what a bot has chosen last up to an event; None if none has."""
        table = await self._awake()
        bots = {seat: chair.bot for seat, chair in taken(table.chairs) if chair.bot} if isinstance(table, Table) else {}
        step = self._subscribers.last_answer(bots.keys(), seq)
        if step is None or not isinstance(step.event, Answered) or step.event.seat is None:
            return None
        state, seat = step.table.state, step.event.seat
        run = state.course.before(state.deals, state.answers)
        return complaint(
            run, seat, f"{bots[seat]}:{seating.seat_temper(step.table, seat).value}", step.event.said or ""
        )

    @_in_turn
    async def rated(self) -> None:
        """Show what the game has changed in the ratings."""
        self._ratings.again()

    @_in_turn
    async def wake(self) -> None:
        """Do what is due, even though no player is connected."""
        await self._go_on()

    @_in_turn
    async def on_due(self, what: clocks.Due) -> None:
        """Do what has come due."""
        command = self._timers.begun(what)
        if command is not None:
            await self._execute(command)
        elif isinstance(what, AskBot):
            # Its seat may no longer wait for it.
            if self._table is not None and what in due(self._table):
                await self._carry_out(self._bots.think(self._table, what))
            self._arrange()
        elif self._table is None and self._subscribers:
            # The log may be readable again.
            if isinstance(await self._awake(), commands.Denied):
                self._timers.try_again()
            else:
                self._arrange()

    @_in_turn
    async def lose(self, session: Session) -> None:
        """Remove a connection that has ended; the player keeps the seat."""
        await self._part_with(session)
        self._arrange()

    def rest(self) -> None:
        """Forget the table and its timers; the log has it all."""
        self._table = None
        self._timers.rest()
        self._bots.rest()
        self._hints.rest()
        self._subscribers.rest()

    def _end(self) -> None:
        self._over = True
        self.rest()
        self._house.ended(self.code)

    async def _do(self, job: Callable[[], Coroutine[Any, Any, T]], asked: tuple[Session, int] | None) -> T | None:
        """Do a job, and then show the ratings of those who have the seats, if they are others than before."""
        answer = None
        try:
            answer = await job()
            asked = None
            rated = await self._ratings.rated(self._table) if self._table is not None else None
            if rated is not None:
                self._table = rated
                self._subscribers.see(rated)
        except asyncio.CancelledError:
            # Whether a record is stored by now is in the log.
            self._fail()
            raise
        except Exception:  # noqa: BLE001  # after any fault the table is folded from its log again
            _log.exception("a fault at table %s", self.code)
            if asked is not None:
                asked[0].refuse(asked[1], ErrorCode.SERVER_FAULT, TROUBLE)
            self._fail()
        return answer

    def _fail(self) -> None:
        """Drop the table after a fault, warn the subscribers, and retry later."""
        if self._table is None:
            return
        if unattended(self._table):
            self._wakeups.set(self.code, clocks.AGAIN_SECONDS)
        self.rest()
        self._subscribers.warn(TROUBLE)
        self._timers.try_again()

    async def _go_on(self) -> None:
        """Do what is due at a table that continues without connected players."""
        if isinstance(await self._awake(), commands.Denied):
            self._wakeups.set(self.code, clocks.AGAIN_SECONDS)
            return
        await self._execute(commands.Tick())
        if self._table is not None and (alarm := next_alarm(self._table)) is not None:
            self._wakeups.remind(self.code, alarm + clocks.LENIENCE_SECONDS)

    async def _answer(self, session: Session, message: commands.AtTable) -> None:
        table = await self._awake()
        if isinstance(table, commands.Denied):
            # A quick search goes on to another table, unless this one may have seated the player already.
            if not isinstance(message, QuickTable) or self._directory.doubts(cause_of(session.account.id, message)):
                self._refuse(session, message.id, table)
        elif isinstance(message, Act):
            # By far the most messages, which need not be asked whether they are anything else.
            await self._obey(session, table, message)
        elif isinstance(message, JoinTable | QuickTable):
            await self._join(session, table, message)
        elif isinstance(message, WatchTable):
            await self._watch(session, table, message)
        elif isinstance(message, ReadTable):
            self._subscribers.read(session, table, message.id)
        elif isinstance(message, SayAtTable):
            answer = await self._carry_out(speak_of(session.account, message))
            if isinstance(answer, commands.Denied):
                self._refuse(session, message.id, answer)
            else:
                session.answer(Accepted(message.id, self._subscribers.told(session, answer.seq)))
        else:
            await self._obey(session, table, message)
        self._arrange()

    async def _create(self, session: Session, order: Order, cause: Cause) -> commands.Denied | None:
        """Store the first record of the table that an order describes, and let in the player who has opened it."""
        services, account, now = self._services, session.account, self._services.outside.now()
        games = services.games
        match order:
            case OpenTable(setup=setup):
                entropy = services.outside.entropy(clocks.SEED_BYTES)
                wish = seating.TableOpening(cause, account.name, self.code, order, entropy, account.guest)
                try:
                    done = seating.open_table(games[setup.game], tuple(services.bots[setup.game]), wish, now)
                except InvalidSetup as problem:
                    return commands.Denied(ErrorCode.INVALID_SETUP, str(problem))
            case seating.DailyOrder():
                done = seating.open_daily(games[seating.DAILY_GAME], order, cause, now)
            case seating.Sequel(opened=opened):
                done = seating.open_rematch(games[opened.setup.game], order, cause, now)
        denied = await self._commit(done := commands.from_network(done, session.address))
        if denied is None:
            self._table = self._timers.keep_time(arrive(done.progress.table, account.id))
            self._seat(session, self._table, cause.id, since=None)
        else:
            self._directory.doubt(cause, self.code)
        return denied

    async def _join(self, session: Session, table: Table, message: JoinTable | QuickTable) -> None:
        """Seat a player, who may have been here before."""
        wish = commands.Sit(cause_of(session.account.id, message), session.account.name, guest=session.account.guest)
        self._directory.in_doubt(wish.cause)
        denied = await self._come(session, table, wish, message.seq if isinstance(message, JoinTable) else None)
        if denied is None or (isinstance(message, QuickTable) and denied.code not in TROUBLES):
            # If another player was quicker, a quick search tries the next table.
            return
        if isinstance(message, QuickTable):
            self._directory.doubt(wish.cause, self.code)
        self._refuse(session, message.id, denied)

    async def _come(
        self, session: Session, table: Table, wish: commands.Sit, since: int | None
    ) -> commands.Denied | None:
        """Seat a player; return the reason if that is denied."""
        here = self._timers.look(arrive(table, session.account.id))
        outcome = handle(here, wish, self._services.outside.now())
        answer = (
            await self._commit(commands.from_network(outcome, session.address))
            if isinstance(outcome, commands.Done)
            else outcome
        )
        if isinstance(answer, commands.Denied):
            return answer
        if isinstance(answer, commands.Granted):
            here = self._table = self._timers.keep_time(here)
            self._subscribers.see(here, but=session)
        # A spectator who takes a seat has heard everything already, including this.
        heard = isinstance(outcome, commands.Done) and session in self
        self._seat(session, self._table or here, wish.cause.id, since=None if heard else since)
        return None

    async def _watch(self, session: Session, table: Table, message: WatchTable) -> None:
        """Let a person watch; a player with a seat returns to it."""
        account = session.account.id
        if seat_of(table.chairs, account) is not None:
            return await self._join(session, table, JoinTable(message.id, message.table, message.seq))
        denied = not_to_watch(table, len(self._subscribers.watching(table, but=account)))
        if denied is not None:
            return self._refuse(session, message.id, denied)
        return self._seat(session, table, message.id, message.seq, message.heard)

    async def _obey(self, session: Session, table: Table, message: commands.SeatedMessage) -> None:
        """Carry out the command of a person at the table; a spectator can only leave."""
        goes = isinstance(message, LeaveTable) and seat_of(table.chairs, session.account.id) is None
        asked = commands.Asked(cause_of(session.account.id, message), message)
        answer = (
            commands.Granted(table.seq)
            if goes
            else await self._hints.missing(table, asked) or await self._carry_out(asked)
        )
        if isinstance(answer, commands.Denied):
            return self._refuse(session, message.id, answer)
        if isinstance(message, Hint) and self._table is not None:
            return session.answer(self._hints.give(self._table, asked.cause, message))
        seq = self._subscribers.told(session, answer.seq)
        if isinstance(message, RemoveSeat) and self._table is not None:
            table = self._table
            for account in table.gathering.barred & self._subscribers.accounts():
                self._subscribers.dismiss(table, account)
                table = self._table = depart(table, account)
                self._subscribers.see(table)
        if isinstance(message, LeaveTable | Resign):
            await self._part_with(session)
        return session.answer(Accepted(message.id, seq))

    async def _execute(self, command: commands.Command) -> commands.Granted | commands.Denied:
        """Carry out a command that does not come from a person at the table."""
        answer = await self._carry_out(command)
        self._arrange()
        if isinstance(command, commands.Tick) and isinstance(answer, commands.Granted) and self._table is not None:
            self._subscribers.see(self._table)
        return answer

    async def _carry_out(self, command: commands.Command) -> commands.Granted | commands.Denied:
        if self._table is None:
            return commands.Denied(ErrorCode.SERVER_FAULT, TROUBLE)
        before = self._table = self._timers.look(self._table)
        outcome = handle(before, command, self._services.outside.now())
        if not isinstance(outcome, commands.Done):
            return outcome
        denied = await self._commit(outcome)
        if denied is None:
            self._hints.hear(before, command, outcome.progress)
        if denied is None and not outcome.progress.steps and not isinstance(command, commands.Speak):
            self._subscribers.see(self._table)
        return denied or commands.Granted(outcome.progress.table.seq)

    async def _commit(self, done: commands.Done) -> commands.Denied | None:
        """Store a change; once it is stored, apply it and tell the subscribers."""
        after = done.progress.table
        ahead = self._subscribers.ahead(after, done.progress.steps)
        brief = self._heading.of(after, ahead.table)
        self._timers.hold()
        denied = await self._ledger.append(done.record, after.records, brief)
        if denied is not None:
            # The length of the log is unknown from here on.
            self._fail()
            return denied
        self._note(brief)
        self._wakeups.note(brief)
        if self._table is None:
            self._bots.begin(after)
        self._table = after = self._timers.keep_time(after)
        self._subscribers.hear(after, done.progress.steps, ahead)
        return None

    def _note(self, brief: Heading) -> None:
        """Update the table list, and tell the archive if the table has ended."""
        self._directory.note(brief)
        if not is_open(brief):
            self._house.archivist.call()

    async def _awake(self) -> Table | commands.Denied:
        """Return the table, folded from its log if need be."""
        if self._table is not None:
            return self._table
        progress = await self._ledger.look_up()
        if isinstance(progress, commands.Denied):
            return progress
        present, watchers = self._subscribers.accounts(), self._subscribers.watching(progress.table)
        folded = replace(progress.table, present=present, watchers=watchers)
        table = self._table = self._timers.keep_time(folded)
        self._bots.begin(table)
        self._subscribers.begin(table, progress.steps)
        # The missed events were sent as they were then; now the subscribers are to see the present table.
        self._subscribers.see(table)
        # A write with an unknown outcome may have been stored, and have changed the heading.
        self._note(self._heading.of(table, self._subscribers.ahead(table).table))
        return table

    def _arrange(self) -> None:
        self._table = self._timers.arrange(self._table)
        self._bots.prepare(self._table, self._timers.bots)

    def _seat(self, session: Session, table: Table, id: int, since: int | None, heard: int = 0) -> None:
        """Let a connection in: send first the events that it missed, if they are still known, then the table."""
        self._subscribers.enter(session, table, since, heard)
        self._subscribers.show(session, self._count(table, session), id)

    def _count(self, table: Table, but: Session | None = None) -> Table:
        """Return the table with its present spectators; if they have changed, show it to all other subscribers."""
        watchers = self._subscribers.watching(table)
        if watchers == table.watchers:
            return table
        table = self._table = replace(table, watchers=watchers)
        self._subscribers.see(table, but)
        return table

    async def _part_with(self, session: Session) -> None:
        """Remove a connection, and show the others who is still here and what follows from it."""
        if session not in self:
            return
        self._subscribers.leave(session)
        if self._table is not None:
            self._table = depart(self._table, session.account.id)
            await self._carry_out(commands.Depart())
        if self._table is not None:
            table = self._table = self._timers.keep_time(self._table)
            if seat_of(table.chairs, session.account.id) is not None:
                self._subscribers.see(table)
            self._count(table)

    def _refuse(self, session: Session, id: int, denied: commands.Denied) -> None:
        self._subscribers.refuse(session, id, denied, self._table)


class TableActors:
    """The tables at work."""

    def __init__(self, services: HostServices, directory: TableDirectory, archivist: Archivist, blocks: Blocks) -> None:
        self.services = services
        self.directory = directory
        self.archivist = archivist
        self.blocks = blocks
        self.workers = Workers(services.worker_bots)
        self.wakeups = clocks.Wakeups(lambda code: self._begin(self._wake(code)))
        self._actors: dict[str, TableActor] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        directory.lapsed = self.wakeups.lapsed
        archivist.rated = self._rated

    def open(self) -> None:
        """Schedule the wakeups of correspondence tables."""
        self.wakeups.fill(self.directory.unfinished())

    def of(self, code: str) -> TableActor:
        """Return a table, which works from now on; the caller must send it a request at once."""
        actor = self._actors.get(code)
        if actor is None:
            actor = self._actors[code] = TableActor(self, code)
        return actor

    def waiting(self) -> tuple[int, int]:
        """Return the number of tables at work, and of the requests that wait at them."""
        return len(self._actors), sum(actor.queued for actor in self._actors.values())

    def awake(self, code: str) -> bool:
        """Return True if a table is at work."""
        return code in self._actors

    async def close(self) -> None:
        """Finish the jobs in progress at every table, and end them all."""
        self.wakeups.close()
        await asyncio.gather(*(actor.close() for actor in tuple(self._actors.values())))
        await self.workers.close()

    def post(self, code: str, what: clocks.Due) -> None:
        """Let a table do what has come due, unless it has ended."""
        if code in self._actors:
            self._begin(self._actors[code].on_due(what))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def ended(self, code: str) -> None:
        """Forget a table that has ended."""
        self._actors.pop(code, None)

    async def _wake(self, code: str) -> None:
        # The table may have ended since this was asked for.
        await self.of(code).wake()

    def _rated(self, code: str) -> None:
        if code in self._actors:
            self._begin(self._actors[code].rated())
