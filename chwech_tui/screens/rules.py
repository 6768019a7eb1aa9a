"""The rules of a table, in the text that the server sends."""

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Markdown

from chwech_tui.drawing.panel import draw_keys
from chwech_tui.drawing.plan import Box
from chwech_tui.model.ink import Aim, Hue, Picture, Press, Span, printable
from chwech_tui.model.prompt import BACK, PromptAnswer
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.screens.surface import Part, Parts
from chwech_tui.theme import Palette

KEYS = (PromptAnswer("↑↓", "scroll", "down"), BACK)
_WAITING: Picture = ((Span("Fetching the rules…", Hue.DIM),),)


class RulesScreen(DrawnScreen):
    """Shows the rules, which the app requests when the screen opens."""

    DEFAULT_CSS = """
    RulesScreen VerticalScroll { background: $background; padding: 1 4; height: 1fr; margin-bottom: 1; }
    RulesScreen Markdown { background: $background; max-width: 96; }
    """

    ENDING_KEYS = frozenset({"escape", "r", "q"})

    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
        self._scroll = VerticalScroll()

    def compose(self) -> ComposeResult:
        """Yield the page, which stays hidden until it has a text."""
        self._scroll.display = False
        yield self._scroll

    def parts(self, width: int, height: int) -> Parts:
        """Draw the keys, and the notice that the rules are being fetched."""
        return {
            "waiting": Part(Box(4, 1, 40, 1), _WAITING),
            "foot": Part(Box(4, height - 1, width - 8, 1), draw_keys(KEYS, width - 8)),
        }

    def tell(self, text: str) -> None:
        """Show the rules."""
        self._scroll.display = True
        self._scroll.focus()
        safe = "\n".join(printable(line) for line in text.split("\n"))
        self._scroll.mount(Markdown(safe, open_links=False))

    def aimed(self, aim: Aim) -> None:
        """Handle a click on a key: scroll, or go back."""
        if aim == Press("down"):
            self._scroll.scroll_down()
        else:
            super().aimed(aim)
