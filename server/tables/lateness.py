"""What happens at a table because time has passed: the one place where a seat is acted for."""

from typing import Final, TypeVar

from protocol.absence import Absence
from protocol.vocabulary import Seat
from server.rules.game import Over
from server.tables.absence import given_up, stand_in
from server.tables.clock import CHECKPOINT_SECONDS, awake, lefts, rest_left, resting
from server.tables.lapses import PauseEnded, TimeRanOut
from server.tables.log import Agreed, Told
from server.tables.outcome import Granted, Outcome
from server.tables.pause import done_when_agreed
from server.tables.presence import between_deals
from server.tables.table import AnyFact, Table

S = TypeVar("S")

OUTS: Final = 3
"""How often in a row somebody runs out of time before a bot plays on."""


def time_passes(table: Table[S], now: float) -> Outcome[S]:
    """Say what comes of the time that has passed, one thing at a time; often nothing."""
    if not awake(table):
        return Granted(table.seq)
    facts = _over(table)
    checkpoint = table.moment.lapsed >= CHECKPOINT_SECONDS and bool(lefts(table))
    return done_when_agreed(table, facts, now, None) if facts or checkpoint else Granted(table.seq)


def _over(table: Table[S]) -> tuple[AnyFact, ...]:
    """Give the facts that are due."""
    if resting(table):
        return () if rest_left(table) > 0 else (PauseEnded(),)
    late = [seat for seat, left in lefts(table).items() if left <= 0]
    if not late:
        return given_up(table)
    if between_deals(table):
        return tuple(Agreed(seat) for seat in late)
    return _acted_for(table, late[0])


def _acted_for(table: Table[S], seat: Seat) -> tuple[AnyFact, ...]:
    """Give the facts by which a seat that has no time left is acted for; who is late too often is away."""
    events = table.game.decide(table.state, seat, table.game.fallback(table.state, seat))
    facts: tuple[AnyFact, ...] = (TimeRanOut(seat), *(Told(event) for event in events))
    state = table.state
    for event in events:
        state = table.game.evolve(state, event)
    if table.times.outs[seat] + 1 < OUTS or isinstance(table.game.awaits(state), Over):
        return facts
    return (*facts, stand_in(table, seat, Absence.IDLE))
