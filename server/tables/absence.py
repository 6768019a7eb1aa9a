"""Pauses and absence: who is away or late, how bots fill in, and what happens when a connection ends.

A pause begins when every person present has agreed, and ends when anybody ends it. A request counts while its person is
present and plays: it ends when they leave, and when the table is empty.
"""

from collections.abc import Collection
from typing import Final

from protocol.game import Stage
from protocol.language import sentence
from protocol.message import Seat
from protocol.table import Absence, Pause, Paused, Resigned, Resumed, StoodIn, TablePhase, TimedOut
from server.tables.chairs import Chair, holder, others, taken
from server.tables.clock import CHECKPOINT_SECONDS, awake, correspondence, lefts, rest_left, resting
from server.tables.commands import Decision, Granted, not_now
from server.tables.log import Agreed, KnownFact, PauseAsked, PersonSat, TableClosed
from server.tables.table import Table, between_deals, persons_here, somebody_here

RESTS: Final = not_now(sentence("the game is paused: end the pause first"))


def set_pause(table: Table, seat: Seat, *, paused: bool) -> Decision:
    """Return the facts for a request to begin or end a pause, or the reason why there are none."""
    if table.phase is not TablePhase.PLAYING:
        return not_now(sentence("there is no game to pause: it has not begun, or has ended"))
    if correspondence(table):
        return not_now(sentence("a move takes days here, so there are no pauses: just come back later"))
    if table.opened.tournament:
        return not_now(sentence("a tournament waits for this table, so games are not paused here"))
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
    """Return the pause as everybody may know it; None if nobody has asked for one."""
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
        return not_now(sentence("there is no game to step away from: just close the connection, or leave"))
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
    """Return the facts by which a person leaves a game for good; with the last person, a casual table closes."""
    chair = holder(table.chairs, seat)
    # A tournament needs a result: bots play to the end.
    goes_on = bool(table.opened.tournament) or others(table.chairs, chair.account)
    closing: tuple[KnownFact, ...] = () if goes_on else (TableClosed(),)
    return (Resigned(seat, chair.name, table.opened.bots[seat]), *closing)


def missed(table: Table) -> frozenset[str]:
    """Return the accounts whose lost connections the table waits for."""
    if not awake(table) or resting(table) or correspondence(table):
        return frozenset()
    return frozenset(chair.account for _, chair in taken(table.chairs) if not chair.bot) - table.present


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

    The remaining persons may now all want a pause. If nobody remains, the table falls asleep: the elapsed clock time is
    recorded, so that leaving gains nobody time, and every pause request is withdrawn.
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
    return _acted_for(table, late[0])


def _acted_for(table: Table, seat: Seat) -> tuple[KnownFact, ...]:
    """Return the facts by which the game acts for a seat without time; after ``OUTS`` time-outs its person is away."""
    event = table.state.decide(seat, table.state.fallback(seat))
    chair = holder(table.chairs, seat)
    facts: tuple[KnownFact, ...] = (TimedOut(seat, chair.name), event)
    if table.times.outs[seat] + 1 < OUTS or table.state.evolve(event).stage is Stage.OVER:
        return facts
    return (*facts, stand_in(table, seat, chair, Absence.IDLE))
