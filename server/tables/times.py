"""The clock state of a table: the time each seat has used, the time left in the banks, and the length of a pause.

Time is accumulated, not read from a clock: each record says how long the clock ran since the previous one. So neither
downtime of the server nor a change of the system clock costs a player any time.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from protocol.game import Answered, Stage
from protocol.message import Seat, TableEvent
from protocol.setup import Clock
from protocol.table import CameBack, Paused, Resigned, Resumed, SeatTaken, StoodIn, TimedOut
from server.tables.chairs import Chairs, taken
from server.tables.log import BotSat, KnownFact, PauseAsked, PersonSat
from server.tables.position import Position


class TableMoment(Struct, frozen=True, gc=False):
    """The moment at which a table is read; not a fact, but supplied by the host process."""

    at: float | None = None
    """The time in seconds since 1970; None for the time of the last record."""
    lapsed: float = 0.0
    """Seconds that the clock has run since the last record."""
    going: bool = False
    graces: Mapping[str, float] = {}
    """By account, the seconds for which the table still waits for a lost connection."""


STILL: Final = TableMoment()  # The moment of the last record, with nobody connected.


class Times(Struct, frozen=True, gc=False):
    """The times of every seat; the tuples are empty if the table has no clock."""

    used: tuple[float, ...] = ()
    """Seconds used for the current move, by seat."""
    banks: tuple[float, ...] = ()
    """The reserve left, by seat, as it was before the current move."""
    outs: tuple[int, ...] = ()
    """The number of times in a row that each seat has run out of time."""
    breath: float = 0.0
    """Seconds spent waiting for people between two deals."""
    wishes: frozenset[Seat] = frozenset()
    """The seats that have asked for a pause; requests of absent persons do not count."""
    rest: float | None = None
    since: float = 0.0


def full(clock: Clock, players: int) -> Times:
    """Return the times of a new table."""
    if not clock.seconds:
        return Times()
    return Times(used=(0.0,) * players, banks=(clock.bank,) * players, outs=(0,) * players)


def count(times: Times, spent: float, running: Iterable[Seat] | None) -> Times:
    """Return the times after ``spent`` seconds for the given seats; ``running`` is None between two deals."""
    if times.rest is not None:
        return replace(times, rest=times.rest + spent)
    if running is None:
        return replace(times, breath=times.breath + spent)
    seats = frozenset(running)
    used = tuple(before + spent if seat in seats else before for seat, before in enumerate(times.used))
    return replace(times, used=used)


def settle(times: Times, clock: Clock, seats: frozenset[Seat]) -> Times:
    """Return the times after the moves of ``seats`` end: time beyond the limit for a move is taken from the bank."""
    if not any(used and seat in seats for seat, used in enumerate(times.used)):
        return times
    banks = tuple(
        max(0.0, bank - max(0.0, used - clock.seconds)) if seat in seats else bank
        for seat, (bank, used) in enumerate(zip(times.banks, times.used, strict=True))
    )
    used = tuple(0.0 if seat in seats else used for seat, used in enumerate(times.used))
    return replace(times, used=used, banks=banks)


def punctual(times: Times, seat: Seat) -> Times:
    """Return the times after a seat has shown that its person is there."""
    if not times.outs or not times.outs[seat]:
        return times
    return replace(times, outs=(*times.outs[:seat], 0, *times.outs[seat + 1 :]))


def renewed(times: Times, seat: Seat) -> Times:
    """Return the times after a seat has changed hands: nobody there was late or has asked for a pause."""
    times = punctual(times, seat)
    return replace(times, wishes=times.wishes - {seat}) if seat in times.wishes else times


def after(times: Times, event: TableEvent, at: float) -> Times:
    """Return the times after an event recorded at ``at``."""
    match event:
        case TimedOut(seat):
            return replace(times, outs=(*times.outs[:seat], times.outs[seat] + 1, *times.outs[seat + 1 :]))
        case StoodIn(seat):
            return renewed(times, seat)
        case Paused():
            return replace(times, rest=0.0, since=at)
        case Resumed():
            return replace(times, rest=None, wishes=frozenset())
    return times


def wish(times: Times, fact: PauseAsked) -> Times:
    """Return the times after a person has asked for a pause, or withdrawn that."""
    seats = frozenset({fact.seat})
    return replace(times, wishes=times.wishes | seats if fact.wanted else times.wishes - seats)


def seated(chairs: Chairs, fact: PersonSat | BotSat) -> CameBack | SeatTaken:
    """Return the event for somebody who sits down: ``CameBack`` for a person who was only away."""
    chair = chairs[fact.seat] if 0 <= fact.seat < len(chairs) else None
    was = chair.name if chair is not None and chair.bot else ""
    if isinstance(fact, BotSat):
        return SeatTaken(fact.seat, fact.name, fact.level, was)
    if chair is not None and chair.bot and chair.account == fact.account:
        return CameBack(fact.seat, fact.name)
    return SeatTaken(fact.seat, fact.name, was=was)


def running(state: Position, chairs: Chairs) -> frozenset[Seat] | None:
    """Return the awaited seats that persons play; None while the game awaits the next deal."""
    if state.stage is Stage.DEALING:
        return None
    return frozenset(seat for seat, chair in taken(chairs) if seat in state.asked and not chair.bot)


def awaited_bots(state: Position, chairs: Chairs) -> frozenset[Seat]:
    """Return the seats on which bots are to act."""
    return frozenset(seat for seat, chair in taken(chairs) if seat in state.bots and chair.bot)


def unawaited(state: Position, chairs: Chairs) -> frozenset[Seat]:
    """Return the seats from which the game awaits nothing."""
    return frozenset(map(Seat, range(len(chairs)))) - state.asked


def present(times: Times, facts: Iterable[KnownFact], actor: Seat | None) -> Times:
    """Return the times after facts by which people have shown that they are there."""
    for fact in facts:
        match fact:
            case Answered(seed=str()):
                times = replace(times, breath=0.0, wishes=frozenset())
            case PersonSat(seat):
                times = renewed(times, seat)
            case Answered() if actor is not None:
                times = punctual(times, actor)
    return times


def moved(facts: Iterable[KnownFact], actor: Seat | None, bots: frozenset[Seat], state: Position) -> frozenset[Seat]:
    """Return the seats whose moves these facts end.

    Args:
        facts: the facts of one record.
        actor: the seat of the person behind the record, if there is one.
        bots: the seats of the bots that were awaited before the record.
        state: the position of the game after it.
    """
    late = frozenset(fact.seat for fact in facts if isinstance(fact, TimedOut | Resigned))
    if late or not any(isinstance(fact, Answered) for fact in facts):
        return late
    if actor is not None:
        return frozenset({actor})
    # Of several awaited bots, the one that has acted is the one that is no longer awaited.
    return bots - state.bots or bots
