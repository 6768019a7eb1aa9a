"""How a record changes the times of a table: first the clock runs up to it, then moves end and begin."""

from collections.abc import Iterable

from msgspec.structs import replace

from protocol.clock import Clock
from protocol.vocabulary import Seat
from server.rules.game import Awaits, Seats, Shuffle
from server.tables.chairs import Chairs, taken
from server.tables.fact import Fact
from server.tables.lapses import BotStoodIn, TimeRanOut
from server.tables.log import PackShuffled, PersonSat, Told
from server.tables.times import Times, punctual, settle


def running(awaited: Awaits, chairs: Chairs) -> frozenset[Seat] | None:
    """Give the seats whose persons the game awaits; None while it awaits the next deal."""
    if isinstance(awaited, Shuffle):
        return None
    seats = awaited.seats if isinstance(awaited, Seats) else frozenset()
    return frozenset(seat for seat, chair in taken(chairs) if seat in seats and not chair.bot)


def reckon(
    times: Times, clock: Clock, facts: Iterable[Fact], actor: Seat | None, awaited: frozenset[Seat] | None
) -> Times:
    """Give the times after these facts: who has acted, or is awaited no more, has ended a move."""
    ended: set[Seat] = set()
    for fact in facts:
        match fact:
            case PackShuffled():
                times = replace(times, breath=0.0, wishes=frozenset())
            case PersonSat(seat):
                times = punctual(times, seat)
            case TimeRanOut(seat) | BotStoodIn(seat):
                ended.add(seat)
            case Told() if actor is not None:
                ended.add(actor)
                times = punctual(times, actor)
    if not any(times.used):
        return times
    gone = frozenset(range(len(times.used))) - (awaited or frozenset())
    return settle(times, clock, frozenset(ended) | frozenset(map(Seat, gone)))
