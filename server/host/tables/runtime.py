"""One running table: every action of players, bots and chance is logged first and sent to the subscribers then.

When the store fails, the table is dropped, and folded from its log again once that can be read.
"""

import logging
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from protocol.absence import Resign
from protocol.daily import PlayDaily
from protocol.errors import ErrorCode
from protocol.hints import Hint
from protocol.messages import Accepted, JoinTable, LeaveTable, OpenTable, ReadTable, WatchTable
from protocol.seating import QuickTable, Rematch, RemoveSeat
from protocol.tableview import TablePhase
from protocol.talk import Say, SayPhrase
from server.host.accounts.blocks import Blocks
from server.host.archive.archivist import Archivist
from server.host.clock import LENIENCE_SECONDS, SharedTime
from server.host.lobby.chat import speak_of
from server.host.lobby.directory import TableDirectory
from server.host.services import HostServices
from server.host.session import Session
from server.host.tables.bots import TableBots, TableHints
from server.host.tables.ledger import TROUBLE, TROUBLES, Ledger, not_stored, trouble_of
from server.host.tables.seat_ratings import SeatRatings
from server.host.tables.subscribers import Subscribers, not_to_watch
from server.host.tables.timers import SEED_BYTES, Due, TableTimers
from server.host.workers import Workers
from server.rules.values import InvalidSetup
from server.storage.store import Appended
from server.tables import commands
from server.tables.chairs import seat_of
from server.tables.clock import AskBot, due, next_alarm, unattended
from server.tables.daily import DAILY_GAME, DailyOrder, open_daily
from server.tables.handle import handle
from server.tables.heading import Heading, LastHeading, is_open
from server.tables.log import Cause, cause_of
from server.tables.opening import Convening, Sequel, TableOpening, convene, open_rematch, open_table, sequel
from server.tables.table import Table, arrive, depart

_log = logging.getLogger(__name__)


Order = Sequel | DailyOrder
"""What a table is made from when its first player comes."""


class TableServices(Struct, frozen=True):
    """What a running table needs of its host."""

    services: HostServices
    directory: TableDirectory
    archivist: Archivist
    timing: SharedTime
    blocks: Blocks
    workers: Workers


class TableRuntime:
    """The table, its log, its subscribers and its bots; only one job at a time may run in it."""

    def __init__(self, shared: TableServices, code: str, post: Callable[[Due], None]) -> None:
        self._services = services = shared.services
        self._directory = shared.directory
        self._archivist = shared.archivist
        self._code = code
        self._ledger = Ledger(services, code)
        self._bots = TableBots(services, shared.workers)
        self._wakeups = shared.timing.wakeups
        self._timers = TableTimers(services, shared.timing, code, post)
        self.subscribers = Subscribers(self._timers.clock.look, shared.blocks.hidden)
        self.ratings = SeatRatings(services.store)
        self._hints = TableHints(services, self.subscribers, self._bots)
        self._heading = LastHeading()
        self._table: Table | None = None

    @property
    def busy(self) -> bool:
        """True if somebody is connected, or a timer is due within moments."""
        return bool(self.subscribers) or bool(self._timers)

    async def wake(self) -> None:
        """Do what is due at a table that goes on with nobody connected."""
        if isinstance(await self.awake(), commands.Denied):
            self._wakeups.again(self._code)
            return
        await self.mind(commands.Tick())
        if self._table is not None and (alarm := next_alarm(self._table)) is not None:
            self._wakeups.remind(self._code, alarm + LENIENCE_SECONDS)

    async def see_to(self, what: Due) -> None:
        """Do what has come due."""
        command = self._timers.begun(what)
        if command is not None:
            await self.mind(command)
        elif isinstance(what, AskBot):
            await self._play(what)
        else:
            await self._try_again()

    async def show_ratings(self) -> None:
        """Show the ratings of those who have the seats, if they are others than before."""
        rated = await self.ratings.rated(self._table) if self._table is not None else None
        if rated is not None:
            self._table = rated
            self.subscribers.see(rated)

    async def open(self, session: Session, message: OpenTable) -> None:
        """Create the table and seat its creator; if the same command has created it already, only seat them."""
        table = await self.awake()
        if not isinstance(table, commands.Denied):
            await self._join(session, table, JoinTable(message.id, self._code))
        elif table.code is ErrorCode.UNKNOWN_TABLE:
            await self._make(session, message)
        else:
            self._directory.doubt(cause_of(session.account.id, message), self._code)
            self._refuse(session, message.id, table)

    async def answer(self, session: Session, message: commands.AtTable) -> None:
        """Do what a person asks, or refuse it."""
        table = await self.awake()
        if not isinstance(table, commands.Denied):
            await self._do(session, table, message)
        elif not isinstance(message, QuickTable) or self._directory.doubts(cause_of(session.account.id, message)):
            # A quick search goes on to another table, unless this one may have seated the player already.
            self._refuse(session, message.id, table)
        self._arrange()

    async def ask_again(self, session: Session, message: Rematch, why_not: Callable[[], str]) -> Sequel | None:
        """Ask for a rematch, with a new table code if there is none yet; return what its table is made from."""
        table = await self.awake()
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
        return sequel(self._table) if self._table is not None and isinstance(answer, commands.Granted) else None

    async def follow(self, session: Session, message: Rematch | PlayDaily, order: Order) -> None:
        """Seat a player of a rematch, or of a deal of the day, at this table; the first to come creates it."""
        table = await self.awake()
        cause = cause_of(session.account.id, message)
        if not isinstance(table, commands.Denied):
            wish = commands.Sit(cause, session.account.name, ready=True, guest=session.account.guest)
            denied = await self._come(session, table, wish, None)
        elif table.code is ErrorCode.UNKNOWN_TABLE:
            denied = await self._found(session, self._first_record(order, cause), message.id)
        else:
            denied = table
        if denied is not None:
            self._refuse(session, message.id, denied)
        self._arrange()

    def _first_record(self, order: Order, cause: Cause) -> commands.Done:
        """Return the first record of the table that an order describes, opened by the first player to come."""
        games, now = self._services.games, self._services.outside.now()
        if isinstance(order, DailyOrder):
            return open_daily(games[DAILY_GAME], order, cause, now)
        return open_rematch(games[order.opened.setup.game], order, cause, now)

    async def convene(self, order: Convening) -> None:
        """Open the table of a tournament, unless it is open already."""
        table = await self.awake()
        if isinstance(table, commands.Denied) and table.code is ErrorCode.UNKNOWN_TABLE:
            game = self._services.games[order.opened.setup.game]
            await self._commit(convene(game, order, self._services.outside.now()))

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
        self.subscribers.rest()

    def fail(self) -> None:
        """Drop the table after a fault, warn the subscribers, and retry later."""
        if self._table is None:
            return
        if unattended(self._table):
            self._wakeups.again(self._code)
        self.rest()
        self.subscribers.warn(TROUBLE)
        self._timers.try_again()

    async def _do(self, session: Session, table: Table, message: commands.AtTable) -> None:
        match message:
            case JoinTable() | QuickTable():
                await self._join(session, table, message)
            case WatchTable():
                await self._watch(session, table, message)
            case ReadTable():
                self.subscribers.read(session, table, message.id)
            case Say() | SayPhrase():
                await self._speak(session, message)
            case _:
                await self._obey(session, table, message)

    async def _make(self, session: Session, message: OpenTable) -> None:
        services, account, cause = self._services, session.account, cause_of(session.account.id, message)
        entropy = services.outside.entropy(SEED_BYTES)
        wish = TableOpening(cause, account.name, self._code, message, entropy, account.guest)
        game, levels = services.games[message.setup.game], tuple(services.bots[message.setup.game])
        try:
            done = open_table(game, levels, wish, services.outside.now())
        except InvalidSetup as problem:
            session.refuse(message.id, ErrorCode.INVALID_SETUP, str(problem))
            return
        denied = await self._found(session, done, message.id)
        if denied is not None:
            self._refuse(session, message.id, denied)

    async def _found(self, session: Session, done: commands.Done, id: int) -> commands.Denied | None:
        """Store the first record of the log, and let in the player who created the table."""
        denied = await self._commit(done := commands.from_network(done, session.address))
        if denied is None:
            self._table = self._timers.clock.arrange(arrive(done.progress.table, session.account.id))
            self._seat(session, self._table, id, since=None)
        elif done.record.cause is not None:
            self._directory.doubt(done.record.cause, self._code)
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
            self._directory.doubt(wish.cause, self._code)
        self._refuse(session, message.id, denied)

    async def _come(
        self, session: Session, table: Table, wish: commands.Sit, since: int | None
    ) -> commands.Denied | None:
        """Seat a player; return the reason if that is denied."""
        here = self._timers.clock.look(arrive(table, session.account.id))
        outcome = handle(here, wish, self._services.outside.now())
        answer = (
            await self._commit(commands.from_network(outcome, session.address))
            if isinstance(outcome, commands.Done)
            else outcome
        )
        if isinstance(answer, commands.Denied):
            return answer
        if isinstance(answer, commands.Granted):
            here = self._table = self._timers.clock.arrange(here)
            self.subscribers.see(here, but=session)
        # A spectator who takes a seat has heard everything already, including this.
        heard = isinstance(outcome, commands.Done) and session in self.subscribers
        self._seat(session, self._table or here, wish.cause.id, since=None if heard else since)
        return None

    async def _watch(self, session: Session, table: Table, message: WatchTable) -> None:
        """Let a person watch; a player with a seat returns to it."""
        account = session.account.id
        if seat_of(table.chairs, account) is not None:
            return await self._join(session, table, JoinTable(message.id, message.table, message.seq))
        denied = not_to_watch(table, len(self.subscribers.watching(table, but=account)))
        if denied is not None:
            return self._refuse(session, message.id, denied)
        return self._seat(session, table, message.id, message.seq, message.heard)

    async def _speak(self, session: Session, message: commands.Talk) -> None:
        answer = await self._carry_out(speak_of(session.account, message))
        if isinstance(answer, commands.Denied):
            return self._refuse(session, message.id, answer)
        return session.say(Accepted(message.id, self.subscribers.told(session, answer.seq)))

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
            return session.say(self._hints.give(self._table, asked.cause, message))
        seq = self.subscribers.told(session, answer.seq)
        if isinstance(message, RemoveSeat) and self._table is not None:
            self._dismiss(self._table)
        if isinstance(message, LeaveTable | Resign):
            await self._part_with(session)
        return session.say(Accepted(message.id, seq))

    async def _carry_out(self, command: commands.Command) -> commands.Granted | commands.Denied:
        if self._table is None:
            return commands.Denied(ErrorCode.SERVER_FAULT, TROUBLE)
        before = self._table = self._timers.clock.look(self._table)
        outcome = handle(before, command, self._services.outside.now())
        if not isinstance(outcome, commands.Done):
            return outcome
        denied = await self._commit(outcome)
        if denied is None:
            self._hints.hear(before, command, outcome.progress)
        if denied is None and not outcome.progress.steps and not isinstance(command, commands.Speak):
            self.subscribers.see(self._table)
        return denied or commands.Granted(outcome.progress.table.seq)

    async def _commit(self, done: commands.Done) -> commands.Denied | None:
        """Store a change; once it is stored, apply it and tell the subscribers."""
        after = done.progress.table
        brief = self._heading.of(after, self.subscribers.ahead(after, done.progress.steps))
        self._timers.clock.hold()
        stored = await self._ledger.append(done.record, after.records, brief)
        if not isinstance(stored, Appended):
            # The length of the log is unknown from here on.
            _log.error("table %s: %s", self._code, trouble_of(stored))
            self.fail()
            return not_stored(stored)
        self._note(brief)
        self._wakeups.note(brief)
        if self._table is None:
            self._bots.begin(after)
        self._table = after = self._timers.clock.arrange(after)
        self.subscribers.hear(after, done.progress.steps)
        return None

    def _note(self, brief: Heading) -> None:
        """Update the table list, and tell the archive if the table has ended."""
        self._directory.note(brief)
        if not is_open(brief):
            self._archivist.call()

    async def awake(self) -> Table | commands.Denied:
        """Return the table, folded from its log if need be."""
        if self._table is not None:
            return self._table
        progress = await self._ledger.look_up()
        if isinstance(progress, commands.Denied):
            return progress
        present, watchers = self.subscribers.accounts(), self.subscribers.watching(progress.table)
        folded = replace(progress.table, present=present, watchers=watchers)
        table = self._table = self._timers.clock.arrange(folded)
        self._bots.begin(table)
        self.subscribers.begin(table, progress.steps)
        # The missed events were sent as they were then; now the subscribers are to see the present table.
        self.subscribers.see(table)
        # A write with an unknown outcome may have been stored, and have changed the heading.
        self._note(self._heading.of(table, self.subscribers.ahead(table)))
        return table

    async def _try_again(self) -> None:
        """Go on if the log can be read, for the subscribers who are still connected."""
        if self._table is not None or not self.subscribers:
            return
        if isinstance(await self.awake(), commands.Denied):
            self._timers.try_again()
        else:
            self._arrange()

    def _arrange(self) -> None:
        self._table = self._timers.arrange(self._table)
        self._bots.prepare(self._table, self._timers.bots)

    async def mind(self, command: commands.Command) -> commands.Granted | commands.Denied:
        """Carry out a command that comes from nobody at the table."""
        answer = await self._carry_out(command)
        self._arrange()
        if isinstance(command, commands.Tick) and isinstance(answer, commands.Granted) and self._table is not None:
            self.subscribers.see(self._table)
        return answer

    async def _play(self, ask: AskBot) -> None:
        """Let a bot act, if its seat still waits for it."""
        if self._table is not None and ask in due(self._table):
            await self._carry_out(self._bots.think(self._table, ask))
        self._arrange()

    def _seat(self, session: Session, table: Table, id: int, since: int | None, heard: int = 0) -> None:
        """Let a connection in: send first the events that it missed, if they are still known, then the table."""
        self.subscribers.enter(session, table, since, heard)
        self.subscribers.show(session, self._count(table, session), id)

    def _count(self, table: Table, but: Session | None = None) -> Table:
        """Return the table with its present spectators; if they have changed, show it to all other subscribers."""
        watchers = self.subscribers.watching(table)
        if watchers == table.watchers:
            return table
        table = self._table = replace(table, watchers=watchers)
        self.subscribers.see(table, but)
        return table

    def _dismiss(self, table: Table) -> None:
        """Disconnect the people whom the host of the table has removed."""
        for account in table.gathering.barred & self.subscribers.accounts():
            self.subscribers.dismiss(table, account)
            table = self._table = depart(table, account)
            self.subscribers.see(table)

    async def _part_with(self, session: Session) -> None:
        """Remove a connection, and show the others who is still here and what follows from it."""
        if session not in self.subscribers:
            return
        self.subscribers.leave(session)
        if self._table is not None:
            self._table = depart(self._table, session.account.id)
            await self._carry_out(commands.Depart())
        if self._table is not None:
            table = self._table = self._timers.clock.arrange(self._table)
            if seat_of(table.chairs, session.account.id) is not None:
                self.subscribers.see(table)
            self._count(table)

    def _refuse(self, session: Session, id: int, denied: commands.Denied) -> None:
        self.subscribers.refuse(session, id, denied, self._table)
