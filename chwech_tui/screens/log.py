"""The log of a table as a page, where every message can be read to its end."""

from typing import Final

from textual.events import MouseScrollDown, MouseScrollUp

from chwech_tui.drawing.line import fit
from chwech_tui.drawing.log import draw_whole_log
from chwech_tui.drawing.panel import draw_keys
from chwech_tui.drawing.plan import Box
from chwech_tui.model.board import Board
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.prompt import BACK, PromptAnswer
from chwech_tui.screens.rules import WIDEST
from chwech_tui.screens.sheet import BoardScreen
from chwech_tui.screens.surface import Part, Parts
from chwech_tui.theme import Palette
from protocol.language import N_, _

_KEYS: Final = (
    PromptAnswer("↑↓", N_("scroll"), "up"),
    PromptAnswer("PgUp/Dn", N_("page"), "pageup"),
    PromptAnswer("Home End", N_("ends"), "home"),
    BACK,
)
_STEPS: Final = {"up": 1, "down": -1}
_PAGES: Final = {"pageup": 1, "pagedown": -1}


class LogScreen(BoardScreen):
    """Shows the log from its newest lines on, which stand at the foot of the page."""

    ENDING_KEYS = frozenset({"escape", "enter", "q"})

    def __init__(self, palette: Palette, board: Board) -> None:
        super().__init__(palette, board)
        self._below = 0
        """How many lines lie below the page."""

    def parts(self, width: int, height: int) -> Parts:
        """Draw the lines of the page, and the keys."""
        wide = min(WIDEST, width - 6)
        x, rows = (width - wide) // 2, _rows(height)
        lines = draw_whole_log(self._board.chronicle, wide)
        self._below = max(0, min(self._below, len(lines) - rows))
        last = len(lines) - self._below
        head: Picture = (fit((Span(_("The log of this table"), Hue.STRONG),), wide),)
        return {
            "head": Part(Box(x, 1, wide, 1), head),
            "page": Part(Box(x, 3, wide, rows), lines[max(0, last - rows) : last]),
            "foot": Part(Box(x, height - 1, wide, 1), draw_keys(_KEYS, wide)),
        }

    def press(self, key: str) -> None:
        """Handle a key: scroll, or go back."""
        if key in _STEPS:
            self._scroll(_STEPS[key])
        elif key in _PAGES:
            self._scroll(_PAGES[key] * (_rows(self.size.height) - 1))
        elif key in {"home", "end"}:
            # How many lines there are is known when the page is drawn.
            self._scroll(self.size.height * len(self._board.chronicle) if key == "home" else -self._below)
        else:
            super().press(key)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Scroll towards the newest lines."""
        self._scroll(-3)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Scroll towards the oldest lines."""
        self._scroll(3)

    def _scroll(self, by: int) -> None:
        self._below = max(0, self._below + by)
        self.redraw()


def _rows(height: int) -> int:
    """Return the number of lines of the log on a page."""
    return max(1, height - 5)
