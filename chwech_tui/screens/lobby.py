"""The lobby of a server, updated live: the tables, the people online and the chat."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from textual.events import Paste

from chwech_tui.describe import aside_words
from chwech_tui.drawing import lobby as drawing
from chwech_tui.drawing.line import beginning, between, wrap
from chwech_tui.drawing.panel import draw_button, draw_foot
from chwech_tui.drawing.panes import draw_pane, draw_side_fan
from chwech_tui.drawing.plan import Box
from chwech_tui.drawing.welcome import tile_boxes
from chwech_tui.errand import server_name
from chwech_tui.link import Link
from chwech_tui.model import lobby as lobbies
from chwech_tui.model.cards import Strokes
from chwech_tui.model.daily import reset_words
from chwech_tui.model.game import FIRST, GAMES, rules_words, title_of
from chwech_tui.model.ink import Aim, Hue, Line, Pick, Picture, Press, Span, plain, worded
from chwech_tui.model.people import shown_name
from chwech_tui.model.prompt import MORE, PromptAnswer
from chwech_tui.model.question import edited, pasted, room_words, to_say
from chwech_tui.screens.drawn import character_of
from chwech_tui.screens.home import DELETE_KEY, Choice, HomeScreen, Menu, NewTableOf
from chwech_tui.screens.menu import Item
from chwech_tui.screens.question import CODE, QuestionScreen
from chwech_tui.screens.surface import Part, Parts, Spot
from chwech_tui.theme import Palette
from protocol.daily import Daily, ReadDaily
from protocol.language import N_, _, ngettext, pgettext, spoken
from protocol.lobby import LobbyChanged, LobbyShown, NewsItem, NewsShown, SayInLobby
from protocol.messages import FromServer, JoinTable, WatchTable
from protocol.people import SaidTo, SayTo
from protocol.rating import Rankings, ReadRankings
from protocol.table import TEXT_CHARACTERS, TableEntry
from protocol.table import Line as Said
from protocol.text import clean_text

_LEAST_LIST: Final = 8  # The least height of the list of tables with its edges, in lines.
_NEWS: Final = 4  # The most pieces of news that are shown at once.
_NEWS_PANE: Final = 26  # From this height of the felt on, in lines, the news have a pane of their own.
_WIDEST: Final = 114  # From this width on, in cells, the chosen table has its pane beside the others.

_ACTS: Final[Mapping[Choice, PromptAnswer]] = {
    Menu.NEW_TABLE: PromptAnswer("Enter", N_("new table"), "enter"),
    Menu.DAILY: PromptAnswer("Enter", N_("deal of the day"), "enter"),
}
"""What Enter does on the lines below the tables."""

_WATCH: Final = PromptAnswer("Enter", N_("watch"), "enter")  # What Enter does at a table where no seat is to be had.

_TODAY: Final = 12  # From this height of the panes below on, in lines, a wide lobby has one for today.
_ROOMY: Final = 40  # From this height of the felt on, in lines, a wide lobby of few tables shows the games as tiles.
_TILES: Final = 7  # Tiles side by side,
_TILE: Final = 2  # and the lines of each.
_FEW: Final = 3  # With at most so many people online it is said how others come.

_EMPTY_WORDS: Final = 42  # The width of the words of an empty list, in cells.

_HINTS: Final = (
    Menu.QUICK_GAME.answer,
    PromptAnswer("f", N_("choose games"), "f"),
    PromptAnswer("c", N_("enter a table code"), "c"),
    *[one.answer for one in (Menu.DAILY, Menu.TOURNAMENTS, Menu.PUZZLES)],
)
"""What the pane of the server offers."""


class LobbyScreen(HomeScreen):
    """Shows the tables of a server, the people online and the chat."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        PromptAnswer("Enter", N_("sit down"), "enter"),
        PromptAnswer("w", N_("watch"), "w"),
        Menu.QUICK_GAME.answer,
        Menu.GAMES.answer,
        PromptAnswer("c", N_("code"), "c"),
        Menu.NEW_TABLE.answer,
        PromptAnswer("t", N_("talk"), "t"),
        *[one.answer for one in (Menu.PEOPLE, Menu.LEARN, Menu.HISTORY, Menu.KEYS, Menu.SETTINGS, Menu.RULES)],
        MORE,
        Menu.QUIT.answer,
    )
    SPARE: ClassVar = ("k", "r", "h", "l", "o", "i", "d", "n")

    def __init__(self, palette: Palette, place: str, join: Callable[[str], int]) -> None:
        """Create the lobby of a place; ``join`` asks for a seat at a table and returns the id of the request."""
        super().__init__(palette)
        self._place = place
        self._join = join
        self._greeting: tuple[str, ...] = ()
        self._way = ""  # The command by which others come.
        self._ladder: Rankings | None = None
        self._asked_today = frozenset[int]()
        self._who = ("", False)
        self.lobby = lobbies.Lobby()  # The state of the lobby.
        self._ignored: frozenset[str] = frozenset()
        self._told = False
        self._draft: str | None = None
        self._full = ""
        self._invited = ""
        self._news: dict[str, NewsItem] = {}  # The news that were not followed yet, by their keys.
        self._words: dict[str, tuple[tuple[TableEntry, int, bool, str, Strokes], Line]] = {}

    def introduce(self, name: str, *, guest: bool) -> None:
        """Show the player's name and, to a guest, how to keep it."""
        self._who = (clean_text(name, cells=20), guest)
        self.redraw()

    def greet(self, title: str, greeting: tuple[str, ...], way: str) -> None:
        """Show the name that the server has given itself, its greeting, and the command by which others come."""
        self._place, self._greeting, self._way = title or self._place, greeting, way
        self.redraw()

    @property
    def chosen_game(self) -> str:
        """The game of the chosen table, which is the one to learn and to read about."""
        table = self.listed()
        return table.setup.game if table is not None else ""

    def ignore(self, names: frozenset[str]) -> None:
        """Set the people whose chat is hidden."""
        self._ignored = names
        self.redraw()

    def has_begun(self) -> bool:
        """Return True if the player has a seat at a table, or as long as the list has not come."""
        return not self._told or any(table.yours for table in self.lobby.tables)

    # Messages of the server

    def hear(self, news: FromServer) -> bool:
        chosen, old, turns = self._chosen_choice(), len(self._entries), self._turns()
        match news:
            case LobbyShown():
                first = not self._told
                self.lobby = lobbies.shown(news, None if first else self.lobby)
                self._told = True
                self._words.clear()
                # Before the first list, the player cannot have chosen a line.
                chosen = Menu.REFRESH if first else chosen
            case LobbyChanged() if self._told:
                for code in news.gone:
                    self._words.pop(code, None)
                self.lobby = lobbies.changed(self.lobby, news, chosen.table if isinstance(chosen, JoinTable) else "")
            case _:
                return False
        self._call(turns)
        before = self.chosen
        if not self._return_to(chosen):
            self.chosen = min(before, old)
        # The chosen line keeps its position on the screen if possible.
        self._top = max(0, self._top + self.chosen - before)
        self.redraw()
        return True

    def answered(self, news: FromServer) -> bool:
        if not isinstance(news, NewsShown):
            if getattr(news, "id", None) not in self._asked_today:
                return super().answered(news)
            if isinstance(news, Daily):
                self._day = news
            elif isinstance(news, Rankings):
                self._ladder = news
            self.redraw()
            return True
        holding = (item for item in news.items[:9] if lobbies.is_news(item, self.lobby, self._ignored))
        self._news = {str(number): item for number, item in enumerate(holding, 1)}
        if self._news:
            self.redraw()
        return True

    def ask_today(self, link: Link) -> None:
        """Ask what is on today, if there is room for it."""
        width, height = self.app.size
        if width >= _WIDEST and height >= 2 * _TODAY + 8:
            self._asked_today = frozenset({link.ask(ReadDaily), link.ask(ReadRankings)})

    def _news_told(self) -> dict[str, str]:
        """Return the news that still hold, by the keys that lead there."""
        holding = {key: item for key, item in self._news.items() if lobbies.is_news(item, self.lobby, self._ignored)}
        return {key: lobbies.news_words(item, time.time()) for key, item in list(holding.items())[:_NEWS]}

    def _turns(self) -> frozenset[str]:
        """Return the codes of the tables where it is the player's turn."""
        return frozenset(table.table for table in self.lobby.tables if table.your_turn)

    def _call(self, before: frozenset[str]) -> None:
        """Tell the player of a table where it has become their turn."""
        for code in sorted(self._turns() - before)[:1]:
            self.report(self.Called(_("your turn at {table}", table=code)))

    def full(self, code: str) -> None:
        """Let the key w watch this full table, whether it is listed or not."""
        self._full = code

    def invite(self, words: str, code: str) -> None:
        """Say that someone invites the player to a table, where the key j sits down."""
        self._invited = code
        self.say(words)

    def hear_aside(self, news: SaidTo) -> None:
        """Show what one person has said to the player alone, or the player to them."""
        self.lobby = lobbies.said_aside(self.lobby, news)
        # An invitation stays until it is answered: the pane has both.
        if shown_name(news.name) != self._who[0] and not (self._invited and self._status):
            self.say(plain(aside_words(news, self._who[0])))
        self.redraw()

    # Drawing

    @property
    def _entries(self) -> tuple[TableEntry, ...]:
        """The tables that are listed."""
        return lobbies.ticked_tables(self.lobby.tables, self._settings.games)

    def items(self) -> Sequence[Item[Choice]]:
        tables = (Item(JoinTable(0, table.table), table.table) for table in self._entries)
        return (
            *tables,
            Item(Menu.NEW_TABLE, "   ".join((_("New table"), _("for people, bots or both")))),
            Item(Menu.DAILY, "   ".join((_("Deal of the day"), _("the same cards for everyone")))),
        )

    def _words_of(self, place: int, item: Item[Choice], width: int, *, chosen: bool) -> Line:
        """Draw a line; that of a table is cached until something about it changes."""
        if place >= len(self._entries):
            return super()._words_of(place, item, width, chosen=chosen)
        table, strokes = self._entries[place], self._palette.strokes
        now = table, width, table.table == self.lobby.gone, spoken(), strokes
        known = self._words.get(table.table)
        if known is None or known[0][0] is not table or known[0][1:] != now[1:] or table.your_turn:
            line = drawing.draw_entry(table, width, time.time(), strokes, gone=now[2])
            known = self._words[table.table] = (now, line)
        return tuple([Span(one.text, Hue.ACCENT) if chosen and at < 2 else one for at, one in enumerate(known[1])])

    def named_keys(self) -> tuple[PromptAnswer, ...]:
        """Return the keys that the foot names: a game of one's own can be deleted where there is one."""
        own, chosen = any(table.yours for table in self.lobby.tables), self.listed()
        acts = _ACTS.get(self._chosen_choice(), self.KEYS[0])
        if chosen is not None and not (chosen.yours or chosen.vacant or self.lobby.gone == chosen.table):
            acts = _WATCH
        return (acts, self.KEYS[1], *((DELETE_KEY,) if own else ()), *self.KEYS[2:])

    def usable_keys(self) -> Sequence[PromptAnswer]:
        return (*(PromptAnswer(key, words, key) for key, words in self._news_told().items()), *super().usable_keys())

    def title_lines(self) -> Picture:
        place, wide = Span(_("Chwech at {place}", place=server_name(self._place)), Hue.STRONG), self.size.width - 4
        return (between((place, Span("  ")), self._calls() or self._own_name(), wide),)

    def _calls(self) -> Line:
        """Return at how many tables it is the player's turn; empty for none."""
        turns = sum(table.your_turn for table in self.lobby.tables)
        words = ngettext("your turn at {n} table", "your turn at {n} tables", turns)
        return (Span(words, Hue.ACCENT),) if turns else ()

    def _own_name(self) -> Line:
        """Draw who the player is and, for a guest, how to keep the name; empty until that is known."""
        name, guest = self._who
        if not name:
            return ()
        if not guest:
            return worded(_("You are {name}"), name=Span(name, Hue.STRONG))
        how = Span(_("a guest: k adds a key to keep the name"), Hue.DIM)
        return worded(_("You are {name}, {guest}"), name=Span(name, Hue.STRONG), guest=how)

    def _offer(self) -> Line:
        """Draw the offer of the course to a newcomer, else the beginning of the greeting."""
        if not self.newcomer:
            return (Span(self._greeting[0]),) if self._greeting and self.listed() is not None else ()
        game = GAMES.get(self.chosen_game)
        title = title_of(self.chosen_game if game is not None and game.is_taught else FIRST)
        teaches = Span(_("l: learn {game} in five minutes", game=title), aim=Press("l"))
        return (Span(_("New here?"), Hue.INFO), Span(" "), teaches)

    def parts(self, width: int, height: int) -> Parts:
        talk, free, told = lobbies.heard(self.lobby, self._ignored), self.free(width, height), self._news_told()
        rails = {**self.rails(width, height)}
        if free.height >= _ROOMY and free.width >= _WIDEST and self._games and len(self._entries) <= 2 * _TILES:
            boxes = tile_boxes(free, len(self._games), _TILES, _TILE)
            rails.update(self.tiles(boxes, len(self.items())))
            free = free._replace(height=boxes[0].y - free.y - 1)
        if not told:
            return {**rails, **self._panes(free, talk)}
        framed = free.height >= _NEWS_PANE
        box = free._replace(height=len(told) + 3 * framed)
        lines = drawing.draw_news(told, box.width - 6 * framed)
        if framed:
            lines = draw_pane(lines, (box.width, box.height), self._palette.strokes, _("Since your last visit"))
        rest = free._replace(y=free.y + box.height, height=free.height - box.height)
        return {**rails, "news": Part(box, lines), **self._panes(rest, talk)}

    def aimed(self, aim: Aim) -> None:
        """Handle a click, on a tile too: that opens the form for its game."""
        titles, at = [*self._games], aim.place - len(self.items()) if isinstance(aim, Pick) else -1
        if at >= 0:
            self.choose(NewTableOf(titles[at]))
        else:
            super().aimed(aim)

    def _tables(self, box: Box) -> Part:
        """Draw the list of tables in a pane, with the offer to a newcomer or the greeting in its last line."""
        number, every = len(self._entries), len(self.lobby.tables)
        none = (Span(_("No tables yet: n makes one.") if self._told else "", Hue.DIM),)
        return self.pane(box, drawing.draw_columns(number, every, box.width - 5) if every else none)

    def _panes(self, free: Box, talk: tuple[Said | SaidTo, ...]) -> Parts:
        """Lay out panes: the tables above or beside the chosen one, and people beside or below talk."""
        wide, strokes = free.width >= _WIDEST, self._palette.strokes
        aside = max(min(36, free.width * 9 // 20), free.width * 3 // 10)
        least = free.height // 2 if wide else max(_LEAST_LIST, free.height * 2 // 5)
        rows = 2 * len(self.items()) + 5 + (not self.lobby.tables)
        upper = max(least, min(free.height * 3 // 5, rows)) if wide else min(least, max(_LEAST_LIST, rows))
        lower = free.height - upper
        tables = Box(free.x, free.y, free.width - (aside + 1) * wide, upper)
        below = Box(free.x, free.y + upper, aside, lower)
        chosen = Box(free.x + tables.width + 1, free.y, aside, upper)
        right = Box(free.x + aside + 1, below.y, free.width - aside - 1, lower)
        if wide:
            people, talking = below, right
        else:
            online = max(4, min(lower // 3, 3 + self.lobby.online))
            chosen, people = below, right._replace(y=right.y + lower - online, height=online)
            talking = right._replace(height=lower - online)
        inner, today = people.width - 6, Box(chosen.x, below.y, chosen.width, lower)
        if has_today := wide and lower >= _TODAY and (self._day is not None or self._ladder is not None):
            talking = talking._replace(width=talking.width - aside - 1)
        heading, about = self._chosen_table(aside - 6, chosen.height - 3)
        draw = drawing.draw_people_list if wide else drawing.draw_people
        online_here = draw(self.lobby, inner, people.height - 3, self._ignored)
        if wide and self.lobby.online <= _FEW and self._way:
            others = wrap((Span(_("Others join with:"), Hue.DIM), Span(" "), Span(self._way)), inner, hang=0)
            online_here = (*online_here, (), *others)
        seen, own = self.lobby.read, self._who[0]
        lines = drawing.draw_talk(talk, talking.width - 6, talking.height - 3, seen, own)
        new = sum(isinstance(line, Said) and line.number > seen for line in talk)

        # An empty lobby is the first that a visitor of a new server sees.
        fan = () if self.lobby.tables else draw_side_fan(tables, _EMPTY_WORDS, strokes)

        def pane(box: Box, lines: Picture, title: str, aside: str = "") -> Part:
            return Part(box, draw_pane(lines, (box.width, box.height), strokes, title, aside))

        parts = {
            "list": self._tables(tables),
            **{name: Part(place, card) for name, place, card in fan},
            "about": pane(chosen, beginning(about, aside - 6, chosen.height - 3), heading),
            "people": pane(people, online_here, drawing.online_words(self.lobby), _("i all")),
            "talk": pane(talking, lines, _("Talk"), ngettext("{n} new", "{n} new", new) if new else _("t talks")),
        }
        if has_today:
            now = time.time()
            lines = drawing.draw_today(self._day, self._ladder, (aside - 6, lower - 4), now)
            rest = reset_words(self._day, now) if self._day is not None else ""
            parts["today"] = pane(today, lines, _("Today"), rest)
        return parts

    def _chosen_table(self, width: int, height: int) -> tuple[str, Picture]:
        """Return the title and the lines of the pane of the chosen table or, without one, of the server."""
        table, offer = self.listed(), self._offer()
        offered: Picture = (*wrap(offer, width, hang=0), ()) if offer else ()
        if table is None or table.table == self.lobby.gone:
            about, heading = self._about(width), server_name(self._place)
        else:
            game, rules = title_of(table.setup.game), rules_words(table.setup)
            about = drawing.draw_table(table, rules, (width, height - len(offered)), time.time(), self._palette.strokes)
            heading = _("{game} for {players}", game=game, players=table.setup.players)
        return heading, (*offered, *about)

    def _about(self, width: int) -> Picture:
        table, words = self.listed(), [Span(one) for one in self._greeting]
        if table is not None:
            over = _("This game is over: Enter opens its table if it still exists.")
            words = [Span(over if lobbies.has_begun(table) else _("This table no longer exists."), Hue.DIM)]
        lines = [line for one in words for line in wrap((one,), width, hang=0)]
        hints = [] if table is not None else [draw_button(one) for one in _HINTS]
        return (*lines, *[()] * bool(lines and hints), *hints)

    def foot(self, width: int) -> Picture:
        return super().foot(width) if self._draft is None else draw_foot(_writing_keys(), width)

    def _said(self, width: int) -> Picture:
        if self._draft is None:
            return super()._said(width)
        status: Line = (Span(self._status, Hue.ALERT),)
        told = between(status, (Span(f"  {room_words(self._draft)}", Hue.FAINT),), width)
        return (drawing.draw_draft(self._draft, self._names(), width), told)

    def _names(self) -> tuple[str, ...]:
        """Return the names to whom a line can be addressed."""
        return tuple(shown_name(person.name) for person in self.lobby.people)

    def spot(self) -> Spot:
        return super().spot() if self._draft is None else Spot("status")

    # Keys and pasted text

    def press(self, key: str) -> None:
        if self._draft is not None:
            self._write(self._draft, key)
        elif self.answer(key):
            pass
        elif key == "t":
            self._draft, self.lobby = "", lobbies.read(self.lobby)
            self.say("")
        elif key == "w":
            self._watch()
        elif key in self._news_told():
            self.choose(self._news.pop(key))
        elif key == "j" and self._invited:
            code, self._invited = self._invited, ""
            self.choose(JoinTable(0, code))
        elif key == "c":
            # Open the screen at once: the characters of the code may already be in the input.
            self.app.push_screen(QuestionScreen(self._palette, CODE, self._join))
        else:
            super().press(key)

    def on_paste(self, event: Paste) -> None:
        """Add a pasted text to the message being written."""
        if self._draft is not None:
            event.stop()
            self._draft = pasted(self._draft, event.text)
            self.redraw()

    def _write(self, draft: str, key: str) -> None:
        if key == "escape":
            self._draft = None
        elif key != "enter":
            self._draft = edited(draft, key, character_of(key))
        else:
            said = to_say(clean_text(draft, cells=2 * TEXT_CHARACTERS), self._names())
            self._draft = draft if isinstance(said, str) else ""
            if isinstance(said, str):
                self.say(said)
            elif said is not None:
                self.choose(said if isinstance(said, SayTo) else SayInLobby(0, said.text))
        self.redraw()

    def _watch(self) -> None:
        """Watch the chosen table; without one, that at which most people play."""
        table = self.listed() or lobbies.best_to_watch(self._entries)
        if self._full:
            self.choose(WatchTable(0, self._full))
        elif table is not None:
            self.choose(WatchTable(0, table.table))
        else:
            self.say_of_line(_("Nobody is playing at a table that can be watched."))

    def choose(self, choice: Choice) -> None:
        """Carry out a choice; a table without a vacant seat, or whose game is over, is watched instead of joined."""
        if choice is not Menu.REFRESH:
            self._full = ""
        table = self.listed()
        if table is not None and choice == JoinTable(0, table.table):
            gone = table.table == self.lobby.gone
            if gone and not lobbies.has_begun(table):
                self.say_of_line(_("This table no longer exists."))
                return
            if gone or (not table.yours and not table.vacant):
                choice = WatchTable(0, table.table)
        super().choose(choice)

    def _choose_line(self, place: int) -> None:
        """Choose another line; the line of a table that no longer exists is removed once it is left."""
        self._full = ""
        items = self.items()
        choice = items[place].choice
        if self.lobby.gone and choice != JoinTable(0, self.lobby.gone):
            self.lobby = lobbies.swept(self.lobby)
            self.keep(choice)
            place = self.chosen
        super()._choose_line(place)

    def listed(self) -> TableEntry | None:
        """Return the chosen table, or None if another line is chosen."""
        tables = self._entries
        return tables[self.chosen] if self.chosen < len(tables) else None

    def _chosen_choice(self) -> Choice:
        items = self.items()
        return items[min(self.chosen, len(items) - 1)].choice


def _writing_keys() -> tuple[PromptAnswer, ...]:
    """Return the keys for writing a message."""
    # Translators: a key that ends the writing of messages.
    done = pgettext("key", "done")
    return (PromptAnswer("Enter", _("say"), "enter"), PromptAnswer("Esc", done, "escape"))
