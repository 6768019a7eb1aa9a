"""The form of a new table: one line a choice, changed in place."""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.events import Key
from textual.message import Message
from textual.widgets import OptionList

from chwech_tui.drawing.line import clip, left
from chwech_tui.model.form import Form, Row, rows, step
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.prompt import Answer
from chwech_tui.screens.menu import Item, MenuScreen
from chwech_tui.theme import Palette

BEGIN: Final = "begin"
"""The line that opens the table."""


class NewTableScreen(MenuScreen):
    """Lets a table be made."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "play", show=False, priority=True)]

    KEYS: ClassVar[tuple[Answer, ...]] = (
        Answer("↑↓", "choose", "down"),
        Answer("←→", "change", "right"),
        Answer("Enter", "play", "enter"),
        Answer("Esc", "back", "escape"),
    )

    class Made(Message):
        """The table is to be opened."""

        def __init__(self, form: Form) -> None:
            super().__init__()
            self.form = form
            """What was chosen."""

    def __init__(self, palette: Palette, form: Form) -> None:
        super().__init__(palette)
        self._form = form

    def title_lines(self) -> Picture:
        """Draw the title, and what the line that is chosen decides."""
        row = self._row()
        about = f"{row.about[:1].upper()}{row.about[1:]}." if row else "Opens the table; bots take the other seats."
        return ((Span("New table", Hue.STRONG),), (), (Span(clip(about, 72), Hue.DIM),))

    def items(self) -> Sequence[Item]:
        """Give a line for each choice that applies."""
        lines = [Item(row.name, f"{left(row.label, 24)} ‹ {row.value} ›") for row in rows(self._form)]
        return (Item(BEGIN, "Play"), *lines)

    def on_key(self, event: Key) -> None:
        """Change the line that is chosen, or go back."""
        if event.key in {"left", "right", "escape"}:
            event.stop()
            self.press(event.key)

    def press(self, key: str) -> None:
        """Use a key, pressed or clicked."""
        if key in {"left", "right"}:
            self._change(-1 if key == "left" else 1)
        elif key == "enter":
            self.choose(BEGIN)
        elif key == "escape":
            self.dismiss()
        else:
            super().press(key)

    def action_play(self) -> None:
        """Open the table from any line."""
        self.choose(BEGIN)

    def choose(self, key: str) -> None:
        """Open the table, or take a click on a line for a change."""
        if key == BEGIN:
            self.post_message(self.Made(self._form))
        else:
            self._change(1)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Say what the line decides."""
        event.stop()
        self._lay_out()

    def _row(self) -> Row | None:
        number = self._list.highlighted
        return rows(self._form)[number - 1] if number else None

    def _change(self, by: int) -> None:
        row = self._row()
        if row is None:
            self.say("Choose a line with ↑ ↓ first; Enter opens the table.")
            return
        self.say("")
        self._form = step(self._form, row.name, by)
        self.fill()
