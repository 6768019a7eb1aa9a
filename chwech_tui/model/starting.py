"""How a game comes to begin, in words: who is waited for, and who takes the seats that are free."""

from collections.abc import Iterator

from chwech_tui.describe import count
from chwech_tui.model.board import Board, Table
from chwech_tui.model.people import is_person
from protocol.vocabulary import Seat


def starting(board: Board) -> str:
    """Say what the game waits for before it begins; nothing where there is no table."""
    table = board.table
    if table is None:
        return ""
    tardy = tuple(_tardy(table))
    if not tardy:
        return _condition(table)
    own = "You are not ready yet."
    awaited = own if tardy == (table.viewer,) else f"Not ready yet: {board.people.listed(tardy)}."
    return f"{awaited} {_condition(table)}"


def _condition(table: Table) -> str:
    """Say when the game begins, and what becomes of the seats that are free then."""
    free = sum(occupant is None for occupant in table.seats)
    people = sum(map(is_person, table.seats))
    if not free:
        return "The game begins when all are ready."
    if any(table.kept):
        return "The game begins when those have come for whom seats are kept, or when the host begins."
    if not table.arrangement.takeover:
        return "The game begins when every seat is taken and all are ready, or when the host begins."
    if people < 2:
        return "The game begins when others have come and all are ready, or when the host begins."
    bots = f"with {count(free, 'bot')} on the free {'seat' if free == 1 else 'seats'}"
    return f"When all are ready the game begins, {bots}; who comes later takes one over."


def _tardy(table: Table) -> Iterator[Seat]:
    """Give the seats of those who are not ready, or not here."""
    for seat, occupant in enumerate(table.seats):
        if is_person(occupant) and not (occupant.ready and occupant.here):
            yield Seat(seat)
