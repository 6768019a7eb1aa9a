"""The score sheet as a screen: a page a deal, and the final ranking."""

from chwech_tui.drawing.sheet import can_open_hands, draw_sheet, is_over, pages
from chwech_tui.model.board import Board
from chwech_tui.model.ink import Picture
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.theme import Palette


class SheetScreen(DrawnScreen):
    """Shows the score sheet, the newest page first."""

    ENDING_KEYS = frozenset({"escape", "enter", "space", "s", "n", "q", "v"})

    def __init__(self, palette: Palette, board: Board) -> None:
        super().__init__(palette)
        self._board = board
        self._page = pages(board) - 1
        self._hands = False

    def take(self, board: Board) -> None:
        """Show what has changed at the table, and a page that is new."""
        if pages(board) > pages(self._board):
            self._page = pages(board) - 1
        self._board = board
        self.redraw()

    def picture(self, width: int, height: int) -> Picture:
        """Draw the page."""
        return draw_sheet(self._board, self._page, width, height, hands=self._hands)

    def press(self, key: str) -> None:
        """Turn the page, open the hands or close them, or leave the sheet."""
        if key in {"left", "right"}:
            step = -1 if key == "left" else 1
            self._page = (self._page + step) % max(1, pages(self._board))
            self.redraw()
        elif key == "o" and can_open_hands(self._board, self._page):
            self._hands = not self._hands
            self.redraw()
        elif key != "v" or is_over(self._board):
            super().press(key)
