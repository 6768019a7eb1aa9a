"""The home menu of the app and its choices; the welcome screen is its form for an offline game."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import ClassVar, Final

from msgspec import Struct
from textual.message import Message

from chwech_tui.describe import ago
from chwech_tui.drawing.line import cells, clip
from chwech_tui.games.registry import rules_words, title_of
from chwech_tui.model.ink import Hue, Line, Picture, Span
from chwech_tui.model.prompt import PromptAnswer
from chwech_tui.model.settings import has_coach
from chwech_tui.screens.menu import MENU_WIDTH, Item, MenuScreen
from chwech_tui.theme import Palette
from games.kit.words import figure
from protocol.archive import Games
from protocol.daily import day_words
from protocol.language import N_, _
from protocol.messages import FromServer, Refused, Tables
from protocol.tableview import TableEntry, TablePhase
from protocol.text import clean_text


class Menu(Enum):
    """A choice without parameters, in words that are marked for translation."""

    NEW_TABLE = N_("new table")
    QUICK_GAME = N_("quick game")
    DAILY = N_("deal of the day")
    PEOPLE = N_("people")
    TOURNAMENTS = N_("tournaments")
    HISTORY = N_("history")
    KEYS = "keys"
    SETTINGS = N_("settings")
    LEARN = N_("learn")
    """The course for newcomers."""

    COACH = N_("coach")
    """A table with bots and the coach."""

    RENAME = N_("rename")
    RULES = N_("rules")
    QUIT = N_("quit")
    REFRESH = "refresh"
    """Chosen by no key, but each time the screen becomes visible again."""


class SitDown(Struct, frozen=True):
    """The choice to take a seat at a table."""

    table: str


class WatchGame(Struct, frozen=True):
    """The choice to watch a table."""

    table: str


class SpeakInLobby(Struct, frozen=True):
    """The choice to send a message to everybody in the lobby."""

    text: str


class DeleteGame(Struct, frozen=True):
    """The choice to give up an unfinished game that nobody else plays."""

    table: str


Choice = Menu | SitDown | WatchGame | SpeakInLobby | DeleteGame

DELETE_KEY: Final = PromptAnswer("d", N_("delete"), "d")

_ALONE: Final = 1
"""The number of people at a table that nobody else plays at."""


class HomeScreen(MenuScreen[Choice]):
    """The menu to which the player returns from a table."""

    LETTERS: ClassVar[Mapping[str, Menu]] = {}
    """The keys that make a choice directly, whether it is listed or not."""

    @dataclass
    class Chosen(Message):
        """Posted when the player makes a choice, by a line of the menu or by a key."""

        choice: Choice

    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
        self._pointed = ""
        self._asked_games = 0
        self._touched = False
        self._without_games = False
        self._left = ""
        self._of_line = ""
        self._coached = ""
        self.early: Choice | None = None
        """A choice made before the server has answered; it is carried out then."""

    def on_screen_resume(self) -> None:
        """Refresh the menu each time it becomes visible."""
        self.choose(Menu.REFRESH)

    def hear(self, news: FromServer) -> bool:
        """Handle a message with the content of the menu; return False for any other message."""
        raise NotImplementedError

    def welcomed(self) -> None:
        """Carry out what the player has chosen before the server answered."""
        early, self.early = self.early, None
        if early is not None:
            self.choose(early)

    def know_coached(self, coached: str) -> None:
        """Remember which tables have the coach, as ``with_coach`` writes their codes."""
        self._coached = coached
        self.redraw()

    def ask_games(self, number: int) -> None:
        """Remember the request whose answer tells whether the player has finished a game."""
        self._asked_games = number

    def answered(self, news: FromServer) -> bool:
        if not isinstance(news, Games | Refused) or news.id != self._asked_games:
            return False
        if isinstance(news, Games) and not news.games:
            self._without_games = True
            self._offer_course()
            self.redraw()
        return True

    @property
    def newcomer(self) -> bool:
        """True if the player has neither finished nor begun a game."""
        return self._without_games and not self.has_begun()

    def has_begun(self) -> bool:
        """Return True if a game of the player is on, or as long as that is not known."""
        raise NotImplementedError

    def _offer_course(self) -> None:
        """Move the cursor to the course, unless the player has begun to choose."""
        choices = [item.choice for item in self.items()]
        if self.newcomer and not self._touched and Menu.LEARN in choices:
            self.chosen = choices.index(Menu.LEARN)

    def left_table(self, code: str) -> None:
        """Move the cursor to this table when the list comes: whoever leaves by mistake goes on with one key."""
        self._left = code

    def saw_the_end(self) -> None:
        """Note that the player has come to the end of a game, and is no newcomer any more."""
        self._without_games = False

    def _returned(self, chosen: Choice) -> Choice:
        """Return the table that was left, once, if it is listed; otherwise what was chosen."""
        left, self._left = self._left, ""
        return SitDown(left) if SitDown(left) in [item.choice for item in self.items()] else chosen

    def point(self, code: str) -> None:
        """Move the cursor to the line of a table if it is listed; only once for each code."""
        choices = [item.choice for item in self.items()]
        if code and code != self._pointed and SitDown(code) in choices:
            self._pointed = code
            self.chosen = choices.index(SitDown(code))
            self.redraw()

    def full(self, code: str) -> None:
        """Remember a full table, in menus where it can be watched instead."""

    def usable_keys(self) -> Sequence[PromptAnswer]:
        named = super().usable_keys()
        known = {one.key for one in named}
        rest = ((key, choice) for key, choice in self.LETTERS.items() if key not in known)
        return (*named, *(PromptAnswer(key, choice.value, key) for key, choice in rest))

    def listed(self) -> TableEntry | None:
        """Return the table of the chosen line; None if the line is of no table."""
        raise NotImplementedError

    def press(self, key: str) -> None:
        self._touched = True
        if self.answer(key):
            return
        if key == "d":
            self._ask_to_delete(self.listed())
        elif key in self.LETTERS:
            self.choose(self.LETTERS[key])
        else:
            super().press(key)

    def say_of_line(self, text: str) -> None:
        """Say something about the chosen line: it is withdrawn once another line is chosen."""
        self.say(text)
        self._of_line = text

    def _choose_line(self, place: int) -> None:
        if self._of_line and self._status == self._of_line:
            self.say("")
        self._of_line = ""
        super()._choose_line(place)

    def _ask_to_delete(self, table: TableEntry | None) -> None:
        """Ask before a game is given up: it is in no list afterwards, of unfinished games or of finished ones."""
        if table is None or not table.yours:
            self.say_of_line(_("Choose an unfinished game of yours first, with ↑ ↓; then d deletes it."))
        elif table.persons > _ALONE:
            self.say_of_line(_("Others have seats at that table: sit down there; q, then g leaves it for good."))
        else:
            asked = _("Delete {game}? Nothing brings it back. y deletes it, any other key keeps it.")
            self.ask(asked.format(game=table_name(table)), partial(self.choose, DeleteGame(table.table)))

    def choose(self, choice: Choice) -> None:
        """Report a choice to the app."""
        self.report(self.Chosen(choice))


TITLE: Final[Line] = (
    Span("♣ ", Hue.CLUBS),
    Span("♦ ", Hue.DIAMONDS),
    Span(" C h w e c h ", Hue.STRONG),
    Span(" ♥", Hue.HEARTS),
    Span(" ♠", Hue.SPADES),
)


class WelcomeScreen(HomeScreen):
    """The home menu of an offline game."""

    LETTERS: ClassVar = {
        "n": Menu.NEW_TABLE,
        "s": Menu.DAILY,
        "l": Menu.LEARN,
        "c": Menu.COACH,
        "h": Menu.HISTORY,
        "o": Menu.SETTINGS,
        "r": Menu.RULES,
        "q": Menu.QUIT,
    }

    def __init__(self, palette: Palette, clock: Callable[[], float] = time.time) -> None:
        """Create the menu; ``clock`` returns the present time, in seconds since 1970."""
        super().__init__(palette)
        self._clock = clock
        self._tables: tuple[TableEntry, ...] = ()
        self._told = False

    def hear(self, news: FromServer) -> bool:
        if not isinstance(news, Tables):
            return False
        chosen = self.items()[self.chosen].choice if self._told else Menu.REFRESH
        self._tables = tuple(table for table in news.tables if table.yours and table.phase is not TablePhase.OVER)
        self._told = True
        choices, chosen = [item.choice for item in self.items()], self._returned(chosen)
        self.chosen = choices.index(chosen) if chosen in choices else self.chosen
        self._offer_course()
        self.redraw()
        return True

    def has_begun(self) -> bool:
        """Return True if there is an unfinished game, or as long as the list has not come."""
        return not self._told or bool(self._tables)

    def named_keys(self) -> tuple[PromptAnswer, ...]:
        """Return the keys that the foot names: a game can be deleted where there is one."""
        return (*self.KEYS[:-1], DELETE_KEY, self.KEYS[-1]) if self._tables else self.KEYS

    def listed(self) -> TableEntry | None:
        """Return the unfinished game of the chosen line."""
        return self._tables[self.chosen] if self.chosen < len(self._tables) else None

    def title_lines(self) -> Picture:
        return (TITLE, (), (Span(_("Six players, nine cards, and a score that multiplies by nine."), Hue.DIM),))

    def items(self) -> Sequence[Item[Choice]]:
        again, now = _("Go on"), self._clock()
        learn, coach = [_("Learn in five minutes")], [_("Play with the coach"), _("it says what your choices mean")]
        if self.newcomer:
            learn.append(_("new here? begin with this"))
        return (
            *(Item(SitDown(table.table), entry_words(again, table, now, self._coached)) for table in self._tables),
            Item(Menu.NEW_TABLE, _("New table")),
            Item(Menu.DAILY, _("Deal of the day")),
            Item(Menu.LEARN, "   ".join(learn)),
            Item(Menu.COACH, "   ".join(coach)),
            Item(Menu.HISTORY, _("Finished games")),
            Item(Menu.SETTINGS, _("Settings")),
            Item(Menu.RULES, _("Rules")),
            Item(Menu.QUIT, _("Quit")),
        )


def table_name(entry: TableEntry) -> str:
    """Return what is played at a table, and how far."""
    summary = clip(clean_text(entry.summary, cells=40), 24)
    return f"{_game_words(entry)}, {summary}"


def _game_words(entry: TableEntry) -> str:
    if entry.daily is not None:
        title, day = _("Deal of the day"), clean_text(day_words(entry.daily.day), cells=12)
        return f"{title} ({day})"
    # Translators: a game and its number of players, such as "Chwech for 6".
    return _("{game} for {players}", game=title_of(entry.setup.game), players=entry.setup.players)


def entry_words(again: str, entry: TableEntry, now: float, coached: str = "") -> str:
    """Return the line of an unfinished game, if need be without its rules, when it was played, and for how many it is.

    Args:
        again: what the line offers.
        entry: the game.
        now: the present time, in seconds since 1970.
        coached: the codes of the tables with the coach, as ``with_coach`` writes them.
    """
    total = "" if entry.total is None else "   " + _("your total {total}", total=figure(entry.total))
    summary = clip(clean_text(entry.summary, cells=40), 24)
    rules = f", {rules_words(entry.setup).partition(',')[0]}" if entry.setup.options else ""
    played = "" if entry.played_at is None else f"   {ago(now - entry.played_at)}"
    name = _game_words(entry)
    name = _("{game}, with the coach", game=name) if has_coach(coached, entry.table) else name
    game = f"{again}   {name}"
    longer = (f"{game}{more}   {summary}{total}{when}" for more, when in ((rules, played), ("", played), ("", "")))
    shortest = f"{again}   {title_of(entry.setup.game)}   {summary}{total}"
    return next((words for words in longer if cells(words) <= MENU_WIDTH - 2), shortest)
