"""What a table knows of time: what every seat has used, what is left in the banks, and how long the game has rested.

Time is counted and not read: each record says how long the clock has run since the one before, so that neither a
server that was down nor a clock that was set can take anything from anybody.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from protocol.absence import CameBack, Paused, Resigned, Resumed, StoodIn
from protocol.seating import SeatTaken
from protocol.setup import Clock, TimedOut
from protocol.vocabulary import Event, Seat
from server.rules.game import Awaits, Seats, Shuffle
from server.tables.chairs import Chair, Chairs, taken
from server.tables.log import (
    BotSat,
    BotStoodIn,
    DamagedLog,
    Fact,
    Lapse,
    PackShuffled,
    PauseAsked,
    PauseBegan,
    PauseEnded,
    PersonResigned,
    PersonSat,
    TimeRanOut,
    Told,
)


class TableMoment(Struct, frozen=True, gc=False):
    """When somebody looks at a table; no fact, and handed in by the host."""

    at: float | None = None
    """The time in seconds since 1970; None for that of the last record."""

    lapsed: float = 0.0
    """Seconds for which the clock has run since the last record."""

    going: bool = False
    """Whether it runs."""

    graces: Mapping[str, float] = {}
    """For how many more seconds a lost connection is waited for, by account."""


STILL: Final = TableMoment()
"""The moment of the last record, with nobody there."""


class Times(Struct, frozen=True, gc=False):
    """The time of every seat; the tuples are empty where there is no clock."""

    used: tuple[float, ...] = ()
    """Seconds of the present move, by seat."""

    banks: tuple[float, ...] = ()
    """The reserve that is left, by seat, as it was before the present move."""

    outs: tuple[int, ...] = ()
    """How often in a row each seat has run out of time."""

    breath: float = 0.0
    """Seconds for which people have been waited for between two deals."""

    wishes: frozenset[Seat] = frozenset()
    """The seats that have asked for a pause; what those have asked who are not there does not count."""

    rest: float | None = None
    """Seconds for which the game has rested; None while it does not."""

    since: float = 0.0
    """When the last pause began, in seconds since 1970."""


def full(clock: Clock, players: int) -> Times:
    """Give the times of a table that has just been made."""
    if not clock.seconds:
        return Times()
    return Times(used=(0.0,) * players, banks=(clock.bank,) * players, outs=(0,) * players)


def count(times: Times, spent: float, running: Iterable[Seat] | None) -> Times:
    """Give the times after the clock has run for so long, for these seats; None between two deals."""
    if times.rest is not None:
        return replace(times, rest=times.rest + spent)
    if running is None:
        return replace(times, breath=times.breath + spent)
    seats = frozenset(running)
    used = tuple(before + spent if seat in seats else before for seat, before in enumerate(times.used))
    return replace(times, used=used)


def settle(times: Times, clock: Clock, seats: frozenset[Seat]) -> Times:
    """Give the times once the moves of these seats are over: what went beyond the time for a move leaves the bank."""
    if not any(used and seat in seats for seat, used in enumerate(times.used)):
        return times
    banks = tuple(
        max(0.0, bank - max(0.0, used - clock.seconds)) if seat in seats else bank
        for seat, (bank, used) in enumerate(zip(times.banks, times.used, strict=True))
    )
    used = tuple(0.0 if seat in seats else used for seat, used in enumerate(times.used))
    return replace(times, used=used, banks=banks)


def punctual(times: Times, seat: Seat) -> Times:
    """Give the times after a seat has shown that somebody is there."""
    if not times.outs or not times.outs[seat]:
        return times
    return replace(times, outs=(*times.outs[:seat], 0, *times.outs[seat + 1 :]))


def renewed(times: Times, seat: Seat) -> Times:
    """Give the times after somebody has sat down on a seat: they are punctual, and have not asked for a pause."""
    return (
        replace(punctual(times, seat), wishes=times.wishes - {seat}) if seat in times.wishes else punctual(times, seat)
    )


def after(times: Times, fact: Fact, at: float) -> Times:
    """Give the times after a fact of this moment."""
    match fact:
        case TimeRanOut(seat):
            return replace(times, outs=(*times.outs[:seat], times.outs[seat] + 1, *times.outs[seat + 1 :]))
        case BotStoodIn(seat):
            return replace(punctual(times, seat), wishes=times.wishes - {seat})
        case PauseAsked(seat, wanted):
            return replace(times, wishes=times.wishes | {seat} if wanted else times.wishes - {seat})
        case PauseBegan():
            return replace(times, rest=0.0, since=at)
        case PauseEnded():
            return replace(times, rest=None, wishes=frozenset())
    return times


def seat_event(chairs: Chairs, fact: PersonSat) -> Event:
    """Give the event by which it is told that a person sits down: who was only away has come back."""
    chair = chairs[fact.seat] if 0 <= fact.seat < len(chairs) else None
    if chair is not None and chair.account == fact.account and chair.bot:
        return CameBack(fact.seat, fact.name)
    return SeatTaken(fact.seat, fact.name, was=_bot_there(chair))


def bot_event(chairs: Chairs, fact: BotSat) -> Event:
    """Give the event by which it is told that a bot sits down, or that one only has another name."""
    chair = chairs[fact.seat] if 0 <= fact.seat < len(chairs) else None
    return SeatTaken(fact.seat, fact.name, fact.level, _bot_there(chair))


def _bot_there(chair: Chair | None) -> str:
    """Give what the bot is called that has a seat; nothing where none has it."""
    return chair.name if chair is not None and chair.bot else ""


def lapse_event(chairs: Chairs, times: Times, fact: Lapse) -> Event | None:
    """Give the event that a fact is told by; None for a fact that has none.

    Raises:
        DamagedLog: it is about a seat that nobody has.
    """
    match fact:
        case BotStoodIn(seat, bot, why):
            return StoodIn(seat, _chair(chairs, seat).name, bot, why)
        case PersonResigned(seat, bot):
            return Resigned(seat, _chair(chairs, seat).name, bot)
        case TimeRanOut(seat):
            return TimedOut(seat, _chair(chairs, seat).name)
        case PauseBegan():
            return Paused(tuple(sorted(times.wishes)))
        case PauseEnded(seat):
            return Resumed(seat)
    return None


def lapse_chairs(chairs: Chairs, fact: Lapse) -> Chairs:
    """Give the seats after a fact."""
    match fact:
        case BotStoodIn(seat, bot):
            return _changed(chairs, seat, replace(_chair(chairs, seat), bot=bot))
        case PersonResigned(seat, bot):
            chair = _chair(chairs, seat)
            return _changed(chairs, seat, replace(chair, bot=bot, account="", resigned=chair.account))
    return chairs


def _changed(chairs: Chairs, seat: Seat, chair: Chair) -> Chairs:
    """Give the seats after one of them has changed."""
    return (*chairs[:seat], chair, *chairs[seat + 1 :])


def _chair(chairs: Chairs, seat: Seat) -> Chair:
    """Give who has a seat."""
    chair = chairs[seat] if 0 <= seat < len(chairs) else None
    if chair is None:
        raise DamagedLog(f"the log tells of somebody at seat {seat}, where nobody sits")
    return chair


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
