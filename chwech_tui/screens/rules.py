"""The rules of a table or of each game, in the text that the server sends."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Markdown

from chwech_tui.drawing.panel import draw_keys
from chwech_tui.drawing.plan import Box
from chwech_tui.model.ink import Aim, Hue, Picture, Press, Span, printable
from chwech_tui.model.prompt import BACK, PromptAnswer
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.screens.surface import Part, Parts
from chwech_tui.theme import Palette
from protocol.setup import Setup

KEYS = (PromptAnswer("↑↓", "scroll", "down"), BACK)
_OTHERS = PromptAnswer("← →", "other games", "right")
_WAITING: Picture = ((Span("Fetching the rules…", Hue.DIM),),)


class RulesScreen(DrawnScreen):
    """Shows the rules of one setup, which the app requests when the screen opens, or of several, a page each."""

    DEFAULT_CSS = """
    RulesScreen VerticalScroll { background: $background; padding: 1 4; height: 1fr; margin-bottom: 1; }
    RulesScreen Markdown { background: $background; max-width: 96; }
    """

    ENDING_KEYS = frozenset({"escape", "r", "q"})

    @dataclass
    class Turned(Message):
        """Posted when the player turns to another page."""

        setup: Setup

    def __init__(self, palette: Palette, setups: Sequence[Setup]) -> None:
        super().__init__(palette)
        self._setups = setups
        self._page = 0
        self._scroll = VerticalScroll()
        self._text = Markdown(open_links=False)

    def compose(self) -> ComposeResult:
        """Yield the page, which stays hidden until it has a text."""
        self._scroll.display = False
        with self._scroll:
            yield self._text

    def parts(self, width: int, height: int) -> Parts:
        """Draw the keys, and the notice that the rules are being fetched."""
        return {
            "waiting": Part(Box(4, 1, 40, 1), _WAITING),
            "foot": Part(Box(4, height - 1, width - 8, 1), draw_keys(self._keys(), width - 8)),
        }

    def _keys(self) -> tuple[PromptAnswer, ...]:
        return (KEYS[0], _OTHERS, *KEYS[1:]) if len(self._setups) > 1 else KEYS

    def tell(self, text: str) -> None:
        """Show the rules."""
        self._scroll.display = True
        self._scroll.focus()
        self._scroll.scroll_home(animate=False)
        self._text.update("\n".join(printable(line) for line in text.split("\n")))

    def press(self, key: str) -> None:
        """Handle a key: turn to another game, or go back."""
        if key in {"left", "right"} and len(self._setups) > 1:
            self._page = (self._page + (1 if key == "right" else -1)) % len(self._setups)
            self.post_message(self.Turned(self._setups[self._page]))
        else:
            super().press(key)

    def aimed(self, aim: Aim) -> None:
        """Handle a click on a key: scroll, or go back."""
        if aim == Press("down"):
            self._scroll.scroll_down()
        else:
            super().aimed(aim)
