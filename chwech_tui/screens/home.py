"""The home menu of the app and its choices; the welcome screen is its form for an offline game."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import partial
from typing import ClassVar, Final

from msgspec import Struct

from chwech_tui.describe import ago
from chwech_tui.drawing.line import between, cells, clip, wrap
from chwech_tui.drawing.panel import PROGRAM
from chwech_tui.drawing.panes import INSET, draw_pane
from chwech_tui.drawing.plan import Box
from chwech_tui.drawing.welcome import LEAST_TILE, draw_banner, draw_tile, plan_welcome
from chwech_tui.errand import Join
from chwech_tui.model.daily import day_state, reset_words, streak_words
from chwech_tui.model.game import GIST, brief_title, rules_words, title_of
from chwech_tui.model.ink import Hue, Line, Pick, Picture, Span
from chwech_tui.model.prompt import MORE, PromptAnswer
from chwech_tui.model.settings import Settings, has_coach
from chwech_tui.screens.menu import MENU_WIDTH, Item, MenuScreen
from chwech_tui.screens.surface import Part, Parts, Spot
from chwech_tui.theme import Palette
from games.kit.words import figure
from protocol.archive import GameEntry, Games
from protocol.daily import Daily, day_words
from protocol.language import N_, _, ngettext
from protocol.lobby import NewsItem
from protocol.messages import FromClient, FromServer, JoinTable, Refused, Tables
from protocol.rating import ranking
from protocol.setup import GameOffer
from protocol.table import Resign, TableEntry, TablePhase
from protocol.text import clean_text


class Menu(Enum):
    """A choice without parameters: what it is called, marked for translation, and the letter that makes it directly."""

    NEW_TABLE = N_("new table"), "n"
    QUICK_GAME = N_("quick game"), "g"
    GAMES = N_("games"), "f"
    """The games of which tables are listed."""
    DAILY = N_("deal of the day"), "s"
    PEOPLE = N_("people"), "i"
    TOURNAMENTS = N_("tournaments"), "u"
    LEARN = N_("learn"), "l"
    """The course for newcomers."""
    COACH = N_("coach"), "c"
    """A table with bots and the coach."""
    PUZZLES = N_("puzzles"), "m"
    """The puzzle of the day, and one's own mistakes."""
    HISTORY = N_("history"), "h"
    KEYS = N_("SSH keys"), "k"
    SETTINGS = N_("settings"), "o"
    RENAME = N_("rename"), "p"
    RULES = N_("rules"), "r"
    QUIT = N_("quit"), "q"
    REFRESH = "refresh", ""
    """Chosen by no key, but each time the screen becomes visible again."""

    @property
    def answer(self) -> PromptAnswer:
        """Its letter, as a screen names it."""
        label, key = self.value
        return PromptAnswer(key, label, key)


_ONLINE: Final = frozenset({Menu.QUICK_GAME, Menu.GAMES, Menu.PEOPLE, Menu.TOURNAMENTS, Menu.KEYS, Menu.RENAME})
"""What needs a server."""


class NewTableOf(Struct, frozen=True):
    """The choice to fill the form of a new table for a game, by its title."""

    title: str


Choice = Menu | FromClient | NewsItem | NewTableOf | Join
"""What a line of the menu or a key means: what is sent, but for its id, or an errand to a server joined before."""

DELETE_KEY: Final = PromptAnswer("d", N_("delete"), "d")

_ALONE: Final = 1  # The number of people at a table that nobody else plays at.


class HomeScreen(MenuScreen[Choice]):
    """The menu to which the player returns from a table."""

    LETTERS: ClassVar[Mapping[str, Menu]] = {one.answer.key: one for one in Menu if one.answer.key}
    """The keys that make a choice directly, whether it is listed or not."""

    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
        self._pointed = ""
        self.asked_games = 0  # The request whose answer tells whether the player has finished a game.
        self.asked_news = 0
        """The request whose answer tells the news: of the deal of the day or, on a server, of the lobby."""
        self._finished: tuple[GameEntry, ...] = ()
        self._day: Daily | None = None
        self._touched = False
        self.without_games = False  # True if the player is known to have finished no game.
        self.left = ""
        """The table to which the cursor moves when the list comes: who left by mistake returns with one key."""
        self._of_line = ""
        self._settings = Settings()
        self._games: Mapping[str, GameOffer] = {}
        self.early: Choice | None = None  # A choice made before the server has answered; it is carried out then.

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

    def know(self, settings: Settings) -> None:
        """Use the player's settings: which tables have the coach, which games are ticked."""
        self._settings = settings
        self.redraw()

    def answered(self, news: FromServer) -> bool:
        match news:
            case Games(id=number, games=games) if number == self.asked_games:
                self._finished, self.without_games = games, not games
                self._offer_course()
            case Daily(id=number) if number == self.asked_news:
                self._day = news
            case Refused(id=number) if number in {self.asked_games, self.asked_news}:
                return True
            case _:
                return False
        self.redraw()
        return True

    def offer(self, games: Mapping[str, GameOffer]) -> None:
        """Show these games as tiles, by their titles."""
        self._games = games if len(games) > 1 else {}
        self.redraw()

    def tiles(self, boxes: Sequence[Box], first: int) -> Parts:
        """Draw the games as tiles, which are chosen by their numbers from ``first`` on."""
        parts = dict[str, Part]()
        for number, (box, (title, offer)) in enumerate(zip(boxes, self._games.items(), strict=False), first):
            shown = brief_title(offer.name) if box.height == LEAST_TILE else title
            size, chosen = (box.width, box.height), number == self.chosen
            parts[f"tile{number}"] = Part(box, draw_tile(shown, offer, size, Pick(number), chosen=chosen))
        return parts

    @property
    def newcomer(self) -> bool:
        """True if the player has neither finished nor begun a game."""
        return self.without_games and not self.has_begun()

    @property
    def chosen_game(self) -> str:
        """The name of the game that is chosen; empty for none."""
        return ""

    @property
    def coached(self) -> str:
        """The code of an unfinished game with the coach; empty for none."""
        return ""

    def has_begun(self) -> bool:
        """Return True if a game of the player is on, or as long as that is not known."""
        raise NotImplementedError

    def _offer_course(self) -> None:
        """Move the cursor to the course, unless the player has begun to choose."""
        if self.newcomer and not self._touched:
            self.keep(Menu.LEARN)

    def _return_to(self, chosen: Choice) -> bool:
        """Choose the table that was left, once, if it is listed, otherwise what was chosen; False if neither is."""
        left, self.left = self.left, ""
        return self.keep(JoinTable(0, left), chosen)

    def point(self, code: str) -> None:
        """Move the cursor to the line of a table if it is listed; only once for each code."""
        if code and code != self._pointed and self.keep(JoinTable(0, code)):
            self._pointed = code
            self.redraw()

    def full(self, code: str) -> None:
        """Remember a full table, in menus where it can be watched instead."""

    def usable_keys(self) -> Sequence[PromptAnswer]:
        named = super().usable_keys()
        known = {one.key for one in named}
        return (*named, *(choice.answer for key, choice in self.LETTERS.items() if key not in known))

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
            self.say_of_line(_("First choose one of your unfinished games with ↑ ↓; d then deletes it."))
        elif table.persons > _ALONE:
            self.say_of_line(_("Others have seats there: sit down, then q and g leave it for good."))
        else:
            asked = _("Delete {game}? This can't be undone. y deletes it, any other key keeps it.")
            self.ask(asked.format(game=table_name(table)), partial(self.choose, Resign(0, table.table, alone=True)))

    def choose(self, choice: Choice) -> None:
        """Report a choice to the app."""
        self.want(choice)


MOTTO: Final = N_("Six players, nine cards, and a score that multiplies by nine.")
TITLE: Final[Line] = (
    Span("♣ ", Hue.CLUBS),
    Span("♦ ", Hue.DIAMONDS),
    Span(" C h w e c h ", Hue.STRONG),
    Span(" ♥", Hue.HEARTS),
    Span(" ♠", Hue.SPADES),
)


SERVER_SECONDS: Final = 60.0  # Seconds for which servers are not asked again who is there.
_TILES: Final = PromptAnswer("tab", N_("games"), "tab")


class WelcomeScreen(HomeScreen):
    """The home menu of an offline game."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        *MenuScreen.KEYS[:2],
        *[one.answer for one in (Menu.NEW_TABLE, Menu.DAILY, Menu.SETTINGS)],
        MORE,
        MenuScreen.KEYS[2],
    )
    SPARE: ClassVar = ("d", "s", "o", "n")
    HALVED = True
    LETTERS: ClassVar = {key: one for key, one in HomeScreen.LETTERS.items() if one not in _ONLINE}

    def __init__(self, palette: Palette, clock: Callable[[], float] = time.time) -> None:
        """Create the menu; ``clock`` returns the present time, in seconds since 1970."""
        super().__init__(palette)
        self._clock = clock
        self._tables: tuple[TableEntry, ...] = ()
        self._servers: dict[str, str] = {}  # Each with who is there; empty as long as that is not known.
        self._ask_again = 0.0
        self._columns, self._room = 0, MENU_WIDTH - 2
        """The number of tiles side by side, if there is room for some, and the width of a line of the menu."""
        self._told = False

    def hear(self, news: FromServer) -> bool:
        if not isinstance(news, Tables):
            return False
        chosen = self.items()[self.chosen].choice if self._told else Menu.REFRESH
        self._tables = tuple(table for table in news.tables if table.yours and table.phase is not TablePhase.OVER)
        self._told = True
        self._return_to(chosen)
        self._offer_course()
        self.redraw()
        return True

    @property
    def chosen_game(self) -> str:
        choice = self.items()[self.chosen].choice
        return self._games[choice.title].name if isinstance(choice, NewTableOf) else ""

    @property
    def coached(self) -> str:
        with_coach = (one.table for one in self._tables if has_coach(self._settings.coached, one.table))
        return next(with_coach, "")

    def has_begun(self) -> bool:
        """Return True if there is an unfinished game, or as long as the list has not come."""
        return not self._told or bool(self._tables)

    def named_keys(self) -> tuple[PromptAnswer, ...]:
        """Return the keys that the foot names: a game can be deleted where there is one."""
        first, last = self.KEYS[:2], self.KEYS[2:]
        return (*first, *((_TILES,) if self._columns else ()), *((DELETE_KEY,) if self._tables else ()), *last)

    def listed(self) -> TableEntry | None:
        """Return the unfinished game of the chosen line."""
        return self._tables[self.chosen] if self.chosen < len(self._tables) else None

    def list_servers(self, places: Iterable[str]) -> None:
        """Show the servers that the player has joined, before anything is drawn."""
        self._servers = dict.fromkeys(places, "")

    def servers_to_ask(self) -> Iterable[str]:
        """Return the servers that may be asked who is there: none again for a while."""
        if self._clock() < self._ask_again:
            return ()
        self._ask_again = self._clock() + SERVER_SECONDS
        return self._servers

    def hear_server(self, place: str, here: str) -> None:
        """Show who is on a server."""
        self._servers[place] = here
        self.redraw()

    def title_lines(self) -> Picture:
        if not self._palette.painted:
            return (TITLE, (Span(_(MOTTO), Hue.DIM),))
        return ((Span(PROGRAM, Hue.STRONG), Span("   " + _("on this machine"), Hue.DIM)),)

    def items(self) -> Sequence[Item[Choice]]:
        tiles = self._games if self._columns else {}
        return (*self._entries(), *(Item[Choice](NewTableOf(title), title) for title in tiles))

    def _entries(self) -> Sequence[Item[Choice]]:
        """Return the lines of the menu: the unfinished games, and what else there is to do."""
        again, now = _("Go on"), self._clock()
        learn = _("new here? start with this") if self.newcomer else ""
        named: tuple[tuple[Choice, str, str], ...] = (
            (Menu.NEW_TABLE, _("New table"), ""),
            *((Join(place), _("Join {place}", place=place), here) for place, here in self._servers.items()),
            (Menu.DAILY, _("Deal of the day"), day_state(self._day, now) if self._day is not None else ""),
            (Menu.LEARN, _("Learn in five minutes"), learn),
            (Menu.PUZZLES, _("Puzzles"), _("one a day, and your own mistakes")),
            (Menu.COACH, _("Play with the coach"), _("explains your choices as you play")),
            (Menu.HISTORY, _("Finished games"), self._record()),
            (Menu.SETTINGS, _("Settings"), ""),
            (Menu.RULES, _("Rules"), ""),
            (Menu.QUIT, _("Quit"), ""),
        )
        room = self._room
        lines = [(choice, words, f"{words}   {more}" if more else words) for choice, words, more in named]
        return (
            *(
                Item(JoinTable(0, table.table), entry_words(again, table, now, self._settings.coached, room))
                for table in self._tables
            ),
            *(Item(choice, longest if cells(longest) <= room else words) for choice, words, longest in lines),
        )

    def parts(self, width: int, height: int) -> Parts:
        if not self._palette.painted:
            return super().parts(width, height)
        free = self.free(width, height)
        now, strokes = plan_welcome(free, len(self._games)), self._palette.strokes
        self._columns, self._room = now.shape.columns if now.tiles else 0, now.menu.width - 5
        parts = {name: Part(box, drawn) for name, box, drawn in draw_banner(now, _(MOTTO), strokes)}
        parts |= self.beside(now.today) if now.today.width > 0 else {}
        parts |= self.tiles(now.tiles, len(self._entries()))
        return {**self.rails(width, height), **parts, "list": self.pane(now.menu)}

    def beside(self, box: Box) -> Parts:
        """Draw what is on today, and what the game is about where there is room for it."""
        size, inner = (box.width, box.height), box.width - 2 * INSET
        lines = self._today(inner)
        gist = [part for line in GIST for part in wrap((Span(_(line), Hue.FAINT),), inner, hang=0)]
        lines = (*lines, (), *gist) if len(lines) + len(gist) + 4 <= size[1] else lines
        return {"today": Part(box, draw_pane(lines, size, self._palette.strokes, _("Today"), self._rest_of_day()))}

    def _listed(self) -> Sequence[Item[Choice]]:
        """Return the items of the menu, without the tiles."""
        return self._entries()

    def spot(self) -> Spot:
        tile = self.chosen >= len(self._entries())
        return Spot(f"tile{self.chosen}", Pick(self.chosen)) if tile else super().spot()

    def act(self, key: str) -> None:
        """Move among the tiles as they lie, and between them and the menu."""
        first, last = len(self._entries()), len(self.items()) - 1
        by = {"left": -1, "right": 1, "up": -self._columns, "down": self._columns}.get(key, 0)
        if key == "tab" and last >= first:
            self._choose_line(0 if self.chosen >= first else first)
        elif by and self.chosen >= first:
            to = self.chosen + by
            self._choose_line(to if first <= to <= last else first - 1 if by < 0 else 0)
        else:
            super().act(key)

    def _rest_of_day(self) -> str:
        """Return how long the deal of today is played; empty as long as that is not known."""
        day, now = self._day, self._clock()
        return reset_words(day, now) if day is not None and now < day.ends_at else ""

    def _record(self) -> str:
        """Return how many games the player has finished, and won; empty for none."""
        own = [(game.seat, ranking(game.totals, game.sides)) for game in self._finished]
        won = sum(one.place == 1 and seat in {one.seat, *one.partners} for seat, sides in own for one in sides)
        return ngettext("{n} game, {won} won", "{n} games, {won} won", len(own), won=won) if own else ""

    def _today(self, width: int) -> Picture:
        """Draw what waits for the player, and what was played so far."""
        day, tables = self._day, len(self._tables)
        waiting = ngettext("{n} game waits", "{n} games wait", tables)
        told = [
            (_("Deal of the day"), day_state(day, self._clock()) if day is not None else ""),
            (_("Unfinished games"), waiting if tables else ""),
            (_("Finished games"), self._record()),
        ]
        if day is not None and day.of_all:
            best = day.of_all[0]
            days = ngettext("{n} day", "{n} days", best.days)
            told.insert(1, (_("All days"), _("{days}, {score} points", days=days, score=figure(best.score))))
            told.insert(1, (_("Streak"), streak_words(day, named=False)))
        lines = [between((Span(name),), (Span(state, Hue.DIM),), width) for name, state in told if state]
        return tuple(lines) or ((Span(_("Nothing is waiting for you."), Hue.DIM),),)


def table_name(entry: TableEntry) -> str:
    """Return what is played at a table, and how far."""
    summary = clip(clean_text(entry.summary, cells=40), 24)
    return f"{_game_words(entry)}, {summary}"


def _game_words(entry: TableEntry) -> str:
    if entry.daily is not None:
        title, day = _("Deal of the day"), clean_text(day_words(entry.daily.day), cells=12)
        unranked = _("not ranked")
        return f"{title} ({day}, {unranked})" if entry.daily.practice else f"{title} ({day})"
    # Translators: a game and its number of players, such as "Chwech for 6".
    return _("{game} for {players}", game=title_of(entry.setup.game), players=entry.setup.players)


def entry_words(again: str, entry: TableEntry, now: float, coached: str = "", room: int = MENU_WIDTH - 2) -> str:
    """Return the line of an unfinished game, if need be without its rules, when it was played, and for how many it is.

    Args:
        again: what the line offers.
        entry: the game.
        now: the present time, in seconds since 1970.
        coached: the codes of the tables with the coach, as ``with_coach`` writes them.
        room: the width of the line, in cells.
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
    return next((words for words in longer if cells(words) <= room), shortest)
