"""The form for a new table: one line for each option, changed in place."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from textual.message import Message

from chwech_tui.drawing.line import clip
from chwech_tui.model.form import Form, Row, leap, rows, setup_of, step
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.prompt import BACK, PromptAnswer
from chwech_tui.screens.menu import MENU_WIDTH, Item, MenuScreen, form_lines
from chwech_tui.theme import Palette
from protocol.language import N_, _
from protocol.setup import Setup

BEGIN: Final = "begin"


class NewTableScreen(MenuScreen[str]):
    """Shows the form for a new table."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        PromptAnswer("↑↓", N_("choose"), "down"),
        PromptAnswer("←→", N_("change"), "right"),
        PromptAnswer("Enter", N_("play"), "enter"),
        PromptAnswer("r", N_("rules"), "r"),
        BACK,
    )

    @dataclass
    class Made(Message):
        """Posted when the player opens the table."""

        form: Form

    @dataclass
    class RulesWanted(Message):
        """Posted when the player wants to read the rules of the table as chosen so far."""

        setup: Setup

    def __init__(self, palette: Palette, form: Form) -> None:
        super().__init__(palette)
        self._form = form

    def title_lines(self) -> Picture:
        """Draw the title, and the meaning of the chosen line."""
        row = self._row()
        opens = _("Opens the table; bots take the other seats.")
        if self._form.arrangement is not None:
            opens = _("Opens the table; you are its host.")
        about = f"{row.about[:1].upper()}{row.about[1:].rstrip('.')}." if row else opens
        return ((Span(_("New table"), Hue.STRONG),), (), (Span(clip(about, MENU_WIDTH), Hue.DIM),))

    def items(self) -> Sequence[Item[str]]:
        """Return the line that opens the table, and one for each option that applies."""
        shown = rows(self._form)
        lines = form_lines([(row.label, row.value) for row in shown])
        return (Item(BEGIN, _("Play")), *(Item(row.name, line) for row, line in zip(shown, lines, strict=True)))

    def press(self, key: str) -> None:
        """Handle a key, pressed or clicked."""
        if key in {"left", "right"}:
            self._change(-1 if key == "left" else 1)
        elif key == "enter":
            self.choose(BEGIN)
        elif key == "r":
            self.post_message(self.RulesWanted(setup_of(self._form)))
        elif key == "escape":
            self.dismiss()
        else:
            super().press(key)

    def choose(self, choice: str) -> None:
        """Open the table, or change the option of the chosen line."""
        if choice == BEGIN:
            self.post_message(self.Made(self._form))
        else:
            self._change(None)

    def _row(self) -> Row | None:
        return rows(self._form)[self.chosen - 1] if self.chosen else None

    def _change(self, by: int | None) -> None:
        """Change the option of the chosen line by so many values; None for its next usual one."""
        row = self._row()
        if row is None:
            self.say(_("Choose a line with ↑ ↓ first; Enter opens the table."))
            return
        self.say("")
        self._form = leap(self._form, row.name) if by is None else step(self._form, row.name, by)
        self.redraw()
