"""A question that is answered by one line of text."""

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.message import Message
from textual.widgets import Input

from chwech_tui.drawing.plan import Box
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.theme import Palette
from chwech_tui.widgets.surface import Part, Parts
from protocol.text import clean_text

LONGEST: Final = 20
"""The most cells of an answer."""

_WIDTH: Final = 72


class QuestionScreen(DrawnScreen):
    """One line to write on, below some lines to read."""

    DEFAULT_CSS = """
    QuestionScreen Input {
        position: absolute; width: 30; border: none; height: 1; padding: 0 1; background: $panel;
        &:focus { border: none; background-tint: transparent 0%; }
    }
    """

    CELLS: ClassVar[int] = LONGEST
    """The most cells of an answer to this question."""

    class Given(Message):
        """An answer was given, or none."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text
            """The answer, cleaned; empty for none."""

    def __init__(self, palette: Palette, trouble: str = "") -> None:
        super().__init__(palette)
        self._trouble = trouble
        self._input = Input(max_length=self.CELLS, id="answer")
        # A cursor that blinks keeps a timer running for ever.
        self._input.cursor_blink = False

    def compose(self) -> ComposeResult:
        """Give the line to write on."""
        yield self._input

    def on_mount(self) -> None:
        """Wait for the answer."""
        self._input.focus()

    def words(self) -> Picture:
        """Draw what is asked; the answer is written below it."""
        raise NotImplementedError

    def accept(self, text: str) -> str:
        """Say what is wrong with an answer; nothing if it will do."""
        return ""

    def parts(self, width: int, height: int) -> Parts:
        """Draw the question, and below the line for the answer what is in the way and which keys go on."""
        wide = min(_WIDTH, width - 4)
        words = self.words()
        x, y = (width - wide) // 2, max(1, (height - len(words) - 6) // 3)
        self._input.styles.offset = (x, y + len(words) + 1)
        keys: Picture = ((Span(self._trouble, Hue.ALERT),), (Span("Enter goes on, Esc leaves", Hue.DIM),))
        return {
            "words": Part(Box(x, y, wide, len(words)), words),
            "keys": Part(Box(x, y + len(words) + 3, wide, 2), keys),
        }

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give the answer, once cleaned, if it will do."""
        event.stop()
        text = clean_text(event.value, cells=self.CELLS)
        self._trouble = self.accept(text)
        if self._trouble:
            self.redraw()
        else:
            self.post_message(self.Given(text))

    def press(self, key: str) -> None:
        """Leave with Esc."""
        if key == "escape":
            self.post_message(self.Given(""))
