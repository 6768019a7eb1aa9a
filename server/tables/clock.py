"""Time at a table: its clock and what is due, pauses, and what happens when people are away, late or disconnected.

A pause begins when every person present has agreed, and ends when anybody ends it. A request counts while its person is
present and plays: it ends when they leave, and when the table is empty.
"""

from collections.abc import Collection
from hashlib import blake2b
from math import log
from typing import Final

from msgspec import Struct

from games.kit.options import InvalidSetup
from protocol.game import Stage
from protocol.language import sentence
from protocol.message import Seat
from protocol.setup import DAY, Clock, TableTime
from protocol.table import Absence, Pause, Paused, Resigned, Resumed, StoodIn, TablePhase, TimedOut
from server.tables.chairs import Chair, holder, others, seats_of, taken
from server.tables.commands import Decision, Granted, not_now
from server.tables.log import Agreed, KnownFact, PauseAsked, PersonSat, TableClosed
from server.tables.table import Table, awaits_shuffle, between_deals, persons_here, running, somebody_here, waits_for

LONGEST_DAYS: Final = 14  # The longest time for a move, in days.
SHORTEST: Final = 10.0  # The shortest time for a move, in seconds.
LONGEST: Final = 300.0  # The longest time for a move of less than a day, in seconds.
LARGEST_BANK: Final = 3600.0  # The largest bank, in seconds.
BREATH_SECONDS: Final = 60.0  # Seconds that a table with a clock waits for people to agree to the next deal.
PAUSE_SECONDS: Final = 1800.0  # The longest pause, in seconds.

CHECKPOINT_SECONDS: Final = 6 * 3600.0
"""The interval at which elapsed time is recorded at a table with no other records, in seconds."""


def check_clock(clock: Clock) -> None:
    """Raise ``InvalidSetup``, which says what would be right, if a table cannot use this clock."""
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
    """True if the game continues without connected players: a correspondence or tournament game."""
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
    """Return the state of the clock, as everyone may know it."""
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
    """True if everyone sees that a person may act at the same time: who acts unasked can be a secret of the hand."""
    seats = table.state.asked
    if seats != table.state.seats:
        seats |= set(table.state.view(None).free)
    chairs = (table.chairs[seat] for seat in seats)
    return len(seats) > 1 and any(chair is not None and not chair.bot for chair in chairs)


RESTS: Final = not_now("the game is paused: end the pause first")


def set_pause(table: Table, seat: Seat, *, paused: bool) -> Decision:
    """Return the facts for a request to begin or end a pause, or the reason why there are none."""
    if table.phase is not TablePhase.PLAYING:
        return not_now("there is no game to pause: it has not begun, or has ended")
    if correspondence(table):
        return not_now("a move takes days here, so there are no pauses: just come back later")
    if table.opened.tournament:
        return not_now("a tournament waits for this table, so games are not paused here")
    asked = seat in table.times.wishes
    if resting(table):
        return Granted(table.seq) if paused else (Resumed(seat),)
    if not paused:
        return (PauseAsked(seat, wanted=False),) if asked else Granted(table.seq)
    return Granted(table.seq) if asked else (PauseAsked(seat),)


def agreement(table: Table) -> tuple[KnownFact, ...]:
    """Return the facts that begin a pause; empty unless every person present wants one. Absent persons do not count."""
    wishes = table.times.wishes
    if not wishes or resting(table) or table.phase is not TablePhase.PLAYING:
        return ()
    here = {*persons_here(table)}
    if not here or not here <= wishes:
        return ()
    return (*withdrawn(wishes - here), Paused(tuple(sorted(wishes & here))))


def withdrawn(wishes: frozenset[Seat]) -> tuple[KnownFact, ...]:
    """Return the facts by which the requests of these seats are withdrawn."""
    return tuple(PauseAsked(seat, wanted=False) for seat in sorted(wishes))


def pause_view(table: Table) -> Pause | None:
    """Return the pause as everyone may know it; None if none was requested."""
    if resting(table):
        now = table.moment.at if table.moment.at is not None else table.changed_at
        until = now + round(max(0.0, rest_left(table)), 3) if table.moment.going else None
        return Pause(tuple(sorted(table.times.wishes)), table.times.since, until)
    if not table.times.wishes or table.phase is not TablePhase.PLAYING:
        return None
    wishes = table.times.wishes & {*persons_here(table)}
    return Pause(tuple(sorted(wishes))) if wishes else None


GRACE_SECONDS: Final = 40.0  # Seconds that a table waits for a lost connection before a bot takes over.


def set_away(table: Table, seat: Seat, *, away: bool) -> Decision:
    """Return the facts by which a person steps away or comes back, or the reason why there are none."""
    if table.phase is not TablePhase.PLAYING:
        return not_now("there is no game to step away from: just close the connection, or leave")
    chair = table.chairs[seat]
    if chair is None or away == bool(chair.bot):
        return Granted(table.seq)
    if away:
        return (stand_in(table, seat, chair, Absence.AWAY),)
    return back(seat, chair, table.guests)


def back(seat: Seat, chair: Chair, guests: Collection[str]) -> tuple[KnownFact, ...]:
    """Return the facts by which an absent person is back."""
    return (PersonSat(seat, chair.account, chair.name, chair.account in guests),) if chair.bot else ()


def stand_in(table: Table, seat: Seat, chair: Chair, why: Absence) -> KnownFact:
    """Return the fact that a bot plays for an absent person."""
    return StoodIn(seat, chair.name, table.opened.bots[seat], why)


def resign(table: Table, seat: Seat) -> tuple[KnownFact, ...]:
    """Return the facts by which a person resigns; with the last person, a casual table closes."""
    chair = holder(table.chairs, seat)
    # A tournament needs a result: bots play to the end.
    goes_on = bool(table.opened.tournament) or others(table.chairs, chair.account)
    closing: tuple[KnownFact, ...] = () if goes_on else (TableClosed(),)
    return (Resigned(seat, chair.name, table.opened.bots[seat]), *closing)


def missed(table: Table) -> frozenset[str]:
    """Return the accounts whose lost connections the table waits for."""
    away = seats_of(table.chairs).keys() - table.present
    if not away or not awake(table) or resting(table) or correspondence(table):
        return frozenset()
    return frozenset(chair.account for _, chair in taken(table.chairs) if not chair.bot and chair.account in away)


def given_up(table: Table) -> tuple[KnownFact, ...]:
    """Return the facts by which bots take over for persons whose grace period is over."""
    over = {account for account, left in table.moment.graces.items() if left <= 0} & missed(table)
    return tuple(
        stand_in(table, seat, chair, Absence.LOST) for seat, chair in taken(table.chairs) if chair.account in over
    )


def grace_of(table: Table, chair: Chair) -> float | None:
    """Return when a person's grace period ends, in seconds since 1970; None if none is running."""
    left = table.moment.graces.get(chair.account) if chair.account and not chair.bot else None
    if left is None or chair.account in table.present:
        return None
    now = table.moment.at if table.moment.at is not None else table.changed_at
    return now + max(0.0, left)


def gone(table: Table) -> Decision:
    """Handle the end of a connection; often nothing changes.

    The remaining persons may now all want a pause. If no player remains, the table falls asleep: the elapsed clock time
    is recorded, so that leaving gains no time, and every pause request is withdrawn.
    """
    if table.phase is not TablePhase.PLAYING:
        return Granted(table.seq)
    asked = frozenset[Seat]() if resting(table) else table.times.wishes
    facts = agreement(table) if somebody_here(table) else withdrawn(asked)
    ran = not awake(table) and round(table.moment.lapsed, 3) > 0
    return facts if facts or ran else Granted(table.seq)


OUTS: Final = 3  # The number of time-outs in a row after which a bot takes over.


def time_passes(table: Table) -> Decision:
    """Handle the time that has passed, one consequence at a time; often nothing changes."""
    if not awake(table):
        return Granted(table.seq)
    facts = _over(table)
    checkpoint = table.moment.lapsed >= CHECKPOINT_SECONDS and bool(lefts(table))
    return facts if facts or checkpoint else Granted(table.seq)


def _over(table: Table) -> tuple[KnownFact, ...]:
    if resting(table):
        return () if rest_left(table) > 0 else (Resumed(),)
    late = [seat for seat, left in lefts(table).items() if left <= 0]
    if not late:
        return given_up(table)
    if between_deals(table):
        return tuple(Agreed(seat) for seat in late)
    # The game acts for a seat without time; after ``OUTS`` of them its person is away.
    seat = late[0]
    event = table.state.decide(seat, table.state.fallback(seat))
    chair = holder(table.chairs, seat)
    facts: tuple[KnownFact, ...] = (TimedOut(seat, chair.name), event)
    if table.times.outs[seat] + 1 < OUTS or table.state.evolve(event).stage is Stage.OVER:
        return facts
    return (*facts, stand_in(table, seat, chair, Absence.IDLE))
