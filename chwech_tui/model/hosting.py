"""The keys before the game: being ready, and how the host of the table manages the seats."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from chwech_tui.model.board import Asking, Board, Table
from chwech_tui.model.people import clockwise, is_person
from protocol.language import _, ngettext
from protocol.seating import FillSeats, GiveHost, RemoveSeat, SetReady
from protocol.vocabulary import Seat


def any_person(table: Table) -> bool:
    """Return True if a person other than the viewer has a seat."""
    return any(is_person(occupant) and seat != table.viewer for seat, occupant in enumerate(table.seats))


def starting(board: Board) -> str:
    """Return what the game waits for before it begins; empty without a table."""
    table = board.table
    if table is None:
        return ""
    tardy = tuple(_tardy(table))
    if not tardy:
        return _condition(table)
    own = tardy == (table.viewer,)
    awaited = _("You are not ready yet.") if own else _("Not ready yet: {names}.", names=board.people.listed(tardy))
    return f"{awaited} {_condition(table)}"


def _condition(table: Table) -> str:
    """Return when the game begins, and what happens to the free seats then."""
    free = sum(occupant is None for occupant in table.seats)
    people = sum(map(is_person, table.seats))
    if not free:
        return _("The game begins when all are ready.")
    if any(table.kept):
        return _("The game begins when those have come for whom seats are kept, or when the host begins.")
    if not table.arrangement.takeover:
        return _("The game begins when every seat is taken and all are ready, or when the host begins.")
    if people < 2:
        return _("The game begins when others have come and all are ready, or when the host begins.")
    return ngettext(
        "When all are ready the game begins, with {n} bot on the free seat; who comes later takes one over.",
        "When all are ready the game begins, with {n} bots on the free seats; who comes later takes one over.",
        free,
    )


def _tardy(table: Table) -> Iterator[Seat]:
    """Yield the seats of the players who are not ready or not connected."""
    for seat, occupant in enumerate(table.seats):
        if is_person(occupant) and not (occupant.ready and occupant.here):
            yield Seat(seat)


Hosting = SetReady | FillSeats | RemoveSeat | GiveHost
"""The commands to a table before the game; the sender assigns the id."""

STEPS: Final = {"up": -1, "down": 1, "left": -1, "right": 1}


def gathering_key(board: Board, table: Table, key: str) -> tuple[Board, Hosting | None] | None:
    """Handle a key before the game; None for a key that has no special meaning there."""
    if table.viewer is None:
        return None
    if key == "e":
        own = table.seats[table.viewer]
        return board, SetReady(0, own is None or not own.ready)
    if key not in STEPS and not key.isdecimal() and key not in {"b", "d", "h"}:
        return None
    if not board.runs_table:
        return replace(board, notice=_("The host of the table sees to its seats.")), None
    if key in STEPS:
        return _step(board, clockwise(table), STEPS[key]), None
    if key.isdecimal():
        number, seats = int(key), clockwise(table)
        if not 0 < number <= len(seats):
            known = ngettext("There is {n} seat: choose 1.", "There are {n} seats: choose 1 to {n}.", len(seats))
            return replace(board, notice=known), None
        return replace(board, place=seats[number - 1]), None
    return _see_to(board, table, key)


def _step(board: Board, seats: Sequence[Seat], by: int) -> Board:
    if board.place is None:
        return replace(board, place=seats[0 if by > 0 else -1])
    return replace(board, place=seats[(seats.index(board.place) + by) % len(seats)])


def _see_to(board: Board, table: Table, key: str) -> tuple[Board, Hosting | None]:
    """Handle a key for the chosen seat; with no seat chosen, ``b`` puts bots on all free seats."""
    place = board.place
    if key == "b":
        free = place if place is not None and table.seats[place] is None else None
        return board, FillSeats(0, free)
    if place is None:
        return replace(board, notice=_("Choose a seat first, with ↑ ↓ or its number.")), None
    occupant = table.seats[place]
    if place == table.viewer or (occupant is None and not kept_for(table, place)):
        what = _("That seat is your own.") if place == table.viewer else _("That seat is empty.")
        return replace(board, notice=what), None
    if key == "h" and not is_person(occupant):
        return replace(board, notice=_("Only a person can run the table.")), None
    return replace(board, asking=Asking.REMOVE if key == "d" else Asking.GIVE), None


def sure(board: Board) -> tuple[Board, Hosting | None]:
    """Return the command that was confirmed for the chosen seat."""
    done = replace(board, asking=Asking.NOTHING)
    if board.place is None or board.table is None:
        return done, None
    occupant = board.table.seats[board.place]
    # The command names the player: one who takes the seat while it is on its way must not be removed instead.
    name = occupant.name if occupant is not None else kept_for(board.table, board.place)
    return done, RemoveSeat(0, board.place, name) if board.asking is Asking.REMOVE else GiveHost(0, board.place, name)


def kept_for(table: Table, seat: Seat) -> str:
    """Return the name of the person for whom a free seat is kept; empty if it is kept for nobody."""
    return table.kept[seat] if table.seats[seat] is None and seat < len(table.kept) else ""
