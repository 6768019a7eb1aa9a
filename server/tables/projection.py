"""What a viewer may know of a table: with the game's ``tell`` and ``view``, the only source of what clients receive."""

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from protocol.message import Seat, TableEvent
from protocol.messages import Happened
from protocol.setup import Delay
from protocol.table import Event, Occupant, TablePhase, TableView
from server.tables.chairs import Chair
from server.tables.clock import grace_of, pause_view, table_time
from server.tables.commands import not_now
from server.tables.heading import arrangement_of
from server.tables.seating import host_seat, seat_temper
from server.tables.table import STILL, Step, Table, waits_for

PRIVATE: Final = not_now("nobody may watch this table until the game has ended: come back then, or watch another")


class Outlook(Struct, frozen=True, gc=False):
    """What spectators have been told so far."""

    table: Table
    held: tuple[Step, ...] = ()
    """The events that are held back, in order."""


def pass_on(outlook: Outlook, steps: Iterable[Step]) -> Outlook:
    """Return the outlook after these events, of which some may be held back, and some that were held back released."""
    held, seen = list(outlook.held), outlook.table
    for step in steps:
        held.append(step)
        released = _opened(held)
        seen = held[released - 1].table if released else seen
        del held[:released]
    return Outlook(seen, tuple(held))


def past(step: Step) -> Step:
    """Return a step as it is sent after later events: its table shows nothing that is still in progress."""
    return Step(step.event, _past(step.table))


def bring_up(outlook: Outlook, table: Table) -> Outlook:
    """Return the outlook with all public state current; it is the table itself if nothing is held back."""
    if not outlook.held:
        return Outlook(table)
    seen = replace(_past(outlook.table), present=table.present, watchers=table.watchers)
    return replace(outlook, table=seen)


def may_watch(table: Table) -> bool:
    """True if people without a seat may watch; always once the game has ended, unless others play the same deals."""
    open_to_all = table.phase is TablePhase.OVER and not (table.opened.daily or table.opened.duplicate)
    return table.opened.arrangement.watching or open_to_all


def _opened(held: Sequence[Step]) -> int:
    """Return how many of the held events are released by the last of them."""
    *before, last = held
    delay = last.table.opened.arrangement.delay
    if delay is Delay.NONE or last.table.phase is not TablePhase.PLAYING:
        return len(held)
    if isinstance(last.event, TableEvent):
        return 0 if before else 1
    ends = last.table.state.ends(last.event)
    if ends is Delay.DEAL and delay is Delay.TRICK:
        return len(held)
    if ends is not delay:
        return 0
    units = (step.table.state.ends(step.event) for step in before)
    breaks = (number for number, unit in enumerate(units, 1) if unit is ends)
    return next(breaks, 0)


def _past(table: Table) -> Table:
    """Return a past table, without anything that was in progress, and without what serves its next command alone."""
    times = replace(table.times, wishes=frozenset()) if table.times.wishes else table.times
    return replace(table, settled=False, moment=STILL, times=times, answers={}, changes={})


_steady: Final = attrgetter(
    *("opened", "chairs", "phase", "gathering", "present", "watchers", "hinted", "ratings", "moment.graces")
)
"""Returns what of a table most of its view is made from; an action changes none of it."""


def seen_by_all(table: Table, before: tuple[Table, TableView] | None = None) -> TableView:
    """Return all that everyone may know of the table; ``before`` is an earlier state with its view, if there is one."""
    news: dict[str, Any] = {
        "seq": table.seq,
        "waits_for": waits_for(table) if table.settled else (),
        "time": table_time(table),
        "pause": pause_view(table),
        "game": table.state.view(None) if table.phase is not TablePhase.GATHERING else None,
    }
    if before is not None and not table.moment.graces and _steady(table) == _steady(before[0]):
        return replace(before[1], **news)
    return TableView(
        table=table.opened.code,
        setup=table.opened.setup,
        phase=table.phase,
        seats=tuple([_occupant(table, Seat(seat), chair) for seat, chair in enumerate(table.chairs)]),
        host=host_seat(table),
        arrangement=arrangement_of(table.opened),
        kept=tuple([chair.name if chair else "" for chair in table.gathering.kept]),
        rematch=table.gathering.rematch,
        watchers=table.watchers,
        tournament=bool(table.opened.tournament),
        **news,
    )


def told(step: Step, viewer: Seat | None) -> Event:
    """Return an event as this seat may know it; None is a spectator."""
    event: Event = step.table.state.tell(step.event, viewer)
    return event


def happened(
    steps: Iterable[Step], viewer: Seat | None, view: Callable[[Table], TableView] = seen_by_all
) -> tuple[Happened, ...]:
    """Return these events as this seat may know them, each with the table after it; None is a spectator."""
    return tuple(
        [
            Happened(
                step.table.seq,
                told(step, viewer),
                view(step.table),
                step.table.state.own(viewer),
            )
            for step in steps
        ]
    )


def _occupant(table: Table, seat: Seat, chair: Chair | None) -> Occupant | None:
    if chair is None:
        return None
    return Occupant(
        chair.name,
        chair.bot,
        here=bool(chair.bot) or chair.account in table.present,
        away=bool(chair.bot and chair.account),
        grace=grace_of(table, chair),
        ready=seat in table.gathering.ready,
        temper=seat_temper(table, seat),
        rating=table.ratings[seat] if table.ratings else None,
        hinted=seat in table.hinted,
    )
