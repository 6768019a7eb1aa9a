"""What a table knows of time: what every seat has used, what is left in the banks, and how long the game has rested.

Time is counted and not read: each record says how long the clock has run since the one before, so that neither a
server that was down nor a clock that was set can take anything from anybody.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from protocol.clock import Clock
from protocol.vocabulary import Seat
from server.tables.fact import Fact
from server.tables.lapses import BotStoodIn, PauseAsked, PauseBegan, PauseEnded, TimeRanOut


class Moment(Struct, frozen=True, gc=False):
    """When somebody looks at a table; no fact, and handed in by the host."""

    at: float | None = None
    """The time in seconds since 1970; None for that of the last record."""

    lapsed: float = 0.0
    """Seconds for which the clock has run since the last record."""

    going: bool = False
    """Whether it runs."""

    graces: Mapping[str, float] = {}
    """For how many more seconds a lost connection is waited for, by account."""


STILL: Final = Moment()
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
