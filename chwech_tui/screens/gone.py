"""The cards gone so far as a screen."""

from chwech_tui.drawing.gone import draw_gone
from chwech_tui.model.board import Board
from chwech_tui.model.ink import Picture
from chwech_tui.model.own_keys import OwnKeys
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.theme import Palette


class GoneScreen(DrawnScreen):
    """Shows the cards gone so far in the deal, as they stood when it was opened."""

    ENDING_KEYS = frozenset({"escape", "k", "enter", "q"})

    def __init__(self, palette: Palette, board: Board) -> None:
        super().__init__(palette)
        self._board = board

    def own_keys(self) -> OwnKeys:
        """Return the player's own keys."""
        return self._board.settings.keys

    def picture(self, width: int, height: int) -> Picture:
        """Draw the cards."""
        return draw_gone(self._board, width, height)
