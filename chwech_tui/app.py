"""The client's app: carries out what the player asks for on its screens, over one link to a server."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from traceback import extract_tb
from typing import ClassVar, Final

from msgspec.structs import replace
from textual.binding import Binding, BindingType

from chwech_tui import errand as errands
from chwech_tui.link import Asker, Conversation, Route
from chwech_tui.lists import every_ladder
from chwech_tui.model.board import fresh
from chwech_tui.model.commands import LEAVE_KEY
from chwech_tui.model.course import Course, puzzles_of
from chwech_tui.model.form import Form, arrangement_of, as_remembered, blank_form, remembered, setup_of, with_game
from chwech_tui.model.game import GAMES, ShownGame
from chwech_tui.model.lesson import Lesson
from chwech_tui.model.puzzle import SEEKING, Kept, noted, puzzle_due, search, with_solved
from chwech_tui.model.question import Wish
from chwech_tui.model.settings import Coach
from chwech_tui.rooms import Rooms
from chwech_tui.screens.daily import DailyScreen
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.screens.home import Choice, Menu, NewTableOf
from chwech_tui.screens.lesson import LessonScreen
from chwech_tui.screens.lists import HistoryScreen, RankingsScreen, SshKeysScreen, TournamentsScreen
from chwech_tui.screens.menu import MenuScreen
from chwech_tui.screens.new_table import GamesScreen, NewTableScreen
from chwech_tui.screens.question import RENAME, ExportScreen, QuestionScreen
from chwech_tui.screens.replay import LookedBack, ReplayScreen
from chwech_tui.screens.sheet import GoneScreen, LogScreen, PilesScreen
from chwech_tui.screens.table import TableScreen
from chwech_tui.theme import Palette
from games.registry import GAMES as KNOWN
from protocol.archive import GameEntry, ReadRecord
from protocol.language import _
from protocol.lobby import NewsItem, NewsKind
from protocol.message import Seat
from protocol.messages import FromClient, JoinTable, LeaveTable, OpenTable, Welcome
from protocol.people import Rename
from protocol.rating import Ladder
from protocol.setup import Setup
from protocol.table import Resign

_AT_ONCE: Final = frozenset({Menu.REFRESH, Menu.SETTINGS, Menu.LEARN, Menu.QUIT})
"""The choices that need no server; any other that comes before the server has answered waits for that."""


class _Ending(Exception):
    """Raised if the app ends while suspended: the terminal stays as it is, and Textual does not resume reading it."""


class ChwechApp(Rooms):
    """The client: a link to a server whose news are heard, and screens whose wishes are carried out."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave", show=False, priority=True),
        # Over SSH it does nothing: the driver there cannot be suspended.
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(self, door: Route, errand: errands.Errand, palette: Palette) -> None:
        super().__init__(door, errand, palette)
        self.fault: Exception | None = None  # The exception that ended the app, if any.
        self._reviews: Kept = {}  # What searches for puzzles were answered.
        self._asker = Asker(self._link, self.set_timer, self._remark)
        self.keep_copy: Callable[[str, str], str] | None = None
        """Writes a text to a new file at a path and returns the absolute path; None without files, as over SSH."""

    @property
    def parting_words(self) -> str:
        """The text printed on the terminal after the app has ended."""
        return self._visit.parting_words

    # Start and end

    def on_mount(self) -> None:
        """Connect, unless the connection was started before the screens."""
        self.hold_curtain()
        if not self._link.started:
            self.connect()
        errand = self._visit.errand
        if isinstance(errand, errands.Greet | errands.Join) and errand.learn:
            self.learn(self._leave_course)
        if isinstance(errand, errands.Greet | errands.Join) and errand.daily:
            self._show_day()

    def connect(self) -> None:
        """Start the conversation with the server; messages that arrive before the screens exist are queued."""
        self._link.start()

    async def disconnect(self) -> None:
        """Close the connection."""
        await self._link.stop()

    async def on_unmount(self) -> None:
        """Close the connection."""
        await self.disconnect()

    @contextmanager
    def step_aside(self) -> Iterator[None]:
        """Leave the terminal to another program; the event loop keeps running, and nothing may be drawn meanwhile."""
        with suppress(_Ending), self.batch_update(), self.suspend():
            self.aside = True
            yield
            self.aside = False
            if not self.is_running:
                raise _Ending

    def action_leave(self) -> None:
        """Treat Ctrl-C as the leave key of a table; elsewhere, end the app."""
        if isinstance(self.screen, TableScreen):
            self.screen.press(LEAVE_KEY)
        else:
            self.end(0)

    def give_up(self, fault: Exception, *, heard: bool = False) -> None:
        """End the app and report a fault in one line; ``heard`` if it follows from a message of the server."""
        self.fault = fault
        place = extract_tb(fault.__traceback__)[-1]
        words = (
            _("The server sent something that this client cannot understand ({fault} in {file}, line {line}).")
            if heard
            else _("This client has a fault ({fault} in {file}, line {line}). Games on a server are kept.")
        )
        self._visit.parting_words = words.format(
            fault=type(fault).__name__, file=Path(place.filename).name, line=place.lineno
        )
        self.end(1)

    def _fatal_error(self) -> None:
        """End in the same way if the fault occurs later, for example while drawing."""
        if self._exception is not None:
            self.give_up(self._exception)
        self._close_messages_no_wait()

    # News of the link

    def on_rooms_heard(self, message: Rooms.Heard) -> None:
        """Handle news of the link, unless the screens are already gone."""
        if not self.screen_stack:
            return
        try:
            if not self._asker.answered(message.news):
                self.hear(message.news)
        except Exception as fault:  # noqa: BLE001  # no message of a server may crash the client
            self.give_up(fault, heard=True)
            return
        if not isinstance(message.news, Welcome):
            self.raise_curtain()

    # What the player wants

    def on_drawn_screen_wanted(self, message: DrawnScreen.Wanted) -> None:
        """Do what the player wants: the rules of a setup, the replay of a game, a table as in a form, and so on."""
        match message.what:
            case Wish.RANKINGS:
                self._show_rankings()
            case Wish() as wish:
                self._fulfil(wish)
            case Setup() as setup:
                self.open_rules([setup])
            case GameEntry() as game:
                self._replay(game)
            case ReadRecord(game=number):
                self._export(number)
            case Form() as form:
                self._make_table_of(form)
            case choice:
                self._choose(choice)

    def _fulfil(self, wish: Wish) -> None:
        """Carry out a wish that the table screen cannot carry out itself."""
        screen = self.table
        if screen is None:
            return
        board, table, push = screen.board, screen.board.table, self.push_screen
        setup = table.setup if table is not None else self._visit.order.setup
        code, seated = (table.table, table.viewer is not None) if table is not None else ("", False)
        alone = isinstance(self._visit.errand, errands.PlayNow)
        ways: dict[Wish, Callable[[], object]] = {
            Wish.RULES: lambda: self.open_rules([setup]),
            Wish.PILES: lambda: push(PilesScreen(self._palette, board)),
            Wish.COUNT: lambda: push(GoneScreen(self._palette, board)),
            Wish.LOG: lambda: push(LogScreen(self._palette, board)),
            Wish.SETTINGS: self.open_settings,
            Wish.DAY: partial(self._to_day, screen),
            Wish.REPLAY: partial(self._replay, code),
            Wish.REVIEW: partial(self._replay, code, looks_back=True),
            Wish.PUZZLES: partial(self._seek_puzzles, code),
            Wish.FRIENDS: self.list_people,
            Wish.LEARN: lambda: self.learn(lambda _game: None, board.kind),
            Wish.JOIN: lambda: self.move(board.invitation, code if seated else ""),
            Wish.AGAIN: partial(self._play_again, screen),
            Wish.GONE: partial(self.end, 0) if alone else self.come_home,
            Wish.LEAVE: partial(self._leave, screen),
        }
        ways[wish]()

    def _play_again(self, screen: TableScreen) -> None:
        table = screen.board.table
        if screen.board.daily is not None:
            self._to_day(screen)
        elif table is not None:
            self._link.ask(LeaveTable)
            screen.take(fresh(screen.board))
            setup = replace(table.setup, first_dealer=Seat(0))
            order = replace(self._visit.order, setup=setup, arrangement=table.arrangement)
            self._link.ask(lambda number: replace(order, id=number))

    def _to_day(self, screen: TableScreen) -> None:
        """Go from a table to the deal of the day, even where the program would end with the table."""
        if screen.board.parted:
            self._leave(screen)
        else:
            self._link.ask(LeaveTable)
            self.come_home()
        self._show_day()

    def _leave(self, screen: TableScreen) -> None:
        if isinstance(self._visit.errand, errands.PlayNow):
            if screen.board.is_on:
                self._visit.parting_words = errands.kept_words(self._visit.errand.data)
            self.end(0)
            return
        if screen.board.parted:
            self._link.begin_anew()
            self._preferences.begin_anew()
            self.come_home().say(_("Connecting…"), busy=True)
            self.connect()
            return
        self._link.ask(LeaveTable)
        self.come_home()

    # Choices of the home menu

    def _choose(self, choice: Choice) -> None:
        """Carry out a choice from the home menu; most wait until the server has answered.

        It is ignored if an earlier key has already opened another screen: several keys may arrive at once.
        """
        home = self.home
        if choice is Menu.REFRESH:
            self.alerts.wait("")
        elif self.screen is not home:
            return
        if home is not None and self._visit.welcome is None and choice not in _AT_ONCE:
            home.early = choice
            return
        if home is not None and choice is not Menu.REFRESH:
            home.say("")
        if isinstance(choice, Menu):
            self._open(choice)
        else:
            self._request(choice)

    def _open(self, choice: Menu) -> None:
        visit, push = self._visit, self.push_screen
        pages: dict[Menu, Callable[[], object]] = {
            Menu.NEW_TABLE: self._offer_new_table,
            Menu.KEYS: self._show_keys,
            Menu.HISTORY: lambda: push(
                HistoryScreen(self._palette, self._link, partial(errands.record_command, visit.errand))
            ),
            Menu.DAILY: self._show_day,
            Menu.LEARN: lambda: self.learn(self._leave_course, self._aimed),
            Menu.PUZZLES: self._show_puzzles,
            Menu.PEOPLE: self.list_people,
            Menu.TOURNAMENTS: self._list_tournaments,
            Menu.RENAME: lambda: push(QuestionScreen(self._palette, RENAME, lambda name: self._link.ask(Rename, name))),
            Menu.SETTINGS: self.open_settings,
            Menu.QUIT: partial(self.end, 0),
            Menu.RULES: partial(self.open_rules, visit.setups),
            Menu.COACH: self._go_to_coach,
            Menu.QUICK_GAME: self._go_quickly,
            Menu.GAMES: self._tick_games,
            Menu.REFRESH: self.look if visit.welcome is not None else lambda: None,
        }
        pages[choice]()

    def _request(self, choice: FromClient | NewsItem | NewTableOf | errands.Join) -> None:
        """Send the server the request for a choice, or open the form of a new table."""
        match choice:
            case NewTableOf(title=title):
                self._offer_new_table(title)
            case errands.Join(place=place):
                self.onward = place
                self.end(0)
            case NewsItem():
                self._see(choice)
            case JoinTable(table=code):
                self.join(code)
            case _:
                self._link.ask(lambda number: replace(choice, id=number))
                if isinstance(choice, Resign):
                    self.look()

    def _see(self, item: NewsItem) -> None:
        """Go where a piece of news leads."""
        match item.kind:
            case NewsKind.BEATEN:
                self._show_day(item.day)
            case NewsKind.RANKED:
                self._show_rankings(Ladder(item.game, item.ruleset))
            case NewsKind.OVER:
                self._replay(item.table)
            case _ if item.table:
                self.join(item.table)
            case _:
                self._list_tournaments()

    def _go_quickly(self) -> None:
        self._visit.hurried = self._link.ask(partial(self._visit.quick, self.settings.games))

    def _tick_games(self) -> None:
        if self._visit.offers:
            keep = partial(self._preferences.change, "games")
            self.push_screen(GamesScreen(self._palette, self._visit.offers, self.settings.games, keep))

    def _list_tournaments(self) -> None:
        if self._visit.offers:
            form = blank_form(self._visit.offers, KNOWN)
            screen = TournamentsScreen(self._palette, self._link, form, guest=self._visit.is_guest)
            # Who has a seat at the table comes back to it instead of watching.
            self.push_screen(screen, self.go_watching)

    def _offer_new_table(self, title: str = "") -> None:
        """Open the form as it was filled last, for the game of a title if one is given."""
        if self._visit.offers:
            form = blank_form(self._visit.offers, KNOWN, shared=self._visit.remote is not None)
            form = replace(as_remembered(form, self.settings.made), coach=self.settings.coach)
            self.push_screen(
                NewTableScreen(self._palette, form if title in {"", form.game} else with_game(form, title))
            )

    def _leave_course(self, game: str | None) -> None:
        """Play the game that the course was about, if the person wants to."""
        if game and self._visit.welcome is not None:
            self._play_with_coach(Setup(game, 0))

    @property
    def _aimed(self) -> ShownGame | None:
        """The game that is chosen in the menu; None if there is none."""
        return GAMES.get(self.home.chosen_game) if self.home is not None else None

    # Puzzles

    def _show_puzzles(self) -> None:
        """Show the puzzle of the day, and after it, or if it was solved, one's own mistakes."""
        due = puzzle_due(time.time(), self.settings)
        if due is not None:
            self._ask_puzzles((due,))
        else:
            self._seek_puzzles()

    def _ask_puzzles(self, puzzles: tuple[Lesson, ...]) -> None:
        """Show puzzles, and note those that are solved; Enter at their end looks for more."""

        def moved(course: Course) -> None:
            if course.reply is not None and course.reply.good:
                self._preferences.note(with_solved(self.settings, course.lesson.mark))

        course = puzzles_of(puzzles, GAMES)
        screen = LessonScreen(self._palette, self._link, course, self.settings, moved)
        self.push_screen(screen, lambda game: self._seek_puzzles() if game else None)

    def on_looked_back(self, message: LookedBack) -> None:
        """Note what was given away in a game that was reviewed, or ask for one's own mistakes in it."""
        if message.parts and self.screen_stack:
            self._preferences.note(noted(self.settings, message.entry, message.parts))
        elif self.screen_stack:
            self._seek_puzzles(message.entry.table)

    def _seek_puzzles(self, table: str = "") -> None:
        """Look for one's own mistakes, in the game of a table or in the newest ones."""
        self._remark(_(SEEKING), busy=True)
        self._asker.begin(f"puzzles {table}", self._seek(self.screen, table))

    def _seek(self, seeker: object, table: str) -> Conversation:
        """Show the puzzles that are found, unless the player has gone elsewhere meanwhile."""
        puzzles, why, notes = yield from search(self.settings, self._reviews, table)
        self._preferences.note(notes)
        self._remark(why and _(why))
        if puzzles and self.screen is seeker:
            self._ask_puzzles(puzzles)

    def _remark(self, words: str, *, busy: bool = False) -> None:
        """Say something on the screen that is open."""
        match self.screen:
            case TableScreen() as screen:
                screen.take(replace(screen.board, notice=words))
            case MenuScreen() as screen:
                screen.say(words, busy=busy and bool(words))
            case ReplayScreen() as screen:
                screen.say(words)

    def _go_to_coach(self) -> None:
        """Go on with the unfinished game that has the coach, or open a table with him."""
        code, aimed = self.home.coached if self.home is not None else "", self._aimed
        if aimed is not None:
            self._play_with_coach(Setup(aimed.game.name, 0))
        elif code:
            self.join(code)
        else:
            self._play_with_coach(self._visit.order.setup)

    def _play_with_coach(self, setup: Setup) -> None:
        """Open a table with the coach, which nobody finds by chance; no players stand for the usual number."""
        order = replace(self._visit.order, setup=self._visit.completed(setup))
        self.sit_down(Coach.ON)
        hidden = replace(order, arrangement=replace(order.arrangement, listed=False))
        self._link.ask(lambda number: replace(hidden, id=number))

    def _show_day(self, day: str = "") -> None:
        if not isinstance(self.screen, DailyScreen):
            self.push_screen(DailyScreen(self._palette, self._link, day=day))

    def _show_keys(self) -> None:
        """Show the SSH keys of the player's account; an offline game has none."""
        if self._visit.remote is not None:
            command = partial(errands.key_command, self._visit.remote)
            self.push_screen(SshKeysScreen(self._palette, self._link, command, guest=self._visit.is_guest))

    # Finished games, new tables, answers

    def _replay(self, game: GameEntry | str, *, looks_back: bool = False) -> None:
        if not isinstance(self.screen, ReplayScreen):
            self.push_screen(ReplayScreen(self._palette, self._link, game, looks_back=looks_back))

    def _export(self, game: int) -> None:
        """Open the screen that saves a record, or that shows the command which fetches it."""
        command = errands.record_command(self._visit.errand, str(game))
        if not isinstance(self.screen, ExportScreen):
            self.push_screen(ExportScreen(self._palette, self._link, game, command, self.keep_copy))

    def _show_rankings(self, first: Ladder | None = None) -> None:
        """Show the rankings, with the one that is wanted first."""
        known = every_ladder(self._visit.offers.values())
        at = known.index(first) if first in known else 0
        if known and not isinstance(self.screen, RankingsScreen):
            self.push_screen(RankingsScreen(self._palette, self._link, (*known[at:], *known[:at])))

    def _make_table_of(self, form: Form) -> None:
        """Open the table that a form describes; a second message from the same form is ignored."""
        if not isinstance(self.screen, NewTableScreen):
            return
        self._preferences.change("made", remembered(replace(form, coach=Coach.FIRST)))
        self.pop_screen()
        self.sit_down(form.coach)
        self._link.ask(OpenTable, setup_of(form), form.bots, form.pace, arrangement=arrangement_of(form))
