"""The lists on the screen, and what is done there: finished games, rankings, tournaments, people, keys."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import ClassVar, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui import lists
from chwech_tui.describe import as_sentence, host_words
from chwech_tui.drawing.line import cells, left, measure, right, wrap
from chwech_tui.drawing.panes import INSET, draw_foot_fan, draw_side_fan, draw_told
from chwech_tui.drawing.plan import Box
from chwech_tui.drawing.statistics import draw_ratings, draw_result
from chwech_tui.link import Conversation, Link
from chwech_tui.lists import Listing, Medium, short_key
from chwech_tui.model.form import Form
from chwech_tui.model.game import GAMES, ladder_words, title_of
from chwech_tui.model.ink import Hue, Line, Picture, Press, Span
from chwech_tui.model.lobby import Acquaintance, Lobby, acquaintances, place_words, reported_words, shown
from chwech_tui.model.people import provisional_words, shown_name
from chwech_tui.model.prompt import BACK, CHOOSE, MORE, PromptAnswer
from chwech_tui.model.question import Wish
from chwech_tui.model.replay import Reel, ReplayMove, board_of, fits, moved, took
from chwech_tui.screens.drawn import COPIED
from chwech_tui.screens.menu import MENU_WIDTH, TURNS, AskingScreen, Item, titled
from chwech_tui.screens.new_table import NewTournamentScreen
from chwech_tui.screens.question import QuestionScreen, ScreenQuestion, report_on, say_to
from chwech_tui.screens.sheet import OTHER_GAME, RecordScreen, StatisticsScreen
from chwech_tui.screens.surface import Part, Parts
from chwech_tui.theme import Palette
from protocol import people as persons
from protocol import tournaments
from protocol.archive import GameEntry, Games, ListGames, ReadRecord, ReadReplay, ReadStatistics, ReplayPart, Statistics
from protocol.language import N_, _, ngettext
from protocol.lobby import EnterLobby, LeaveLobby, Where
from protocol.messages import FromClient
from protocol.rating import Ladder, Rankings, ReadRankings
from protocol.table import TablePhase

C = TypeVar("C")

_GAP: Final = "  "
_ROOM: Final = MENU_WIDTH - 1  # The cells of a line of a list.


def laid(listing: Listing, width: int = _ROOM) -> tuple[str, list[str]]:
    """Return the headings and the rows of a list as lines; where they are too wide, columns that may be cut are."""
    columns, told = listing.on(Medium.SCREEN)
    headings, rows = [one.heading for one in columns], [[cell.replace(lists.GLUE, " ") for cell in row] for row in told]
    wide = [max(map(cells, column)) for column in zip(headings, *rows, strict=True)]
    over = sum(wide) + len(_GAP) * (len(wide) - 1) - width
    for place, one in enumerate(columns):
        cut = max(0, min(over, wide[place] - one.least)) if one.least else 0
        wide[place], over = wide[place] - cut, over - cut
    draw = [right if one.number else left for one in columns]
    head, *lines = [
        _GAP.join(put(cell, cell_width) for put, cell, cell_width in zip(draw, row, wide, strict=True)).rstrip()
        for row in (headings, *rows)
    ]
    return head, lines


_EMPTY_ROWS: Final = 13  # The height of an empty list, with its edges: a fan of cards stands in it.


class ListScreen(AskingScreen[C]):
    """A screen of one list or several; a subclass asks for what they tell, and does something about a line."""

    TITLE: ClassVar = ""
    HALVED = True

    def __init__(self, palette: Palette, link: Link) -> None:
        super().__init__(palette, link)
        self._items: tuple[Item[C], ...] = ()
        self._none = N_("Fetching the list…")
        self._told = False

    def show_lists(self, *found: tuple[Listing, Sequence[C]]) -> None:
        """Show lists, with what each of their lines stands for."""
        items = list[Item[C]]()
        for listing, meant in found:
            head, lines = laid(listing)
            items += [
                Item(choice, line, group=head or "".join(listing.title))
                for choice, line in zip(meant, lines, strict=True)
            ]
        self._items, self._none, self._told = tuple(items), "" if items else found[0][0].empty, True
        self.least_rows = 0 if items or (*self.about(),) else _EMPTY_ROWS
        self.redraw()

    def items(self) -> Sequence[Item[C]]:
        return self._items

    @property
    def picked(self) -> C | None:
        """What the chosen line stands for; None if there is no line."""
        return self._items[self.chosen].choice if self.chosen < len(self._items) else None

    def about(self) -> Iterable[str]:
        """Return what should be known about the list."""
        return ()

    def aside(self) -> str:
        """Return what stands beside the title."""
        return ""

    def heading(self) -> str:
        """Return the title of the screen."""
        return _(self.TITLE)

    def notes(self) -> Picture:
        """Draw what should be known about the list, each matter in a line of any length."""
        told = filter(None, (*self.about(), _(self._none) if self._none else ""))
        return tuple([(Span(text, Hue.DIM),) for text in told])

    def parts(self, width: int, height: int) -> Parts:
        parts = super().parts(width, height)
        if not self._told or "fan0" in parts:
            return parts
        box, strokes = parts["list"].box, self._palette.strokes
        fan = draw_foot_fan(box, len(self._laid(box.height)) + 1, strokes)
        fan = fan if self._items else draw_side_fan(box, max(map(measure, self._head(0)), default=0), strokes)
        return {**parts, **{name: Part(place, card) for name, place, card in fan}}

    def title_lines(self) -> Picture:
        wrapped = [row for line in self.notes() for row in wrap(line, MENU_WIDTH - 2, hang=0)]
        return (*titled(self.heading(), aside=self.aside()), *wrapped)

    def _head(self, rows: int) -> Picture:
        return () if self._has_aside else super()._head(rows)

    def detail(self, _width: int) -> tuple[str, Picture]:
        """Return the heading and the lines of what a wide screen tells beside the list."""
        return _("About"), ()

    def beside(self, box: Box) -> Parts:
        """Draw the details, what should be known about the list, and a fan of cards where there is room for it."""
        if not self._items:
            return {}
        inner = box.width - 2 * INSET
        heading, lines = self.detail(inner)
        notes = [row for line in self.notes() for row in ((), *wrap(line, inner, hang=0))]
        lines = (*lines, *(notes if lines else notes[1:]))
        told = draw_told(lines, box, self._palette.strokes, heading)
        return {name: Part(place, picture) for name, place, picture in told}

    def choose(self, choice: C) -> None:
        """Do nothing: most lists are there to be read, and letters act on their lines."""


class HistoryScreen(ListScreen[GameEntry]):
    """Lists the player's finished games, the newest first, with statistics."""

    TITLE = N_("Your finished games")
    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        CHOOSE,
        PromptAnswer("Enter", N_("score sheet"), "enter"),
        PromptAnswer("v", N_("replay"), "v"),
        PromptAnswer("e", N_("export"), "e"),
        PromptAnswer("s", N_("statistics"), "s"),
        PromptAnswer("a", N_("rankings"), "a"),
        MORE,
        BACK,
    )
    SPARE: ClassVar = ("e", "a", "s")
    ENDING_KEYS = frozenset({"escape", "q", "h"})

    def __init__(self, palette: Palette, link: Link, command: Callable[[str], str]) -> None:
        """Create the screen; ``command`` gives the one that prints the record of the game with a number."""
        super().__init__(palette, link)
        self._command = command
        self._games: tuple[GameEntry, ...] = ()
        self._statistics: dict[str, Statistics] = {}
        self._opening: GameEntry | None = None  # The game that was chosen last.

    def on_mount(self) -> None:
        self.converse(self._load())

    def _load(self) -> Conversation:
        news: Games = yield ListGames(0)
        self._games = news.games
        self.show_lists((lists.finished_games(news.games), news.games))
        for game in dict.fromkeys(entry.setup.game for entry in news.games):
            self._statistics[game] = yield ReadStatistics(0, "", game)
            self.redraw()

    def _say_unknown(self, entry: GameEntry) -> None:
        command = self._command(str(entry.game))
        self.say(_("No sheet for this game here. Its record: {command}", command=command))

    def about(self) -> Iterable[str]:
        return map(lists.statistics_words, self._statistics.values())

    def aside(self) -> str:
        return ngettext("{n} game", "{n} games", len(self._games)) if self._games else ""

    def detail(self, width: int) -> tuple[str, Picture]:
        one, strokes = self.picked, self._palette.strokes
        return (title_of(one.setup.game), draw_result(one, width, strokes)) if one else super().detail(width)

    def act(self, key: str) -> None:
        if key == "a":
            self.want(Wish.RANKINGS)
        elif key == "v" and self.picked:
            self.want(self.picked)
        elif key == "e" and self.picked:
            self.want(ReadRecord(0, self.picked.game))
        elif key == "s" and self._statistics:
            self.app.push_screen(StatisticsScreen(self._palette, self._games, tuple(self._statistics.values())))
        else:
            super().act(key)

    def choose(self, choice: GameEntry) -> None:
        """Open the score sheet of a game, which stands at the end of its replay."""
        self._opening, kind = choice, GAMES.get(choice.setup.game)
        if kind is None:
            self._say_unknown(choice)
        else:
            self.converse(self._open(choice, Reel(kind)), f"sheet {choice.game}")

    def _open(self, entry: GameEntry, reel: Reel) -> Conversation:
        """Show a score sheet once the end of its replay is known, unless another game was chosen meanwhile."""
        while reel.wanted is not None:
            part: ReplayPart = yield ReadReplay(0, entry.game, *reel.wanted)
            if self._opening is not entry:
                return
            if not fits(reel, part, entry):
                self._say_unknown(entry)
                return
            reel = moved(took(reel, reel.deal, part), ReplayMove.END)
        self.say("")
        self.app.push_screen(RecordScreen(self._palette, board_of(reel, entry), entry))


class RankingsScreen(ListScreen[str]):
    """Lists the players of one game after the other."""

    TITLE = N_("Rankings")
    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (CHOOSE, OTHER_GAME, PromptAnswer("m", N_("month, all time"), "m"), BACK)
    ENDING_KEYS = frozenset({"escape", "q", "a"})

    def __init__(self, palette: Palette, link: Link, ladders: Sequence[Ladder]) -> None:
        """Create the screen of these ladders, of which there is at least one."""
        super().__init__(palette, link)
        self._ladders = ladders
        self._place = 0
        self._known: dict[Ladder, Rankings] = {}
        self._month = False  # True while the rankings of the month are shown.

    def on_mount(self) -> None:
        self._turn_to(0)

    def _turn_to(self, place: int) -> None:
        self._place = place % len(self._ladders)
        ladder = self._ladders[self._place]
        if ladder in self._known:
            self._show(self._known[ladder])
        else:
            self.converse(self._read(ladder))

    def _read(self, ladder: Ladder) -> Conversation:
        self._known[ladder] = yield ReadRankings(0, ladder.game, ladder.ruleset)
        if ladder == self._ladders[self._place]:
            self._show(self._known[ladder])

    def _show(self, found: Rankings) -> None:
        players = found.of_month if self._month else found.players
        self.chosen = next((place for place, player in enumerate(players) if player.own), 0)
        shown = (lists.month if self._month else lists.rankings)(found), [player.name for player in players]
        winners = lists.winners(found), [one.name for one in found.winners]
        self.show_lists(shown, *[winners] * self._month)

    def about(self) -> Iterable[str]:
        return (lists.month_words() if self._month else provisional_words(),)

    def aside(self) -> str:
        return ", ".join((ladder_words(self._ladders[self._place]), *[_("this month")] * self._month))

    def detail(self, width: int) -> tuple[str, Picture]:
        known = self._known.get(self._ladders[self._place])
        players = () if known is None else known.of_month if self._month else known.players
        return _("Ratings"), draw_ratings(players, width, self._palette.strokes)

    def act(self, key: str) -> None:
        if key == "m":
            self._month = not self._month
        if key == "m" or key in TURNS:
            self._turn_to(self._place + TURNS.get(key, 0))
        else:
            super().act(key)


_SURE: Final = frozenset({"y", "enter"})
"""The keys that confirm what cannot be taken back, besides the one that asked for it; any other key cancels it."""


class TournamentsScreen(ListScreen[tournaments.TournamentEntry]):
    """Lists the tournaments; its result is the code of a table to go to, or an empty text."""

    TITLE = N_("Tournaments")
    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        CHOOSE,
        PromptAnswer("Enter", N_("open"), "enter"),
        PromptAnswer("n", N_("new"), "n"),
        PromptAnswer("r", N_("refresh"), "r"),
        BACK,
    )
    ENDING_KEYS = frozenset({"escape", "q", "u"})

    def __init__(self, palette: Palette, link: Link, form: Form, *, guest: bool = False) -> None:
        """Create the list, with the form for a table from which one for a tournament is made; a guest makes none."""
        super().__init__(palette, link)
        self._form = form
        self._guest = guest

    def on_screen_resume(self) -> None:
        """Ask for the list each time the screen becomes visible."""
        self.converse(self._load())

    def _load(self) -> Conversation:
        news: tournaments.Tournaments = yield tournaments.ListTournaments(0)
        self.show_lists((lists.tournaments(news.tournaments), news.tournaments))

    def about(self) -> Iterable[str]:
        return (as_sentence(lists.tournament_plan(self.picked)) if self.picked else "",)

    def act(self, key: str) -> None:
        if key == "r":
            self.converse(self._load())
        elif key == "n" and self._guest:
            self.say(_("Tournaments are for people with an account: go back with Esc, then k adds a key."))
        elif key == "n":
            form = NewTournamentScreen(self._palette, self._link, self._form)
            self.app.push_screen(form, lambda number: self._open(int(number)) if number else None)
        else:
            super().act(key)

    def choose(self, choice: tournaments.TournamentEntry) -> None:
        self._open(choice.number)

    def _open(self, number: int) -> None:
        """Open a tournament; a table that is chosen there closes this list, too."""

        def go(code: str | None) -> None:
            if code:
                self.dismiss(code)

        self.app.push_screen(TournamentScreen(self._palette, self._link, number), go)


class TournamentScreen(ListScreen[str]):
    """Shows one tournament; its result is the code of a table to go to, or an empty text."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        CHOOSE,
        PromptAnswer("Enter", N_("go to a table"), "enter"),
        PromptAnswer("←→", N_("round"), "right"),
        PromptAnswer("e", N_("enter or withdraw"), "e"),
        PromptAnswer("s", N_("start"), "s"),
        PromptAnswer("c", N_("cancel it"), "c"),
        PromptAnswer("r", N_("refresh"), "r"),
        BACK,
    )
    ENDING_KEYS = frozenset({"escape", "q"})

    def __init__(self, palette: Palette, link: Link, number: int) -> None:
        """Create the screen of the tournament with this number."""
        super().__init__(palette, link)
        self._number = number
        self._known: tournaments.TournamentShown | None = None
        self._invitation = ("", "")  # What was last said of an invitation, and the table to which it leads.

    def on_mount(self) -> None:
        self._do(tournaments.ReadTournament(0, self._number))

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

    def _do(self, command: FromClient) -> None:
        self.converse(self._show(command))

    def _show(self, command: FromClient) -> Conversation:
        """Do something about the tournament, and show what has become of it."""
        news: tournaments.TournamentShown = yield command
        before, self._known = self._known.round if self._known is not None else None, news
        tables = [(lists.round_tables(news), [one.table for one in news.tables])] if news.round else []
        self.show_lists((lists.standings(news), [""] * len(news.standings)), *tables)
        own = {standing.name for standing in news.standings if standing.you}
        if news.round != before:
            self.chosen = 0
            self.keep(*[one.table for one in news.tables if own & {*one.names}])
        words, code = self._invitation
        if not words:
            self.say("")
        elif any(one.table == code for one in news.tables):
            self._invitation = ("", "")
            self.keep(code)
            self.say(_("{invitation}: Enter goes there.", invitation=words))

    def invited(self, words: str, code: str) -> None:
        """Look again if a round has begun for the player, so that the way to their table is there."""
        self._invitation = (words, code)
        super().invited(words, code)
        self._do(tournaments.ReadTournament(0, self._number))

    def heading(self) -> str:
        return lists.tournament_title(self._known.tournament) if self._known is not None else super().heading()

    def notes(self) -> Picture:
        if self._known is None:
            return super().notes()
        plan = as_sentence(lists.tournament_plan(self._known.tournament))
        return ((Span(plan, Hue.DIM),), (Span(lists.tournament_state(self._known)),))

    def act(self, key: str) -> None:
        shown = self._known
        if shown is None:
            super().act(key)
        elif key in TURNS:
            there = shown.round + TURNS[key]
            if 0 < there <= shown.tournament.round:
                self._do(tournaments.ReadTournament(0, self._number, there))
        elif key == "e":
            self._do(tournaments.EnterTournament(0, self._number, entered=not shown.tournament.entered))
        elif key == "s" and shown.tournament.yours:
            self._do(tournaments.StartTournament(0, self._number))
        elif key == "c" and self._is_own():
            call_off = partial(self._do, tournaments.CancelTournament(0, self._number))
            self.ask(_("Cancel it? y cancels, Esc keeps it. Its tables play on."), call_off, _SURE | {"c"})
        elif key == "r":
            self._do(tournaments.ReadTournament(0, self._number, shown.round))
        else:
            super().act(key)

    def choose(self, choice: str) -> None:
        """Go to a table: to one's own seat there, or to watch."""
        if choice:
            self.dismiss(choice)


_NO_TABLE: Final = N_("You have no table to invite to: n in the lobby makes one.")


class Company(Struct, frozen=True):
    """What the list of people is made from, besides the contacts that the server keeps."""

    lobby: Lobby
    """The lobby; at a table, where its news are not told, only the people of the table."""
    own: str
    """The player's own name."""
    ignored: frozenset[str] = frozenset()
    """The names of the people whose chat is hidden."""
    table: str = ""
    """The code of the player's table; empty if there is none to invite to."""
    at_table: bool = False
    """True at a table, also for a spectator: who else is online is asked for once, when the list opens."""


class PeopleScreen(ListScreen[Acquaintance]):
    """Lists people; its result is the code of a table to watch, or an empty text."""

    TITLE = N_("People")
    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        CHOOSE,
        PromptAnswer("Enter", N_("invite"), "enter"),
        PromptAnswer("f", N_("friend"), "f"),
        PromptAnswer("w", N_("watch"), "w"),
        PromptAnswer("t", N_("say"), "t"),
        PromptAnswer("x", N_("ignore"), "x"),
        PromptAnswer("b", N_("block"), "b"),
        PromptAnswer("r", N_("report"), "r"),
        PromptAnswer("a", N_("rankings"), "a"),
        MORE,
        BACK,
    )
    SPARE: ClassVar = ("r", "b", "x", "a", "w", "t")
    ENDING_KEYS = frozenset({"escape", "q", "i"})

    def __init__(self, palette: Palette, link: Link, company: Company, hush: Callable[[frozenset[str]], None]) -> None:
        """Create the list; ``hush`` is called with the names of the people whose chat is hidden from now on."""
        super().__init__(palette, link)
        self._company = company
        self._hush = hush
        self._contacts: persons.Contacts | None = None
        self._online = Lobby()

    def on_mount(self) -> None:
        self.show(self._company)
        self.converse(self._contact(persons.ListContacts(0)))
        if self._company.at_table:
            self.converse(self._look())
            self._link.ask(LeaveLobby)

    def show(self, company: Company) -> None:
        """Show a new state; the chosen person stays chosen."""
        before, self._company = self.picked, company
        known = acquaintances(self._lobby(), company.ignored, company.own, self._contacts)
        self.show_lists((lists.people(known, company.ignored, away=company.at_table), known))
        names = [one.name for one in known]
        self.chosen = names.index(before.name) if before is not None and before.name in names else self.chosen
        self.redraw()

    def _lobby(self) -> Lobby:
        """Return the lobby; at a table, the people there and those who were online when the list was opened."""
        here, online = self._company.lobby, self._online
        if not self._company.at_table:
            return here
        known = {person.name: person for person in (*here.people, *online.people)}
        known.update({person.name: person for person in here.people})
        return replace(online, people=tuple(known.values()))

    def _look(self) -> Conversation:
        self._online = shown((yield EnterLobby(0)))
        self.show(self._company)

    def _contact(self, command: FromClient) -> Conversation:
        """Do something about the contacts, and show what has become of them."""
        news: persons.Contacts = yield command
        before, self._contacts = self._contacts, news
        blocked = frozenset(map(shown_name, news.blocked))
        freed = frozenset(map(shown_name, before.blocked)) - blocked if before is not None else frozenset()
        hidden = (self._company.ignored | blocked) - freed
        # Blocking someone also ignores them, which hides what they have already said.
        if hidden == self._company.ignored:
            self.show(self._company)
        else:
            self._hush(hidden)

    def detail(self, width: int) -> tuple[str, Picture]:
        one = self.picked
        return (one.name, ((Span(place_words(one, away=self._company.at_table)),),)) if one else super().detail(width)

    def about(self) -> Iterable[str]:
        if not self._items:
            return ()
        return (
            _("t: say something to one person only."),
            _("x: ignore, or hear again. You don't hear them until you leave."),
            _("b: block or unblock. You won't see, hear or be invited by each other."),
            _("f: add as a friend. They aren't notified; you see when they're online."),
            _("r: report to those who run the server."),
        )

    def aside(self) -> str:
        number = self._lobby().online
        return ngettext("{n} online", "{n} online", number) if number else ""

    def act(self, key: str) -> None:
        chosen = self.picked
        if key == "a":
            self.want(Wish.RANKINGS)
        elif key in {"f", "v", "w", "t", "x", "b", "r"}:
            self.say("")
            if chosen is not None:
                self._do(key, chosen)
        else:
            super().act(key)

    def choose(self, choice: Acquaintance) -> None:
        """Invite a person: the friendliest of what can be done about them."""
        self.act("v")

    def _do(self, key: str, chosen: Acquaintance) -> None:
        """Do what a key does about a person."""
        name, ignored = chosen.name, self._company.ignored
        match key:
            case "f":
                self.converse(self._contact(persons.SetFriend(0, name, not chosen.friend)))
            case "v":
                self._invite(chosen)
            case "w":
                self._watch(chosen)
            case "r":
                self._write(report_on(name), partial(persons.ReportPerson, name=name), reported_words(name))
            case "t":
                self._write(say_to(name), partial(persons.SayTo, name=name), _("Only {name} will see it.", name=name))
            case "x" if name in ignored:
                self._hush(ignored - {name})
            case "x":
                asked = _("Ignore {name}? y ignores, any other key goes back.", name=name)
                self.ask(asked, lambda: self._hush(self._company.ignored | {name}))
            case _ if chosen.blocked:
                self.converse(self._contact(persons.SetBlocked(0, name, blocked=False)))
            case _:
                asked = _("Block {name}? y blocks, any other key goes back.", name=name)
                self.ask(asked, lambda: self.converse(self._contact(persons.SetBlocked(0, name))))

    def _invite(self, chosen: Acquaintance) -> None:
        if not self._company.table:
            self.say(_(_NO_TABLE))
            return
        if chosen.person is not None and chosen.person.table == self._company.table:
            self.say(_("{name} is at your table already.", name=chosen.name))
            return
        # Whether they hear of it is not known.
        told = _("{name} sees your invitation if they are online.", name=chosen.name)
        if chosen.person is not None:
            told = _("{name} is invited to your table.", name=chosen.name)
        self.converse(self._send(persons.Invite(0, chosen.name, self._company.table), told))

    def _write(
        self, question: ScreenQuestion, make: Callable[..., persons.SayTo | persons.ReportPerson], thanks: str
    ) -> None:
        """Ask for a line to a person or about them, and send it."""

        def send(text: str | None) -> None:
            if text:
                self.converse(self._send(make(0, text=text), thanks))

        self.app.push_screen(QuestionScreen(self._palette, question), send)

    def _send(self, command: FromClient, thanks: str) -> Conversation:
        yield command
        self.say(thanks)

    def _watch(self, chosen: Acquaintance) -> None:
        """Leave the list to watch a person's table; from a table of one's own, one leaves that first."""
        person = chosen.person
        if person is None or not person.table or person.where not in {Where.TABLE, Where.WATCHING}:
            self.say(_("{name} is not at a listed table.", name=chosen.name))
        elif self._company.table and self._company.at_table:
            self.say(_("Leave this table first, with q; then watch from the lobby."))
        else:
            self.dismiss(person.table)


LOOK_SECONDS: Final = 3.0  # Seconds between two looks whether the key has come for which a code is shown.


class SshKeysScreen(ListScreen[persons.KeyEntry]):
    """Lists the keys of the player's account."""

    TITLE = N_("Your SSH keys")
    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        CHOOSE,
        PromptAnswer("a", N_("add a key"), "a"),
        PromptAnswer("n", N_("name"), "n"),
        PromptAnswer("x", N_("revoke"), "x"),
        BACK,
    )
    ENDING_KEYS = frozenset({"escape", "q"})

    def __init__(self, palette: Palette, link: Link, command: Callable[[str], str], *, guest: bool) -> None:
        super().__init__(palette, link)
        self._command = command
        self._guest = guest
        self._keys: tuple[persons.KeyEntry, ...] = ()
        self._code: persons.KeyCode | None = None

    def on_mount(self) -> None:
        self._do(persons.ListKeys(0))
        self.set_interval(LOOK_SECONDS, self._look_again)

    def _do(self, command: FromClient) -> None:
        self.converse(self._show(command))

    def _show(self, command: FromClient) -> Conversation:
        """Do something about the keys, and show them, or the code for another one."""
        news: persons.Keys | persons.KeyCode = yield command
        if isinstance(news, persons.KeyCode):
            self._code = news
            self.say("")
        else:
            self._show_keys(news.keys)

    def _show_keys(self, keys: tuple[persons.KeyEntry, ...]) -> None:
        """Show the keys; once the key is there for which a code was shown, the code is done with."""
        come = self._code is not None and len(keys) > len(self._keys)
        changed, self._keys = keys != self._keys, keys
        self.show_lists((lists.keys(keys), keys))
        if come:
            self._code = None
            self.say(_("Key added."))
        elif changed:
            self.say("")

    def _look_again(self) -> None:
        """Ask whether the key has come for which a code is shown: it comes from another device."""
        if self._code is not None and self._question is None:
            self._do(persons.ListKeys(0))

    def about(self) -> Iterable[str]:
        if self._guest and not self._keys:
            return (_("Guests are forgotten. Add a key to keep your name (ssh-keygen makes one)."),)
        return (_("Each of these keys opens your account. ssh-keygen -lf prints a key's fingerprint."),)

    def notes(self) -> Picture:
        if self._code is None:
            return super().notes()
        told = ngettext(
            "On the device that has the other key, type this within {n} minute; it works once (c copies it):",
            "On the device that has the other key, type this within {n} minutes; it works once (c copies it):",
            max(1, self._code.seconds // 60),
        )
        command = self._command(self._code.code)
        shown: Line = (Span(f"  {command}", Hue.ACCENT, aim=Press("c")),)
        how = host_words(command)
        return (*super().notes(), (), (Span(told),), shown, *([(Span(f"  {how}", Hue.DIM),)] if how else []))

    def act(self, key: str) -> None:
        match key:
            case "c" if self._code is not None:
                self.app.copy_to_clipboard(self._command(self._code.code))
                self.say(_(COPIED))
            case "a":
                self._do(persons.OfferKey(0))
            case "n" if self.picked:
                self._ask_name(self.picked.key)
            case "x" if self.picked:
                self._revoke(self.picked)
            case _:
                super().act(key)

    def _revoke(self, entry: persons.KeyEntry) -> None:
        """Ask for confirmation, because a revocation is irreversible."""
        last = len(self._keys) == 1
        asked = [_("Revoke {key}? y revokes it, Esc keeps it.", key=short_key(entry.key))]
        asked += [_("You are here with it.")] * entry.current
        asked += [_("It is your last: nobody can come back to this account then.")] * last
        self.ask(" ".join(asked), partial(self._do, persons.RevokeKey(0, entry.key, last)), _SURE | {"x"})

    def _ask_name(self, key: str) -> None:
        """Ask for the name of a key, and send it."""

        def words() -> Picture:
            return ((Span(_("A name for this key?"), Hue.STRONG), Span(f"  {short_key(key)}", Hue.DIM)),)

        def send(name: str | None) -> None:
            if name:
                self._do(persons.NameKey(0, key, name))

        self.app.push_screen(QuestionScreen(self._palette, ScreenQuestion(words)), send)
