"""What a viewer is told of a table: with the game's own ``tell`` and ``view`` the only source of what leaves."""

from collections.abc import Iterable
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from protocol.messages import Happened
from protocol.tableview import Occupant, TablePhase, TableView
from protocol.vocabulary import Event, Seat, View
from server.rules.lately import Lately
from server.tables.absence import grace_of
from server.tables.chairs import Chair
from server.tables.clock import table_time
from server.tables.hosting import host_seat
from server.tables.pause import pause_view
from server.tables.presence import waits_for
from server.tables.table import Step, Table

S = TypeVar("S")


def table_view(table: Table[S], viewer: Seat | None) -> TableView[View]:
    """Give all that this seat, or a spectator, may know of the table."""
    begun = table.phase is not TablePhase.GATHERING
    return replace(_public(table), viewer=viewer, game=table.game.view(table.state, viewer) if begun else None)


def _seen_by_all(table: Table[Any]) -> TableView[View]:
    """Give all that everybody may know of the table, but for the game."""
    return TableView(
        table=table.opened.code,
        seq=table.seq,
        setup=table.opened.setup,
        phase=table.phase,
        seats=tuple([_occupant(table, Seat(seat), chair) for seat, chair in enumerate(table.chairs)]),
        host=host_seat(table),
        waits_for=waits_for(table) if table.settled else (),
        arrangement=table.opened.arrangement,
        kept=tuple([chair.name if chair else "" for chair in table.gathering.kept]),
        rematch=table.gathering.rematch,
        watchers=table.watchers,
        time=table_time(table),
        pause=pause_view(table),
    )


def happened(steps: Iterable[Step[S]], viewer: Seat | None) -> tuple[Happened[Event, View], ...]:
    """Give these events as this seat, or a spectator, may know them, each with the table after it."""
    return tuple(
        Happened(step.table.seq, step.table.game.tell(step.event, viewer), table_view(step.table, viewer))
        for step in steps
    )


def _occupant(table: Table[S], seat: Seat, chair: Chair | None) -> Occupant | None:
    """Give who sits on a chair, as everybody may know it."""
    if chair is None:
        return None
    return Occupant(
        chair.name,
        chair.bot,
        here=bool(chair.bot) or chair.account in table.present,
        away=bool(chair.bot and chair.account),
        grace=grace_of(table, chair),
        ready=seat in table.gathering.ready,
    )


_public: Final = Lately(_seen_by_all)
"""What everybody may know of a table, worked out once for all who see it."""
