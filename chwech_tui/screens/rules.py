"""The rules of a table, as the server tells them."""

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Markdown

from chwech_tui.drawing.panel import draw_keys
from chwech_tui.drawing.plan import Box
from chwech_tui.model.ink import Hue, Press, Span, printable
from chwech_tui.model.prompt import Answer
from chwech_tui.theme import Palette
from chwech_tui.widgets.canvas import Canvas

KEYS = (Answer("↑↓", "scroll", "down"), Answer("Esc", "back", "escape"))
"""The keys that the foot names."""


class RulesScreen(Screen[None]):
    """Shows the rules; they are asked for when it opens."""

    DEFAULT_CSS = """
    RulesScreen VerticalScroll { background: $background; padding: 1 4; height: 1fr; margin-bottom: 1; }
    RulesScreen Markdown { background: $background; max-width: 96; }
    """

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._palette = palette
        self._scroll = VerticalScroll()
        self._foot = Canvas(palette, "foot")
        self._waiting = Canvas(palette, "waiting")

    def compose(self) -> ComposeResult:
        """Give the page and the foot."""
        yield self._scroll
        yield self._waiting
        yield self._foot

    def on_mount(self) -> None:
        """Say that the rules are on their way."""
        self._scroll.focus()
        self._waiting.show(((Span("Fetching the rules…", Hue.DIM),),))

    def on_resize(self) -> None:
        """Put everything in its place."""
        self._waiting.place(Box(4, 1, 40, 1))
        self._foot.place(Box(4, self.size.height - 1, self.size.width - 8, 1))
        self._foot.show(draw_keys(KEYS, self.size.width - 8))

    def tell(self, text: str) -> None:
        """Show the rules."""
        self._waiting.display = False
        safe = "\n".join(printable(line) for line in text.split("\n"))
        self._scroll.mount(Markdown(safe, open_links=False))

    def on_key(self, event: Key) -> None:
        """Go back."""
        if event.key in {"escape", "r", "q"}:
            event.stop()
            self.dismiss()

    def on_canvas_aimed(self, message: Canvas.Aimed) -> None:
        """Take a click for the key that it is as good as."""
        match message.aim:
            case Press(key="escape"):
                self.dismiss()
            case Press():
                self._scroll.scroll_down()
