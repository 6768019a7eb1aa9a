"""The coach's hints: one is asked for at each turn with a choice, as long as the server gives any."""

from chwech_tui.link import Link
from chwech_tui.model.board import Board
from chwech_tui.model.hints import coach_asks
from protocol.errors import ErrorCode
from protocol.hints import Hint
from protocol.messages import Refused
from protocol.vocabulary import View


class Coaching:
    """Asks for a hint at each turn of a player who has the coach."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._asked = 0
        # The table for whose present turn a hint was asked; empty for none.
        self._turn = ""

    def watch(self, board: Board) -> None:
        """Ask for a hint if a turn has come, once for each."""
        table, game = board.table, board.game
        if not board.my_turn or board.pending is not None:
            self._turn = ""
        if table is None or game is None or not coach_asks(board):
            return
        if table.table != self._turn:
            self._turn = table.table
            self._asked = self._link.ask(lambda number: Hint(number, table.seq))

    def is_own(self, message: Refused[View]) -> bool:
        """Return True for the refusal of a hint that the player has not asked for: they need not hear of it."""
        return message.id is not None and message.id == self._asked


def gives_none(board: Board, refusal: Refused[View]) -> bool:
    """Return True if a refusal says that this table has no hints, and not only that one came too late or too soon."""
    return board.unhinted or (refusal.code is ErrorCode.NOT_NOW and coach_asks(board))
