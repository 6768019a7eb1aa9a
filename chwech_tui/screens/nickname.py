"""Asks a person who comes for the first time for a nickname."""

from typing import Final

from textual.app import ComposeResult
from textual.events import Key
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input

from chwech_tui.drawing.line import fit
from chwech_tui.drawing.plan import Box
from chwech_tui.model.ink import Hue, Span
from chwech_tui.theme import Palette
from chwech_tui.widgets.canvas import Canvas
from protocol.text import clean_text

LONGEST: Final = 20
"""The most cells of a nickname."""


class NicknameScreen(Screen[None]):
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
        super().__init__()
        self._place = place
        self._trouble = trouble
        self._words = Canvas(palette, "words")
        self._input = Input(max_length=LONGEST, id="nickname")

    def compose(self) -> ComposeResult:
        """Give the question and the line."""
        yield self._words
        yield self._input

    def on_mount(self) -> None:
        """Wait for the name."""
        self._input.focus()

    def on_resize(self) -> None:
        """Put everything in its place."""
        width = min(72, self.size.width - 4)
        x, y = (self.size.width - width) // 2, self.size.height // 3
        self._words.place(Box(x, y, width, 6))
        self._input.styles.offset = (x, y + 2)
        self._draw(self._trouble)

    def _draw(self, trouble: str) -> None:
        self._words.show(
            (
                (Span("What shall the others call you ", Hue.STRONG), Span(f"at {self._place}?", Hue.DIM)),
                (),
                (),
                (),
                fit((Span(trouble, Hue.ALERT),), self._words.size.width or 72),
                (Span("Enter goes on, Esc leaves", Hue.DIM),),
            )
        )

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give the name, once cleaned, if anything is left of it."""
        event.stop()
        name = clean_text(event.value, cells=LONGEST)
        if name:
            self.post_message(self.Given(name))
        else:
            self._draw("A nickname has at least one visible letter.")

    def on_key(self, event: Key) -> None:
        """Leave with Esc."""
        if event.key == "escape":
            event.stop()
            self.post_message(self.Given(""))
