"""Before the game by key: being ready, and what the host of the table does with its seats."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from chwech_tui.model.board import Asking, Board, Table, clockwise
from chwech_tui.model.people import is_person
from protocol.hosting import FillSeats, GiveHost, RemoveSeat
from protocol.meeting import SetReady
from protocol.vocabulary import Seat

Hosting = SetReady | FillSeats | RemoveSeat | GiveHost
"""What can be asked of a table before the game; the id is given when it is sent."""

STEPS: Final = {"up": -1, "down": 1, "left": -1, "right": 1}
"""The keys that choose another seat."""


def gathering_key(board: Board, table: Table, key: str) -> tuple[Board, Hosting | None] | None:
    """Use a key before the game; None for a key that means there what it always means."""
    if table.viewer is None:
        return None
    if key == "e":
        own = table.seats[table.viewer]
        return board, SetReady(0, own is None or not own.ready)
    if key not in STEPS and not key.isdecimal() and key not in {"b", "d", "h"}:
        return None
    if not board.runs_table:
        return replace(board, notice="The host of the table sees to its seats."), None
    if key in STEPS:
        return _step(board, clockwise(table), STEPS[key]), None
    if key.isdecimal():
        return _pick(board, clockwise(table), int(key) - 1), None
    return _see_to(board, table, key)


def _step(board: Board, seats: Sequence[Seat], by: int) -> Board:
    if board.place is None:
        return replace(board, place=seats[0 if by > 0 else -1])
    return replace(board, place=seats[(seats.index(board.place) + by) % len(seats)])


def _pick(board: Board, seats: Sequence[Seat], number: int) -> Board:
    if not 0 <= number < len(seats):
        return replace(board, notice=f"There are {len(seats)} seats: choose 1 to {len(seats)}.")
    return replace(board, place=seats[number])


def _see_to(board: Board, table: Table, key: str) -> tuple[Board, Hosting | None]:
    """Do something with the chosen seat; without one, bots take all free seats."""
    place = board.place
    if key == "b":
        free = place if place is not None and table.seats[place] is None else None
        return board, FillSeats(0, free)
    if place is None:
        return replace(board, notice="Choose a seat first, with ↑ ↓ or its number."), None
    occupant = table.seats[place]
    if place == table.viewer or (occupant is None and not kept_for(table, place)):
        what = "That seat is your own." if place == table.viewer else "That seat is empty."
        return replace(board, notice=what), None
    if key == "h" and not is_person(occupant):
        return replace(board, notice="Only a person can run the table."), None
    return replace(board, asking=Asking.REMOVE if key == "d" else Asking.GIVE), None


def sure(board: Board) -> tuple[Board, Hosting | None]:
    """Do what was asked about the chosen seat."""
    done = replace(board, asking=Asking.NOTHING)
    if board.place is None or board.table is None:
        return done, None
    occupant = board.table.seats[board.place]
    # Whoever comes to that seat while this is on its way is not meant.
    name = occupant.name if occupant is not None else kept_for(board.table, board.place)
    return done, RemoveSeat(0, board.place, name) if board.asking is Asking.REMOVE else GiveHost(0, board.place, name)


def kept_for(table: Table, seat: Seat) -> str:
    """Give the name of whom a free seat is kept for; empty where it is kept for nobody."""
    return table.kept[seat] if table.seats[seat] is None and seat < len(table.kept) else ""
