"""Two tables that differ in nothing but what somebody may not see, each with a host of its own behind every door.

They are made as logs, so that whatever a host works out from them is put to the test: views, histories, lists, texts.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from msgspec import Struct

from games.chwech.rules import CHWECH
from games.kit.game import Game
from games.kit.run import Run
from protocol.cards import Card
from protocol.codec import Codec
from protocol.game import Answered
from protocol.message import Seat
from protocol.messages import Act, Begin, Continue, OpenTable
from protocol.setup import Arrangement, Delay, Setup
from server.host.tables.ledger import record_reader
from server.rules.registry import GAMES
from server.rules.values import Break, Seats
from server.storage.store import Brief
from server.tables.commands import BotMove, Command, DealCards, Done, Sit, Speak
from server.tables.handle import handle
from server.tables.heading import heading
from server.tables.log import Cause, LogRecord
from server.tables.opening import TableOpening, open_table
from server.tables.projection import watch_from
from server.tables.table import Table, arrive, fold
from tests.games.test_laws import elsewhere
from tests.server.tables.desk import asked

CODEC: Final = Codec()
"""The words of these tests."""

CODE: Final = "quiet-nine"
"""The name of the table."""

NOW: Final = 1000.0
"""The time of these tests."""

ANN, BEN = Seat(0), Seat(1)


class Pen:
    """Writes the log of a game of Ann, Ben and two bots."""

    def __init__(self, delay: Delay) -> None:
        arrangement = Arrangement(delay=delay, takeover=False)
        setup = Setup("chwech", 4, {"deals": 5})
        wish = TableOpening(
            Cause("ann", 1, "OpenTable"), "Ann", CODE, OpenTable(1, setup, arrangement=arrangement), bytes(32)
        )
        done = open_table(GAMES["chwech"], ("random",), wish, NOW)
        self.log: list[LogRecord] = [done.record]
        self._units: list[Break | None] = []
        self._table: Table = arrive(arrive(done.progress.table, "ann"), "ben")
        self._number = 1
        self.send(Sit(self._cause("ben"), "Ben"))
        self.send(asked(self._cause("ann"), Begin))

    def send(self, command: Command) -> None:
        """Carry a command out."""
        outcome = handle(self._table, command, NOW)
        assert isinstance(outcome, Done), outcome
        self._table = outcome.progress.table
        self.log.append(outcome.record)
        games = [step for step in outcome.progress.steps if isinstance(step.event, Answered)]
        self._units += [step.table.game.breaks(step.event, step.table.state) for step in games]

    def say(self, text: str) -> None:
        """Let Ann say something."""
        self.send(Speak(self._cause("ann"), "Ann", text))

    def play_until(self, chance: Random, wanted: Callable[[], bool]) -> None:
        """Play on until something is so."""
        while not wanted():
            self.send(self._next(chance))

    def turn_of_ben(self) -> bool:
        """Say whether it is Ben's turn."""
        awaited = self._table.game.awaits(self._table.state)
        return isinstance(awaited, Seats) and awaited.seats == {BEN}

    def count(self, unit: Break) -> int:
        """Count the tricks or deals; the last trick of a deal is the deal."""
        return self._units.count(unit)

    def _cause(self, account: str) -> Cause:
        self._number += 1
        return Cause(account, self._number, "Test", self._table.seq)

    def _next(self, chance: Random) -> Command:
        """Give what the table waits for."""
        awaited = self._table.game.awaits(self._table.state)
        if not isinstance(awaited, Seats):
            tardy = [account for seat, account in enumerate(("ann", "ben")) if seat not in self._table.agreed]
            waits = self._table.dealt and tardy
            return asked(self._cause(tardy[0]), Continue) if waits else DealCards(chance.randbytes(32))
        seat = min(awaited.seats)
        action = chance.choice(self._table.game.legal(self._table.state, seat))
        chair = self._table.chairs[seat]
        assert chair is not None
        if chair.bot:
            return BotMove(seat, chair.bot, self._table.seq, action)
        return asked(self._cause(chair.account), Act, action)


Log = Sequence[LogRecord]


class Twins(Struct, frozen=True):
    """Two logs that somebody must not be able to tell apart."""

    logs: tuple[tuple[Log, Game[Any]], tuple[Log, Game[Any]]]
    """The records of both, and the game that deals their cards."""

    viewer: Seat | None
    """Who: the seat, or None for everybody without one."""


def in_hand(viewer: Seat | None) -> Twins:
    """Give two tables with other cards in all hands but the viewer's; it is Ben's turn, in the second deal."""
    pen = Pen(Delay.NONE)
    pen.play_until(Random(3), lambda: pen.count(Break.DEAL) == 1)
    tricks = pen.count(Break.TRICK)
    pen.play_until(Random(4), lambda: pen.count(Break.TRICK) == tricks + 2 and pen.turn_of_ben())
    return Twins(((pen.log, CHWECH), disguised(pen.log, viewer)), viewer)


def behind(delay: Delay) -> Twins:
    """Give two tables that went on in other ways after what those who watch have been told."""
    unit = Break.TRICK if delay is Delay.TRICK else Break.DEAL
    logs = []
    for number in (5, 6):
        pen = Pen(delay)
        pen.play_until(Random(3), lambda pen=pen: pen.count(unit) == 2)  # type: ignore[misc]  # a bound loop variable
        chance = Random(number)
        pen.play_until(chance, lambda pen=pen: pen.count(unit) == 3)  # type: ignore[misc]  # the same
        for text in ("well", "I never")[: number - 4]:
            pen.say(text)
        pen.send(pen._next(chance))
        pen.play_until(chance, pen.turn_of_ben)
        assert pen.count(unit) == 3
        logs.append(pen.log)
    return Twins(((logs[0], CHWECH), disguised(logs[1], None)), None)


def disguised(log: Log, viewer: Seat | None) -> tuple[Log, Game[Any]]:
    """Give a log with a game in which all cards in hand that the viewer does not see are others."""
    return log, elsewhere(run_of(log), viewer, Random(9))


def run_of(log: Log) -> Run:
    """Give the game at the end of a log."""
    folded = fold(GAMES, log)
    assert folded is not None
    run: Run = folded.table.state.run
    return run


def seq_of(log: Log) -> int:
    """Give the number of the last event."""
    folded = fold(GAMES, log)
    assert folded is not None
    return folded.table.seq


def last_hand(log: Log, seat: Seat) -> tuple[Card, ...]:
    """Give the hand of a seat."""
    return tuple(run_of(log).table.hands[seat])


def stored(log: Log) -> tuple[list[bytes], Brief]:
    """Give what a store holds of a table."""
    folded = fold(GAMES, log)
    assert folded is not None
    seen = watch_from(folded.steps, folded.table).table
    records = [CODEC.pack(record) for record in log]
    assert list(map(record_reader(CODEC), records)) == list(log)
    return records, Brief(CODEC.pack(heading(folded.table, seen)), live=True)
