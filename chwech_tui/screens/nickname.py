"""Asks a person who comes for the first time for a nickname."""

from typing import Final

from textual.app import ComposeResult
from textual.message import Message
from textual.widgets import Input

from chwech_tui.drawing.plan import Box
from chwech_tui.model.ink import Hue, Line, Picture, Span
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.theme import Palette
from chwech_tui.widgets.surface import Part, Parts
from protocol.text import clean_text

LONGEST: Final = 20
"""The most cells of a nickname."""

GIST: Final = (
    "Follow the suit that is led, or pass: the highest card takes the trick.",
    "A deal ends when a hand is empty, or when nobody wants to lead.",
    "Score: the cards you played times the cards you won beyond a nine.",
)
"""The game in three lines."""


class NicknameScreen(DrawnScreen):
    """One line to write a name on."""

    DEFAULT_CSS = """
    NicknameScreen Input {
        position: absolute; width: 30; border: none; height: 1; padding: 0 1; background: $panel;
        &:focus { border: none; background-tint: transparent 0%; }
    }
    """

    class Given(Message):
        """A nickname was given, or none: then the person leaves."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name
            """The nickname, cleaned; empty for none."""

    def __init__(self, palette: Palette, place: str, trouble: str = "") -> None:
        super().__init__(palette)
        self._place = place
        self._trouble = trouble
        self._input = Input(max_length=LONGEST, id="nickname")
        self._input.cursor_blink = False

    def compose(self) -> ComposeResult:
        """Give the line to write on."""
        yield self._input

    def on_mount(self) -> None:
        """Wait for the name."""
        self._input.focus()

    def parts(self, width: int, height: int) -> Parts:
        """Draw what Chwech is, and the question."""
        wide = min(72, width - 4)
        x, y = (width - wide) // 2, max(1, height // 3 - len(GIST))
        self._input.styles.offset = (x, y + len(GIST) + 4)
        question: Line = (Span("What shall the others call you ", Hue.STRONG), Span(f"at {self._place}?", Hue.DIM))
        words: Picture = (
            (Span("Chwech", Hue.STRONG),),
            *((Span(line),) for line in GIST),
            (),
            question,
            (),
            (),
            (),
            (Span(self._trouble, Hue.ALERT),),
            (Span("Enter goes on, Esc leaves", Hue.DIM),),
        )
        return {"words": Part(Box(x, y, wide, len(words)), words)}

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give the name, once cleaned, if anything is left of it."""
        event.stop()
        name = clean_text(event.value, cells=LONGEST)
        if name:
            self.post_message(self.Given(name))
        else:
            self._trouble = "A nickname has at least one visible letter."
            self.redraw()

    def press(self, key: str) -> None:
        """Leave with Esc."""
        if key == "escape":
            self.post_message(self.Given(""))
