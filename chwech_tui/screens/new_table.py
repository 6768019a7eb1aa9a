"""The forms for a new table and for a new tournament: one line for each choice, changed in place."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from msgspec.structs import replace
from textual.message import Message

from chwech_tui.drawing.line import clip
from chwech_tui.link import Link
from chwech_tui.model.form import Form, Row, leap, rows, setup_of, step
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.prompt import BACK, CHANGE, CHOOSE, PromptAnswer
from chwech_tui.model.tournament_form import LONGEST, PlanForm, plan_of, plan_rows, plan_step
from chwech_tui.screens.menu import MENU_WIDTH, AskingScreen, Item, MenuScreen, form_lines
from chwech_tui.screens.question import QuestionScreen
from chwech_tui.theme import Palette
from protocol.language import N_, _
from protocol.messages import FromServer
from protocol.setup import Setup
from protocol.tournaments import MakeTournament, TournamentShown

BEGIN: Final = "begin"


class NewTableScreen(MenuScreen[str]):
    """Shows the form for a new table."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        CHOOSE,
        CHANGE,
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
        row = self._row()
        opens = _("Opens the table; bots take the other seats.")
        if self._form.arrangement is not None:
            opens = _("Opens the table; you are its host.")
        about = f"{row.about[:1].upper()}{row.about[1:].rstrip('.')}." if row else opens
        return ((Span(_("New table"), Hue.STRONG),), (), (Span(clip(about, MENU_WIDTH), Hue.DIM),))

    def items(self) -> Sequence[Item[str]]:
        shown = rows(self._form)
        lines = form_lines([(row.label, row.value) for row in shown])
        return (Item(BEGIN, _("Play")), *(Item(row.name, line) for row, line in zip(shown, lines, strict=True)))

    def press(self, key: str) -> None:
        if key in {"left", "right"}:
            self._change(-1 if key == "left" else 1)
        elif key == "enter":
            self.choose(BEGIN)
        elif key == "r":
            self.report(self.RulesWanted(setup_of(self._form)))
        elif key == "escape":
            self.dismiss()
        else:
            super().press(key)

    def choose(self, choice: str) -> None:
        """Open the table, or change the option of the chosen line."""
        if choice == BEGIN:
            self.report(self.Made(self._form))
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


_MAKE: Final = "make"
_NAME: Final = "name"

_FIXED: Final = 2
"""The lines before those of the plan."""


class TournamentNameScreen(QuestionScreen):
    """Asks for the name of a tournament; its result is the name, or an empty text."""

    CELLS: ClassVar[int] = LONGEST

    def words(self) -> Picture:
        return ((Span(_("What is the tournament called?"), Hue.STRONG),),)

    def press(self, key: str) -> None:
        if key == "escape":
            self.dismiss("")
        else:
            super().press(key)

    def _give(self, text: str) -> None:
        self.dismiss(text)


class NewTournamentScreen(AskingScreen[str]):
    """Shows the form; its result is the number of the tournament that was made, or an empty text."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (CHOOSE, CHANGE, PromptAnswer("Enter", N_("make it"), "enter"), BACK)

    def __init__(self, palette: Palette, link: Link, plan: PlanForm) -> None:
        """Create the screen of a form in which nothing was chosen yet."""
        super().__init__(palette, link)
        self._plan = plan
        self._made = 0

    def told(self, news: FromServer) -> bool:
        if not isinstance(news, TournamentShown) or news.id != self._made:
            return False
        self.dismiss(str(news.tournament.number))
        return True

    def title_lines(self) -> Picture:
        row = self.chosen - _FIXED
        about = _("Whoever makes it starts it, once two people or more have entered.")
        if row >= 0:
            words = plan_rows(self._plan)[row].about
            about = f"{words[:1].upper()}{words[1:].rstrip('.')}."
        return ((Span(_("New tournament"), Hue.STRONG),), (), (Span(clip(about, MENU_WIDTH), Hue.DIM),))

    def items(self) -> Sequence[Item[str]]:
        shown = plan_rows(self._plan)
        name, *lines = form_lines([(_("Name"), self._plan.name or "…"), *((row.label, row.value) for row in shown)])
        choices = (Item(row.name, line) for row, line in zip(shown, lines, strict=True))
        return (Item(_MAKE, _("Make it")), Item(_NAME, name), *choices)

    def press(self, key: str) -> None:
        choice = self.items()[self.chosen].choice
        if key == "escape":
            self.dismiss("")
        elif key == "enter" and choice != _NAME:
            self._make()
        elif key in {"left", "right"}:
            self._change(choice, -1 if key == "left" else 1)
        else:
            super().press(key)

    def choose(self, choice: str) -> None:
        """Make the tournament, ask for its name, or change the choice of a line."""
        if choice == _MAKE:
            self._make()
        else:
            self._change(choice, 1)

    def _change(self, choice: str, by: int) -> None:
        self.say("")
        if choice == _MAKE:
            self.say(_("Choose a line with ↑ ↓ first; Enter makes the tournament."))
        elif choice == _NAME:
            self.app.push_screen(TournamentNameScreen(self._palette), self._call)
        else:
            self._plan = plan_step(self._plan, choice, by)
            self.redraw()

    def _call(self, name: str | None) -> None:
        self._plan = replace(self._plan, name=name or self._plan.name)
        self.redraw()

    def _make(self) -> None:
        """Have the tournament made; ask for its name first."""
        if self.waits(self._made):
            return  # The key came twice.
        if self._plan.name:
            self.say("")
            self._made = self._link.ask(MakeTournament, plan_of(self._plan))
            self.asked(self._made)
        else:
            self.app.push_screen(TournamentNameScreen(self._palette), self._call_and_make)

    def _call_and_make(self, name: str | None) -> None:
        self._call(name)
        if name:
            self._make()
