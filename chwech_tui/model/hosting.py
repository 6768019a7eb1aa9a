"""Before the game by key: being ready, and what the host of the table does with its seats."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from chwech_tui.model.board import Board, Table, clockwise
from protocol.hosting import FillSeats, GiveHost, RemoveSeat
from protocol.meeting import SetReady
from protocol.tableview import Occupant
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
    if key == "d":
        return board, RemoveSeat(0, place)
    if not is_person(occupant):
        return replace(board, notice="Only a person can run the table."), None
    return board, GiveHost(0, place)


def is_person(occupant: Occupant | None) -> bool:
    """Say whether a seat is a person's."""
    return occupant is not None and (not occupant.bot or occupant.away)


def kept_for(table: Table, seat: Seat) -> str:
    """Give the name of whom a free seat is kept for; empty where it is kept for nobody."""
    return table.kept[seat] if table.seats[seat] is None and seat < len(table.kept) else ""
