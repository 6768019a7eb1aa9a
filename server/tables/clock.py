"""Whose time runs at a table, how much of it is left, and when that has to be looked at again."""

from typing import Final, TypeVar

from msgspec import Struct

from protocol.setup import Clock, TableTime
from protocol.tableview import TablePhase
from protocol.vocabulary import Seat
from server.rules.game import InvalidSetup, Seats
from server.tables.presence import between_deals, next_shuffle, persons_here, waits_for
from server.tables.table import Table
from server.tables.times import running

S = TypeVar("S")

DAY: Final = 86_400.0
"""Seconds of a day: a move that has days is one of a correspondence game."""

LONGEST_DAYS: Final = 14
"""The most days for a move."""

SHORTEST: Final = 10.0
"""The fewest seconds for a move."""

LONGEST: Final = 300.0
"""The most seconds for a move that has no days."""

LARGEST_BANK: Final = 3600.0
"""The most seconds in a bank."""

BREATH_SECONDS: Final = 60.0
"""How long people who do not agree to the next deal are waited for, where there is a clock."""

PAUSE_SECONDS: Final = 1800.0
"""The longest pause."""

CHECKPOINT_SECONDS: Final = 6 * 3600.0
"""How often the time that has run is written down at a table that nobody may come to for days."""


def check_clock(clock: Clock) -> None:
    """See to it that a table can be run by a clock.

    Raises:
        InvalidSetup: it cannot; the text says what is wrong and what would be right.
    """
    days = [number * DAY for number in range(1, LONGEST_DAYS + 1)]
    if clock.seconds and clock.seconds not in days and not SHORTEST <= clock.seconds <= LONGEST:
        text = f"{SHORTEST:.0f} to {LONGEST:.0f} seconds, or 1 to {LONGEST_DAYS} whole days of {DAY:.0f} seconds"
        raise InvalidSetup(f"a move cannot have {clock.seconds:g} seconds: choose 0 for no clock, {text}")
    if not 0 <= clock.bank <= LARGEST_BANK:
        raise InvalidSetup(f"a bank cannot have {clock.bank:g} seconds: choose 0 to {LARGEST_BANK:.0f}")
    if clock.bank and not SHORTEST <= clock.seconds <= LONGEST:
        raise InvalidSetup("a bank needs a clock with seconds for a move: leave it out")


def timed(table: Table[S]) -> bool:
    """Say whether a table has a clock."""
    return bool(table.times.used)


def correspondence(table: Table[S]) -> bool:
    """Say whether a move has days, so that the table lives on with nobody there."""
    return table.opened.arrangement.clock.seconds >= DAY


def resting(table: Table[S]) -> bool:
    """Say whether the game has been paused."""
    return table.times.rest is not None and table.phase is TablePhase.PLAYING


def awake(table: Table[S]) -> bool:
    """Say whether anything can happen by itself at a table."""
    return (
        table.phase is TablePhase.PLAYING and not table.closed and (correspondence(table) or bool(persons_here(table)))
    )


def lefts(table: Table[S]) -> dict[Seat, float]:
    """Give the seconds that are left to each seat that has a limited time to do something."""
    if not timed(table) or table.phase is not TablePhase.PLAYING:
        return {}
    times = table.times
    lapsed = 0.0 if times.rest is not None else table.moment.lapsed
    if between_deals(table):
        return dict.fromkeys(waits_for(table), BREATH_SECONDS - times.breath - lapsed)
    seconds = table.opened.arrangement.clock.seconds - lapsed
    seats = sorted(running(table.game.awaits(table.state), table.chairs) or ())
    return {seat: seconds + times.banks[seat] - times.used[seat] for seat in seats}


def rest_left(table: Table[S]) -> float:
    """Give the seconds after which a pause ends by itself."""
    return PAUSE_SECONDS - (table.times.rest or 0.0) - table.moment.lapsed


def next_alarm(table: Table[S]) -> float | None:
    """Give the seconds after which the clock of a table that is awake has to be looked at; None where it stands."""
    if not awake(table):
        return None
    if resting(table):
        return max(0.0, rest_left(table))
    left = lefts(table)
    return max(0.0, min(*left.values(), CHECKPOINT_SECONDS - table.moment.lapsed)) if left else None


def table_time(table: Table[S]) -> TableTime | None:
    """Give where the clock stands, for everybody."""
    left = lefts(table) if table.settled else {}
    if not left:
        return None
    now = table.moment.at if table.moment.at is not None else table.changed_at
    first = min(left, key=left.__getitem__)
    rest = round(max(0.0, left[first]), 3)
    bank = 0.0 if next_shuffle(table) else table.times.banks[first]
    going = table.moment.going and not resting(table)
    return TableTime(
        now=now,
        seats=tuple(left),
        left=rest,
        banks=table.times.banks,
        deadline=now + rest if going else None,
        bank_from=now + rest - bank if going else None,
    )


class AskSeed(Struct, frozen=True, gc=False):
    """The pack is to be shuffled: give a ``Deal`` with fresh random bytes."""

    deal: int
    """For which deal."""


class AskBot(Struct, frozen=True, gc=False):
    """A bot is to act: give a ``BotMove`` once the table's pace has passed."""

    seat: Seat
    """For which seat."""

    level: str
    """Which bot."""


Effect = AskSeed | AskBot


def due(table: Table[S]) -> tuple[Effect, ...]:
    """Give what the table needs now; nothing while it sleeps because no person is there, or the game rests."""
    if not awake(table) or resting(table):
        return ()
    shuffle = next_shuffle(table)
    if shuffle is not None:
        return () if waits_for(table) else (AskSeed(shuffle.deal),)
    awaited = table.game.awaits(table.state)
    seats = sorted(awaited.seats) if isinstance(awaited, Seats) else ()
    return tuple(AskBot(seat, chair.bot) for seat in seats if (chair := table.chairs[seat]) is not None and chair.bot)
