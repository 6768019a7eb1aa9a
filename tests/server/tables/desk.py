"""A table and its people, with a clock or without, for tests."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from games.kit.game import Game
from protocol.game import Answer, View
from protocol.message import Seat
from protocol.messages import Act, Begin, Continue, LeaveTable, OpenTable
from protocol.setup import USUAL, Arrangement, Clock, OptionValue, Setup
from protocol.table import Resign, SetAway, SetPause, TableView, seen
from server.tables.commands import (
    Asked,
    BotMove,
    Command,
    DealCards,
    Denied,
    Depart,
    Done,
    Granted,
    Outcome,
    SeatedMessage,
    Sit,
    Tick,
)
from server.tables.handle import handle
from server.tables.log import Cause, LogRecord
from server.tables.position import first_position
from server.tables.projection import seen_by_all
from server.tables.seating import TableOpening, open_table
from server.tables.table import STILL, Progress, Step, Table, TableMoment, arrive, depart, unfold
from tests.server.lots import LOTS, bid


def asked(cause: Cause, kind: Callable[..., SeatedMessage], *values: Any, **named: Any) -> Asked:  # noqa: ANN401
    """Give a command: the message has the id of its cause, and the number of the state that it answers, if any."""
    answers = (cause.seq,) if kind in (Act, Continue) else ()
    return Asked(cause, kind(cause.id, *answers, *values, **named))


S = TypeVar("S")


LEVELS = ("plain", "keen")  # The bots of these tests.
NOW = 1000.0  # The time of these tests.
BARE: Final = first_position(LOTS, Setup("lots", 3)).course  # A course in which nothing has happened.


def table_view(table: Table, viewer: Seat | None) -> TableView:
    """Return all that this seat may know of the table; None is a spectator."""
    return seen(seen_by_all(table), table.state.own(viewer))


class Desk:
    """One table, with everything that was stored and told about it."""

    def __init__(
        self,
        players: int = 3,
        *,
        seed: str = "",
        bots: tuple[str, ...] = (),
        options: Mapping[str, OptionValue] | None = None,
        arrangement: Arrangement = USUAL,
        first_id: int = 1,
    ) -> None:
        """Open a table for Ann, who is there."""
        wish = TableOpening(
            cause=Cause("ann", 1, "OpenTable"),
            name="Ann",
            code="bodega",
            message=OpenTable(1, Setup("lots", players, dict(options or {})), bots, 0.5, seed, arrangement),
            entropy=bytes(32),
        )
        done = open_table(LOTS, LEVELS, wish, NOW)
        self.table: Table = arrive(done.progress.table, "ann")
        self.log: list[LogRecord] = [done.record]
        self.steps: list[Step] = list(done.progress.steps)
        self._last_id = first_id

    def send(self, command: Command) -> Outcome:
        """Let the table answer, and do what it allows."""
        outcome = handle(self.table, command, NOW)
        if isinstance(outcome, Done):
            self.table = outcome.progress.table
            self.log.append(outcome.record)
            self.steps.extend(outcome.progress.steps)
        return outcome

    def done(self, command: Command) -> Done:
        """Send a command that must be carried out."""
        outcome = self.send(command)
        assert isinstance(outcome, Done), outcome
        return outcome

    def denied(self, command: Command) -> Denied:
        """Send a command that must be refused, and see to it that nothing changes."""
        before = self.table
        outcome = self.send(command)
        assert isinstance(outcome, Denied), outcome
        assert self.table is before
        return outcome

    def granted(self, command: Command) -> Granted:
        """Send a command that changes nothing and is no fault."""
        outcome = self.send(command)
        assert isinstance(outcome, Granted), outcome
        return outcome

    def cause(self, account: str, seq: int | None = None) -> Cause:
        """Give the cause of a new command."""
        self._last_id += 1
        return Cause(account, self._last_id, "Test", seq)

    def join(self, account: str) -> Outcome:
        """Let someone come and sit down."""
        self.table = arrive(self.table, account)
        return self.send(self.sit(account))

    def sit(self, account: str) -> Sit:
        """Give the wish to sit down."""
        return Sit(self.cause(account), account.title())

    def leave(self, account: str) -> Asked:
        """Give the wish to get up."""
        return asked(self.cause(account), LeaveTable)

    def start(self, account: str = "ann") -> Asked:
        """Give the wish to begin."""
        return asked(self.cause(account), Begin)

    def agree(self, account: str = "ann", seq: int | None = None) -> Asked:
        """Give the wish for the next deal."""
        return asked(self.cause(account, self.table.seq if seq is None else seq), Continue)

    def move(self, account: str, action: Answer, seq: int | None = None) -> Asked:
        """Give a person's action."""
        return asked(self.cause(account, self.table.seq if seq is None else seq), Act, action)

    def bot_move(self, seat: int, amount: int = 1) -> BotMove:
        """Give a bot's action."""
        chair = self.table.chairs[seat]
        assert chair is not None
        return BotMove(Seat(seat), chair.bot, self.table.seq, bid(amount))

    def deal(self, entropy: bytes = bytes(range(32))) -> DealCards:
        """Give chance's answer."""
        return DealCards(entropy)

    def lose(self, account: str) -> None:
        """Let a connection end."""
        self.table = depart(self.table, account)

    def go(self, account: str) -> Outcome:
        """Let a connection end, and the table find out what comes of it."""
        self.lose(account)
        return self.send(Depart())

    def play_a_deal(self) -> None:
        """Deal, and let everyone bid."""
        self.done(self.deal())
        for seat, chair in enumerate(self.table.chairs):
            assert chair is not None
            self.done(self.bot_move(seat) if chair.bot else self.move(chair.account, bid(2)))


def stored(table: Table) -> tuple[Table, View]:
    """Give a table without what is in no log, and all that there is to see of its game; courses are not compared."""
    state = replace(table.state, course=BARE)
    return replace(table, present=frozenset(), moment=STILL, state=state), table.state.reveal()


DAY = 86_400.0


def playing(seconds: float = 0, bank: float = 0, *, deals: int = 2, waits: str = "all") -> Desk:
    """Give a game of Ann, Ben and a bot with this clock, all of whom may bid, and the clock goes."""
    desk = Desk(options={"deals": deals, "waits": waits}, arrangement=Arrangement(clock=Clock(seconds, bank)))
    desk.join("ben")
    desk.done(desk.start())
    desk.table = replace(desk.table, moment=TableMoment(going=True))
    desk.done(desk.deal())
    return desk


def wait(desk: Desk, seconds: float, graces: Mapping[str, float] | None = None) -> None:
    """Let the clock of the table run."""
    moment = desk.table.moment
    lapsed = moment.lapsed + seconds
    desk.table = replace(desk.table, moment=replace(moment, at=NOW + lapsed, lapsed=lapsed, graces=graces or {}))


def tick(desk: Desk) -> Outcome:
    """Let the table look at the time."""
    return desk.send(Tick())


def tick_done(desk: Desk) -> None:
    """Let the table look at the time, and find that something is due."""
    desk.done(Tick())


def step_away(desk: Desk, account: str, *, away: bool = True) -> Asked:
    """Give the wish to step away, or to be back."""
    return asked(desk.cause(account), SetAway, away)


def withdraw(desk: Desk, account: str) -> Asked:
    """Give the wish to leave for good."""
    return asked(desk.cause(account), Resign)


def rest(desk: Desk, account: str, *, paused: bool = True) -> Asked:
    """Give the wish for a pause, or for its end."""
    return asked(desk.cause(account), SetPause, paused)


def fold(games: Mapping[str, Game[Any]], records: Iterable[LogRecord]) -> Progress | None:
    """Return the table that a log describes, with every event of it; None for an empty log.

    Raises:
        DamagedLog: the log was not written by a table of this server, or was written by a newer version of it.
    """
    table: Table | None = None
    steps: list[Step] = []
    for progress in unfold(games, records):
        table = progress.table
        steps.extend(progress.steps)
    return Progress(table, tuple(steps)) if table else None
