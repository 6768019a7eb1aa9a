"""Being there by key: stepping away and coming back, asking for a pause and ending it, and what is said of both."""

from chwech_tui.model.board import Board, Table
from chwech_tui.model.people import is_person
from protocol.absence import SetAway
from protocol.pausing import SetPause
from protocol.tableview import TablePhase


def attend(board: Board, key: str) -> tuple[Board, SetAway | SetPause]:
    """Step away from a game or be back, or ask for a pause, take that back or end it."""
    if key == "a":
        return board, SetAway(0, not board.away)
    pause = board.table.pause if board.table is not None else None
    wanted = pause is None or (pause.since is None and (board.table is None or board.table.viewer not in pause.seats))
    return board, SetPause(0, wanted)


def any_person(table: Table) -> bool:
    """Say whether another person has a seat."""
    return any(is_person(occupant) and seat != table.viewer for seat, occupant in enumerate(table.seats))


def hint(board: Board) -> str:
    """Say what else can be done now, below what is asked; nothing most of the time."""
    table = board.table
    if table is None:
        return ""
    if table.phase is TablePhase.OVER and table.rematch:
        return f"Once more at {table.rematch}: n {'looks on' if board.looks_on else 'joins'}."
    if table.pause is None or table.pause.since is not None or not board.is_on:
        return ""
    if table.viewer in table.pause.seats:
        return "You ask for a pause: it begins when all have agreed. z takes it back."
    asking = board.people.listed(table.pause.seats)
    return f"{asking} {'asks' if len(table.pause.seats) == 1 else 'ask'} for a pause: z agrees."
