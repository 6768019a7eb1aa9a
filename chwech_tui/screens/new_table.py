"""The forms for a new table and for a new tournament: one line for each choice, changed in place."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from msgspec.structs import replace
from textual.message import Message

from chwech_tui.link import Link
from chwech_tui.model.form import Form, PlanForm, Row, leap, plan_of, plan_rows, plan_step, rows, setup_of, step
from chwech_tui.model.ink import Picture
from chwech_tui.model.prompt import BACK, CHANGE, CHOOSE, PromptAnswer
from chwech_tui.screens.menu import AskingScreen, FormScreen
from chwech_tui.screens.question import Question, QuestionScreen, asked
from chwech_tui.theme import Palette
from protocol.language import N_, _
from protocol.messages import FromServer
from protocol.setup import Setup
from protocol.tournaments import MakeTournament, TournamentShown

_DO: Final = "do"
"""The name of the first line, which makes what the form describes."""


class NewTableScreen(FormScreen):
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
        return self.about(_("New table"))

    def rows(self) -> Sequence[Row]:
        opens = _("Opens the table; bots take the other seats.")
        if self._form.arrangement is not None:
            opens = _("Opens the table; you are its host.")
        return (Row(_DO, _("Play"), opens), *rows(self._form))

    def act(self, key: str) -> None:
        match key:
            case "enter":
                self.choose(_DO)
            case "r":
                self.report(self.RulesWanted(setup_of(self._form)))
            case _:
                super().act(key)

    def choose(self, choice: str) -> None:
        """Open the table, or change a choice."""
        if choice == _DO:
            self.report(self.Made(self._form))
        else:
            super().choose(choice)

    def change(self, name: str, by: int | None) -> None:
        if name == _DO:
            self.say(_("Choose a line with ↑ ↓ first; Enter opens the table."))
            return
        self._form = leap(self._form, name) if by is None else step(self._form, name, by)
        self.say("")


_NAME: Final = "name"
_CALLED: Final = Question(lambda: asked(_("What is the tournament called?")))
"""Asks for the name of a tournament."""


class NewTournamentScreen(FormScreen, AskingScreen[str]):
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
        return self.about(_("New tournament"))

    def rows(self) -> Sequence[Row]:
        starts = _("Whoever makes it starts it, once two people or more have entered.")
        return (
            Row(_DO, _("Make it"), starts),
            Row(_NAME, _("Name"), starts, self._plan.name or "…"),
            *plan_rows(self._plan),
        )

    def act(self, key: str) -> None:
        if key == "enter" and self.rows()[self.chosen].name != _NAME:
            self._make()
        else:
            super().act(key)

    def choose(self, choice: str) -> None:
        """Make the tournament, or change a choice."""
        if choice == _DO:
            self._make()
        else:
            super().choose(choice)

    def change(self, name: str, by: int | None) -> None:
        self.say("")
        if name == _DO:
            self.say(_("Choose a line with ↑ ↓ first; Enter makes the tournament."))
        elif name == _NAME:
            self.app.push_screen(QuestionScreen(self._palette, _CALLED), self._call)
        else:
            self._plan = plan_step(self._plan, name, by or 1)
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
            self._made = self.ask_for(MakeTournament, plan_of(self._plan))
        else:
            self.app.push_screen(QuestionScreen(self._palette, _CALLED), self._call_and_make)

    def _call_and_make(self, name: str | None) -> None:
        self._call(name)
        if name:
            self._make()
