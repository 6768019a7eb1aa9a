"""Screens that only show something: all keys, the cards won, and what a screen that is too small needs."""

from chwech_tui.drawing.help import draw_help, draw_too_small
from chwech_tui.drawing.piles import draw_piles
from chwech_tui.model.board import Board
from chwech_tui.model.ink import Picture
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.theme import Palette


class KeysScreen(DrawnScreen):
    """Shows all keys."""

    ENDING_KEYS = frozenset({"escape", "question_mark", "enter", "q"})

    def __init__(self, palette: Palette, invitation: str = "") -> None:
        """Show all keys, and the command by which others come to the table."""
        super().__init__(palette)
        self._invitation = invitation

    def picture(self, width: int, height: int) -> Picture:
        """Draw all keys."""
        return draw_help(width, height, self._invitation)


class PilesScreen(DrawnScreen):
    """Shows the cards won, at a table where they lie open."""

    ENDING_KEYS = frozenset({"escape", "w", "enter", "q"})

    def __init__(self, palette: Palette, board: Board) -> None:
        super().__init__(palette)
        self._board = board

    def picture(self, width: int, height: int) -> Picture:
        """Draw the piles."""
        return draw_piles(self._board, width)


class TooSmallScreen(DrawnScreen):
    """Says what the screen needs; it goes when there is room."""

    ENDING_KEYS = frozenset()

    def picture(self, width: int, height: int) -> Picture:
        """Draw the sentence."""
        return draw_too_small(width, height)
