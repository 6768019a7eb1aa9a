"""How a record changes the times of a table: first the clock runs up to it, then moves end and begin.

A move ends when it is made, by whomever, and when the game awaits it no more. Who goes away and comes back before that
has not ended it, so nobody wins time in this way.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from protocol.vocabulary import Seat
from server.rules.game import Awaits, Seats, Shuffle
from server.tables.chairs import Chairs, taken
from server.tables.fact import Fact
from server.tables.lapses import PersonResigned, TimeRanOut
from server.tables.log import PackShuffled, PersonSat, Told
from server.tables.times import Times, punctual, renewed


def expected(awaited: Awaits) -> frozenset[Seat]:
    """Give the seats that a game waits for."""
    return awaited.seats if isinstance(awaited, Seats) else frozenset()


def running(awaited: Awaits, chairs: Chairs) -> frozenset[Seat] | None:
    """Give the seats whose persons the game awaits; None while it awaits the next deal."""
    if isinstance(awaited, Shuffle):
        return None
    seats = expected(awaited)
    return frozenset(seat for seat, chair in taken(chairs) if seat in seats and not chair.bot)


def awaited_bots(awaited: Awaits, chairs: Chairs) -> frozenset[Seat]:
    """Give the seats that the game awaits and that bots play."""
    seats = expected(awaited)
    return frozenset(seat for seat, chair in taken(chairs) if seat in seats and chair.bot)


def unawaited(awaited: Awaits, chairs: Chairs) -> frozenset[Seat]:
    """Give the seats that the game does not await."""
    return frozenset(map(Seat, range(len(chairs)))) - expected(awaited)


def present(times: Times, facts: Iterable[Fact], actor: Seat | None) -> Times:
    """Give the times after people have shown with these facts that they are there."""
    for fact in facts:
        match fact:
            case PackShuffled():
                times = replace(times, breath=0.0, wishes=frozenset())
            case PersonSat(seat):
                times = renewed(times, seat)
            case Told() if actor is not None:
                times = punctual(times, actor)
    return times


def moved(facts: Iterable[Fact], actor: Seat | None, bots: frozenset[Seat], awaited: Awaits) -> frozenset[Seat]:
    """Give whose moves these facts end; ``bots`` were awaited before, and ``awaited`` is what the game awaits now."""
    late = frozenset(fact.seat for fact in facts if isinstance(fact, TimeRanOut | PersonResigned))
    if late or not any(isinstance(fact, Told) for fact in facts):
        return late
    if actor is not None:
        return frozenset({actor})
    # Of several bots that were awaited the one has acted that is awaited no more.
    return bots - expected(awaited) or bots
