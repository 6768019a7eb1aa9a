"""The cards gone so far as a screen."""

from chwech_tui.drawing.gone import draw_gone
from chwech_tui.model.ink import Picture
from chwech_tui.screens.sheet import BoardScreen


class GoneScreen(BoardScreen):
    """Shows the cards gone so far in the deal."""

    ENDING_KEYS = frozenset({"escape", "k", "enter", "q"})

    def picture(self, width: int, height: int) -> Picture:
        """Draw the cards."""
        return draw_gone(self._board, width, height)
