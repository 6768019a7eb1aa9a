"""The tournaments of a server: the list, and one with its standings and the tables of a round."""

from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import ClassVar, Final

from chwech_tui.describe import as_sentence
from chwech_tui.drawing.line import cells, left, right
from chwech_tui.games.lists import day
from chwech_tui.games.registry import table_words, title_of
from chwech_tui.link import Link
from chwech_tui.model.form import Form
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.people import shown_name
from chwech_tui.model.prompt import BACK, CHOOSE, PromptAnswer
from chwech_tui.screens.menu import TURNS, AskingScreen, Item, titled
from chwech_tui.screens.new_table import NewTournamentScreen
from chwech_tui.theme import Palette
from protocol.language import N_, _, pgettext
from protocol.messages import FromServer
from protocol.planning import own_state_words, plan_words, seats_words, standing_cells, state_words
from protocol.tableview import TablePhase
from protocol.text import clean_text
from protocol.tournaments import (
    CancelTournament,
    EnterTournament,
    ListTournaments,
    ReadTournament,
    Standing,
    StartTournament,
    TournamentEntry,
    TournamentPlan,
    Tournaments,
    TournamentShown,
    TournamentTable,
)

_SURE_KEYS: Final = frozenset({"y", "enter", "c"})
"""The keys that confirm that a tournament is called off; any other key does not."""


class TournamentsScreen(AskingScreen[int]):
    """Lists the tournaments; its result is the code of a table to go to, or an empty text."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        CHOOSE,
        PromptAnswer("Enter", N_("open"), "enter"),
        PromptAnswer("n", N_("make one"), "n"),
        PromptAnswer("r", N_("look again"), "r"),
        BACK,
    )
    ENDING_KEYS = frozenset({"escape", "q", "u"})

    def __init__(self, palette: Palette, link: Link, form: Form, *, guest: bool = False) -> None:
        """Create the list, with the form for a table from which one for a tournament is made; a guest makes none."""
        super().__init__(palette, link)
        self._form = form
        self._guest = guest
        self._found: tuple[TournamentEntry, ...] | None = None

    def on_screen_resume(self) -> None:
        """Ask for the list each time the screen becomes visible."""
        self.ask_for(ListTournaments)

    def told(self, news: FromServer) -> bool:
        if not isinstance(news, Tournaments):
            return False
        self._found = news.tournaments
        self.redraw()
        return True

    def title_lines(self) -> Picture:
        found = self._found
        about = _("Fetching the list…") if found is None else _("There is no tournament yet.")
        if found:
            chosen = found[min(self.chosen, len(found) - 1)]
            about = as_sentence(_plan(chosen))
        return (*titled(_("Tournaments"), about), ())[:4]

    def items(self) -> Sequence[Item[int]]:
        return tuple(Item(one.number, _entry_words(one)) for one in self._found or ())

    def act(self, key: str) -> None:
        if key == "r":
            self.ask_for(ListTournaments)
        elif key == "n":
            self._make()
        else:
            super().act(key)

    def _make(self) -> None:
        """Show the form for a new tournament, and then the tournament."""
        if self._guest:
            self.say(_("Tournaments are for people with an account: go back with Esc, then k adds a key."))
            return

        def go(number: str | None) -> None:
            if number:
                self.choose(int(number))

        self.app.push_screen(NewTournamentScreen(self._palette, self._link, self._form), go)

    def choose(self, choice: int) -> None:
        """Open a tournament; a table that is chosen there closes this list, too."""

        def go(code: str | None) -> None:
            if code:
                self.dismiss(code)

        self.app.push_screen(TournamentScreen(self._palette, self._link, choice), go)


class TournamentScreen(AskingScreen[str]):
    """Shows one tournament; its result is the code of a table to go to, or an empty text."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        CHOOSE,
        PromptAnswer("Enter", N_("go to a table"), "enter"),
        PromptAnswer("←→", N_("round"), "right"),
        PromptAnswer("e", N_("take part, or not"), "e"),
        PromptAnswer("s", N_("start"), "s"),
        PromptAnswer("c", N_("call off"), "c"),
        PromptAnswer("r", N_("look again"), "r"),
        BACK,
    )
    ENDING_KEYS = frozenset({"escape", "q"})

    def __init__(self, palette: Palette, link: Link, number: int) -> None:
        """Create the screen of the tournament with this number."""
        super().__init__(palette, link)
        self._number = number
        self._known: TournamentShown | None = None
        self._invitation = ("", "")
        """What was last said of an invitation, and the table to which it leads."""

    def on_mount(self) -> None:
        self.ask_for(ReadTournament, self._number)

    def named_keys(self) -> tuple[PromptAnswer, ...]:
        """Return the keys that the foot names: those that do something now."""
        gathering = self._known is not None and self._known.tournament.phase is TablePhase.GATHERING
        unused = {"enter", "right"} if gathering else {"e", "s"}
        if not self._is_own():
            unused |= {"s", "c"}
        return tuple(one for one in self.KEYS if one.key not in unused)

    def _is_own(self) -> bool:
        """Return True if the player has made the tournament and it is not over."""
        one = self._known.tournament if self._known is not None else None
        return one is not None and one.yours and one.phase is not TablePhase.OVER

    def told(self, news: FromServer) -> bool:
        if not isinstance(news, TournamentShown) or news.tournament.number != self._number:
            return False
        before, self._known = self._known.round if self._known is not None else None, news
        if news.round != before:
            self.chosen = _own_line(news, [item.choice for item in self.items()])
        if self._invitation[0]:
            self._say_invitation(*self._invitation)
        else:
            self.say("")
        return True

    def invited(self, words: str, code: str) -> None:
        """Look again if a round has begun for the player, so that the way to their table is there."""
        self._invitation = (words, code)
        super().invited(words, code)
        self.ask_for(ReadTournament, self._number)

    def _say_invitation(self, words: str, code: str) -> None:
        """Say how one follows an invitation, once its table is there."""
        choices = [item.choice for item in self.items()]
        if code in choices:
            self._invitation = ("", "")
            self.chosen = choices.index(code)
            self.say(_("{invitation}: Enter goes there.", invitation=words))

    def title_lines(self) -> Picture:
        shown = self._known
        if shown is None:
            return ((Span(_("Fetching the list…"), Hue.DIM),),)
        one = shown.tournament
        said = [own_state_words(one)]
        if shown.deadline is not None:
            said.append(_("bots play on after {day}", day=day(shown.deadline)))
        name = _("{name}, by {maker}", name=shown_name(one.plan.name), maker=shown_name(one.maker))
        title, *plan = titled(name, as_sentence(_plan(one)))
        return (title, *plan[:2], (Span(as_sentence(", ".join(said))),))

    def items(self) -> Sequence[Item[str]]:
        shown = self._known
        if shown is None:
            return ()
        if shown.tournament.phase is TablePhase.GATHERING:
            return tuple(Item("", shown_name(standing.name)) for standing in shown.standings)
        plan = shown.tournament.plan
        head = Item("", _columns(_headings(plan), plan))
        tables = (Item(table.table, _table_words(table, _own_name(shown))) for table in shown.tables)
        titles = (Item("", ""), Item("", _("Round {round}", round=shown.round))) if shown.round else ()
        standings = (_standing_item(standing, plan) for standing in shown.standings)
        return tuple(chain((head,), standings, titles, tables))

    def act(self, key: str) -> None:
        shown = self._known
        if shown is None:
            super().act(key)
        elif key in TURNS:
            there = shown.round + TURNS[key]
            if 0 < there <= shown.tournament.round:
                self.ask_for(ReadTournament, self._number, there)
        elif key == "e":
            self.ask_for(EnterTournament, self._number, entered=not shown.tournament.entered)
        elif key == "s" and shown.tournament.yours:
            self.ask_for(StartTournament, self._number)
        elif key == "c" and self._is_own():
            call_off = partial(self.ask_for, CancelTournament, self._number)
            self.ask(_("Call it off? y does, Esc does not. Its tables play on."), call_off, _SURE_KEYS)
        elif key == "r":
            self.ask_for(ReadTournament, self._number, shown.round)
        else:
            super().act(key)

    def choose(self, choice: str) -> None:
        """Go to a table: to one's own seat there, or to watch."""
        if choice:
            self.dismiss(choice)


def _own_line(shown: TournamentShown, choices: Sequence[str]) -> int:
    """Return the line of the table where the player has a seat; that of the first person if there is none."""
    own = _own_name(shown)
    tables = (table.table for table in shown.tables if own and own in table.names)
    # Before the start there are no headings.
    first = int(shown.tournament.phase is not TablePhase.GATHERING)
    return next((choices.index(code) for code in tables), first)


def _own_name(shown: TournamentShown) -> str:
    """Return the player's own name in a tournament; empty if they do not take part."""
    return next((standing.name for standing in shown.standings if standing.you), "")


def _plan(one: TournamentEntry) -> str:
    return plan_words(one.plan, table_words(one.plan.setup))


def _entry_words(one: TournamentEntry) -> str:
    mark = "★" if one.entered else " "
    return f"{mark} {left(shown_name(one.plan.name), 24)} {left(title_of(one.plan.setup.game), 12)} {state_words(one)}"


def _headings(plan: TournamentPlan) -> tuple[str, ...]:
    return (
        "",
        pgettext("heading", "Player"),
        pgettext("heading", "Points"),
        "" if plan.duplicate else pgettext("heading", "Opponents"),
        "" if plan.duplicate else pgettext("heading", "Margin"),
    )


def _columns(told: Sequence[str], plan: TournamentPlan) -> str:
    """Return a line of the standings, its columns as wide as their headings require."""
    place, name, *numbers = told
    widths = (max(13, cells(heading) + 2) for heading in _headings(plan)[2:])
    return f"{right(place, 3)}  {left(name, 24)}" + "".join(map(right, numbers, widths))


def _standing_item(standing: Standing, plan: TournamentPlan) -> Item[str]:
    name = shown_name(standing.name)
    return Item("", _columns(standing_cells(standing, f"{name} ★" if standing.you else name, plan), plan))


def _table_words(table: TournamentTable, own: str) -> str:
    seats = seats_words(table, [shown_name(name) for name in table.names])
    mark = "★ " if own and own in table.names else ""
    return f"{mark}{clean_text(table.table, cells=30)}: {seats}"
