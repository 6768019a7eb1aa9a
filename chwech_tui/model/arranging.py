"""The running of a table (clock, spectators, bots) in words and as choices; pure."""

from typing import Final

from protocol.setup import Arrangement, Clock, Delay
from protocol.tableview import TableEntry

_DAY: Final = 86_400
_HOUR: Final = 3600
_MINUTE: Final = 60

CLOCKS: Final = (
    Clock(),
    Clock(30, 300),
    Clock(60, 600),
    Clock(120, 600),
    Clock(_DAY),
    Clock(3 * _DAY),
    Clock(7 * _DAY),
    Clock(14 * _DAY),
)
"""The clocks to choose from, the default first."""

DELAYS: Final = {Delay.NONE: "at once", Delay.TRICK: "a trick later", Delay.DEAL: "a deal later"}


def span_words(seconds: float) -> str:
    """Return a length of time in words: ``30 s``, ``5 min``, ``3 days``."""
    if seconds >= _DAY:
        days = round(seconds / _DAY)
        return f"{days} day" if days == 1 else f"{days} days"
    if seconds > 2 * _MINUTE and seconds % _MINUTE == 0:
        return f"{seconds / _MINUTE:g} min"
    return f"{seconds:g} s"


def span_left(seconds: float) -> str:
    """Return the remaining time, rounded down: ``2 days``, ``23 h``, ``5 min``."""
    if seconds >= 2 * _DAY:
        return f"{seconds // _DAY:.0f} days"
    if seconds >= _HOUR:
        return f"{seconds // _HOUR:.0f} h"
    return f"{max(0.0, seconds) // _MINUTE:.0f} min"


def clock_words(clock: Clock) -> str:
    """Return a clock in words: ``no clock``, ``60 s a move and 10 min in all``, ``3 days a move``."""
    if not clock.seconds:
        return "no clock"
    bank = f" and {span_words(clock.bank)} in all" if clock.bank else ""
    return f"{span_words(clock.seconds)} a move{bank}"


def clock_sign(clock: Clock) -> str:
    """Return a clock as a short entry for a column; empty without a clock."""
    return span_words(clock.seconds) if clock.seconds else ""


def arrangement_words(arrangement: Arrangement) -> str:
    """Return how a table is run: who finds it, its clock, spectators, and the seats of bots."""
    clock = clock_words(arrangement.clock)
    late = "" if arrangement.delay is Delay.NONE else f", {DELAYS[arrangement.delay]}"
    looking = f"people may watch{late}" if arrangement.watching else "nobody may watch"
    seats = "bots give up their seats to people" if arrangement.takeover else "bots keep their seats"
    found = "" if arrangement.listed else "by code only; "
    return f"{found}{clock}; {looking}; {seats}"


def taken(entry: TableEntry) -> int:
    """Return the number of seats that players or bots have."""
    return sum(bool(name) for name in entry.names)
