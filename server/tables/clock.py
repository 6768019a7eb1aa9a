"""Clock rules: whose time runs at a table, how much of it is left, and when the next timer is due."""

from hashlib import blake2b
from math import log
from typing import Final

from msgspec import Struct

from games.kit.options import InvalidSetup
from protocol.language import sentence
from protocol.message import Seat
from protocol.setup import DAY, Clock, TableTime
from protocol.table import TablePhase
from server.tables.table import Table, awaits_shuffle, between_deals, somebody_here, waits_for
from server.tables.times import running

LONGEST_DAYS: Final = 14  # The longest time for a move, in days.
SHORTEST: Final = 10.0  # The shortest time for a move, in seconds.
LONGEST: Final = 300.0  # The longest time for a move of less than a day, in seconds.
LARGEST_BANK: Final = 3600.0  # The largest bank, in seconds.
BREATH_SECONDS: Final = 60.0  # Seconds that a table with a clock waits for people to agree to the next deal.
PAUSE_SECONDS: Final = 1800.0  # The longest pause, in seconds.

CHECKPOINT_SECONDS: Final = 6 * 3600.0
"""The interval at which elapsed time is recorded at a table with no other records, in seconds."""


def check_clock(clock: Clock) -> None:
    """Check that a table can use this clock.

    Raises:
        InvalidSetup: it cannot; the text says what is wrong and what would be right.
    """
    days = [number * DAY for number in range(1, LONGEST_DAYS + 1)]
    if clock.seconds and clock.seconds not in days and not SHORTEST <= clock.seconds <= LONGEST:
        raise InvalidSetup(_no_such_time(clock))
    if not 0 <= clock.bank <= LARGEST_BANK:
        text = sentence(
            "a bank cannot have {seconds} seconds: choose 0 to {most}",
            seconds=f"{clock.bank:g}",
            most=f"{LARGEST_BANK:.0f}",
        )
        raise InvalidSetup(text)
    if clock.bank and not SHORTEST <= clock.seconds <= LONGEST:
        raise InvalidSetup(sentence("a bank needs a clock with seconds for a move: leave it out"))


def _no_such_time(clock: Clock) -> str:
    return sentence(
        "a move cannot have {seconds} seconds: choose 0 for no clock, {least} to {most} seconds, or 1 to {days} whole "
        "days of {day} seconds",
        seconds=f"{clock.seconds:g}",
        least=f"{SHORTEST:.0f}",
        most=f"{LONGEST:.0f}",
        days=LONGEST_DAYS,
        day=f"{DAY:.0f}",
    )


def timed(table: Table) -> bool:
    """True if the table has a clock."""
    return bool(table.times.used)


def correspondence(table: Table) -> bool:
    """True if a move has days."""
    return table.opened.arrangement.clock.has_days


def unattended(table: Table) -> bool:
    """True if the game goes on with nobody connected: a move has days, or a tournament waits for the end."""
    return correspondence(table) or bool(table.opened.tournament)


def resting(table: Table) -> bool:
    """True if the game is paused."""
    return table.times.rest is not None and table.phase is TablePhase.PLAYING


def awake(table: Table) -> bool:
    """True if something can happen at the table without a command."""
    return table.phase is TablePhase.PLAYING and not table.closed and (somebody_here(table) or unattended(table))


def lefts(table: Table) -> dict[Seat, float]:
    """Return the seconds left to each seat whose time is limited now."""
    if not timed(table) or table.phase is not TablePhase.PLAYING:
        return {}
    times = table.times
    lapsed = 0.0 if times.rest is not None else table.moment.lapsed
    if between_deals(table):
        return dict.fromkeys(waits_for(table), BREATH_SECONDS - times.breath - lapsed)
    seconds = table.opened.arrangement.clock.seconds - lapsed
    seats = sorted(running(table.state, table.chairs) or ())
    return {seat: seconds + times.banks[seat] - times.used[seat] for seat in seats}


def rest_left(table: Table) -> float:
    """Return the seconds until a pause ends by itself."""
    return PAUSE_SECONDS - (table.times.rest or 0.0) - table.moment.lapsed


def next_alarm(table: Table) -> float | None:
    """Return the seconds until the next timer of the table is due; None if it has none."""
    rests = resting(table)
    if not (rests or timed(table)) or not awake(table):
        return None
    if rests:
        return max(0.0, rest_left(table))
    left = lefts(table)
    return max(0.0, min(*left.values(), CHECKPOINT_SECONDS - table.moment.lapsed)) if left else None


def table_time(table: Table) -> TableTime | None:
    """Return the state of the clock, as everybody may know it."""
    left = lefts(table) if table.settled else {}
    if not left:
        return None
    now = table.moment.at if table.moment.at is not None else table.changed_at
    first = min(left, key=left.__getitem__)
    rest = round(max(0.0, left[first]), 3)
    bank = 0.0 if awaits_shuffle(table) else table.times.banks[first]
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
    """A shuffle is due: answer with ``DealCards`` and fresh random bytes."""


class AskBot(Struct, frozen=True, gc=False):
    """A bot is due to act: answer with ``BotMove`` after ``bot_seconds``."""

    seat: Seat
    level: str


def due(table: Table) -> tuple[AskSeed | AskBot, ...]:
    """Return what the table needs now; nothing while it sleeps because no person is there, or is paused."""
    if not awake(table) or resting(table):
        return ()
    if awaits_shuffle(table):
        return () if waits_for(table) else (AskSeed(),)
    seats = sorted(table.state.bots)
    return tuple(AskBot(seat, chair.bot) for seat in seats if (chair := table.chairs[seat]) is not None and chair.bot)


SHORTEST_PACE: Final = 0.4  # The shortest time, as a share of the table's pace; the mean is the pace itself.
LONGEST_PACE: Final = 4.0  # The longest time, as a share of the table's pace.

TOGETHER: Final = 2.0
"""The least time while a person may act at the same time, in seconds: no machine is faster there than a slow line."""

_BYTES: Final = 8


def bot_seconds(table: Table, seat: Seat) -> float:
    """Return the seconds that the bot on a seat takes for the action that is due now."""
    name = f"{table.opened.code} seat {seat} after {table.moved}"
    number = int.from_bytes(blake2b(name.encode(), digest_size=_BYTES).digest())
    spread = -log((number + 1) / 2 ** (8 * _BYTES))
    seconds = table.opened.pace * min(LONGEST_PACE, SHORTEST_PACE + (1 - SHORTEST_PACE) * spread)
    return max(seconds, TOGETHER) if seconds and _beside_a_person(table) else seconds


def _beside_a_person(table: Table) -> bool:
    """True if everybody sees that a person may act at the same time: who acts unasked can be a secret of the hand."""
    seats = table.state.asked
    if seats != table.state.seats:
        seats |= set(table.state.view(None).free)
    chairs = (table.chairs[seat] for seat in seats)
    return len(seats) > 1 and any(chair is not None and not chair.bot for chair in chairs)
