"""Stepping away and coming back, pauses that all agree to, and what is offered: a pause, or a rematch."""

from msgspec.structs import replace

from chwech_tui.model.board import Asking, Board
from chwech_tui.model.own_keys import shown_key
from chwech_tui.model.settings import Switch
from protocol.absence import SetAway, SetPause
from protocol.language import _
from protocol.tableview import TablePhase


def attend(board: Board, key: str) -> tuple[Board, SetAway | SetPause | None]:
    """Handle the keys for stepping away or coming back, and for asking for a pause, withdrawing or ending it.

    Stepping away is confirmed first, unless the settings say otherwise: one slip would hand the cards to a bot.
    """
    if key == "a":
        asks = not board.away and board.settings.confirm is Switch.ON
        return (replace(board, asking=Asking.AWAY), None) if asks else (board, SetAway(0, away=not board.away))
    pause = board.table.pause if board.table is not None else None
    wanted = pause is None or (pause.since is None and (board.table is None or board.table.viewer not in pause.seats))
    return board, SetPause(0, wanted)


def offer_words(board: Board) -> str:
    """Return the offer shown below the question: a rematch or a pause; usually empty."""
    table = board.table
    if table is None:
        return ""
    keys = board.settings.keys
    if table.phase is TablePhase.OVER and table.rematch:
        said = _("Once more at {table}: {key} watches.") if board.watches else _("Once more at {table}: {key} joins.")
        return said.format(table=table.rematch, key=shown_key(keys, "n"))
    if table.pause is None or table.pause.since is not None or not board.is_on:
        return ""
    if table.viewer in table.pause.seats:
        said = _("You ask for a pause: it begins when all have agreed. {key} takes it back.")
        return said.format(key=shown_key(keys, "z"))
    one = len(table.pause.seats) == 1
    said = _("{names} asks for a pause: {key} agrees.") if one else _("{names} ask for a pause: {key} agrees.")
    return said.format(names=board.people.listed(table.pause.seats), key=shown_key(keys, "z"))
