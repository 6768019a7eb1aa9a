"""The screens between which the player goes: the home menu, the table, and what lies on top of them."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace
from textual.app import App
from textual.screen import Screen

from chwech_tui.errand import Greet, Join, Move, Visit, server_name
from chwech_tui.games.registry import GAMES
from chwech_tui.link import Identity, Link
from chwech_tui.model.board import Board, greeted, invited, remarked
from chwech_tui.model.lobby import Lobby, greeting_lines, title_words
from chwech_tui.model.settings import Settings, Switch, has_coach, with_coach, without_coach
from chwech_tui.screens.table import TableScreen
from chwech_tui.theme import Palette
from protocol.language import _
from protocol.lobby import Person, Where
from protocol.messages import JoinTable, WatchTable
from protocol.setup import Setup

if TYPE_CHECKING:
    from chwech_tui.model.course import Course
    from chwech_tui.screens.home import WelcomeScreen
    from chwech_tui.screens.lesson import LessonScreen
    from chwech_tui.screens.lists import Company
    from chwech_tui.screens.lobby import LobbyScreen


class Rooms:
    """The screens of one app; screens that are rarely seen are imported when they are opened."""

    def __init__(
        self, app: App[int], palette: Palette, link: Link, visit: Visit, change: Callable[[str, str], None]
    ) -> None:
        """Create no screen yet; ``change`` is called with the name and the value of a setting that is to be another."""
        self._app = app
        self.palette = palette
        """What the terminal can show."""
        self._link = link
        self._visit = visit
        self._change = change
        self.home: WelcomeScreen | LobbyScreen | None = None
        """The home menu; None until it is needed."""
        self.table: TableScreen | None = None
        """The table screen; None while the player is at no table."""
        self.ignored: frozenset[str] = frozenset()
        """The names of the people whose chat is hidden."""
        self.settings = Settings()
        """What the player has set."""
        self._coached = False
        self._lesson: LessonScreen | None = None
        self._place_kept_at = 0.0

    def repaint(self, palette: Palette) -> None:
        """Open screens in another look from now on; those that are open are the app's."""
        self.palette = palette

    def first(self) -> Screen[str]:
        """Return the first screen; none lies below it, because each screen costs time and memory."""
        match self._visit.errand:
            case Greet():
                return self._make_home(_("Starting…"))
            case Join(table="", place=place):
                return self._make_home(_("Connecting to {place}…", place=server_name(place)))
        return self._make_table()

    def _make_home(self, words: str) -> "WelcomeScreen | LobbyScreen":
        """Create the home menu: the lobby of a server, or the welcome screen of an offline game."""
        remote = self._visit.remote
        if remote is not None:
            from chwech_tui.screens.lobby import LobbyScreen

            self.home = LobbyScreen(self.palette, remote.place, self.join)
            self.home.ignore(self.ignored)
        else:
            from chwech_tui.screens.home import WelcomeScreen

            self.home = WelcomeScreen(self.palette)
        self.home.know_coached(self.settings.coached)
        self.home.say(words, busy=True)
        self.introduce()
        return self.home

    def _make_table(self) -> TableScreen:
        """Create an empty table screen, to be filled by the server's first view."""
        self.table = TableScreen(self.palette, self._link)
        board = Board(ignored=self.ignored, settings=self._settings_here)
        self.table.board = greeted(board, self._visit.name, self._visit.without_hints)
        return self.table

    def join(self, code: str) -> int:
        """Ask for a seat at a table, and return the id of the request."""
        self._visit.sought = code
        return self._link.ask(JoinTable, code)

    def move(self, code: str, before: str) -> None:
        """Ask for a seat at another table; the player leaves the one before once they are there."""
        self._visit.move = Move(self.join(code), code, before)

    def sit_down(self, *, coached: bool = False) -> None:
        """Open an empty table screen, with the coach if wanted, else as the settings say."""
        self._coached = coached
        self._app.push_screen(self._make_table())

    @property
    def _settings_here(self) -> Settings:
        """The settings where the player is; a table may have the coach whatever they say."""
        coached = self._coached and self.table is not None
        return replace(self.settings, coach=Switch.ON) if coached else self.settings

    def learn(self, then: Callable[[str | None], None]) -> None:
        """Open the course where it was left, else at its beginning; ``then`` is told how it was left this time."""
        from chwech_tui.model.course import Course, place_to_keep
        from chwech_tui.screens.lesson import LessonScreen

        def keep(course: Course, *, leaves: bool) -> None:
            now = asyncio.get_running_loop().time()
            place = place_to_keep(course, self.settings.course, now - self._place_kept_at, leaves=leaves)
            if place is not None:
                self._place_kept_at = now
                self._change("course", place)

        def left(game: str | None) -> None:
            keep(screen.course, leaves=True)
            self._lesson = None
            then(game)

        screen = self._lesson = LessonScreen(
            self.palette, self._link, self._course, self.settings, partial(keep, leaves=False)
        )
        self._app.push_screen(screen, left)

    @property
    def _course(self) -> "Course":
        from chwech_tui.model.course import course_at

        return course_at(self.settings.course, tuple(GAMES.values()))

    def come_home(self) -> "WelcomeScreen | LobbyScreen":
        """Return from the table screen to the home menu."""
        table, self.table = self.table, None
        home = self.home
        shown = table.board.table if table is not None else None
        if shown is not None and home is not None:
            home.left_table(shown.table)
        if home is None:
            # Textual cannot pop the first screen of an app: an empty table stays below, hidden.
            home = self._make_home("")
            self._app.push_screen(home)
            return home
        while table in self._app.screen_stack:
            # Pages may lie on top of the table.
            self._app.pop_screen()
        return home

    def introduce(self) -> None:
        """Show the player's own name in the lobby and at the table."""
        from chwech_tui.screens.lobby import LobbyScreen

        welcome = self._visit.welcome
        if welcome is None:
            return
        if self.table is not None:
            self.table.take(greeted(self.table.board, welcome.name, self._visit.without_hints))
        if isinstance(self.home, LobbyScreen):
            self.home.introduce(welcome.name, guest=welcome.guest)
            self.home.greet(title_words(welcome), greeting_lines(welcome))
        elif self.home is not None:
            self.home.offer(self._visit.offers)

    def tell_invitation(self, words: str, code: str) -> None:
        """Tell the player of an invitation to a table, where they are: at another table or in the lobby."""
        from chwech_tui.screens.lobby import LobbyScreen

        if self.table is not None:
            self.table.take(invited(self.table.board, words, code))
        elif isinstance(self.home, LobbyScreen):
            self.home.invite(words, code)

    def tell_notice(self, words: str) -> None:
        """Tell the player what those who run the server say: at a table in the log, else on the home screen."""
        if self.table is not None:
            self.table.take(remarked(self.table.board, words))
        elif self.home is not None:
            self.home.say(words)

    def ignore(self, names: frozenset[str]) -> None:
        """Set the people whose chat is hidden, in the lobby and at the table."""
        from chwech_tui.screens.lobby import LobbyScreen

        self.ignored = names
        if self.table is not None:
            self.table.take(replace(self.table.board, ignored=names))
        if isinstance(self.home, LobbyScreen):
            self.home.ignore(names)
        self.show_people()

    def apply(self, settings: Settings) -> None:
        """Use other settings at every table from now on; a course that was opened before they came goes on."""
        late = self._lesson is not None and self._lesson.untouched and settings.course != self.settings.course
        self.settings = settings
        if late and self._lesson is not None:
            self._lesson.resume(self._course)
        if self.home is not None:
            self.home.know_coached(settings.coached)
        if self.table is not None:
            self.table.take(replace(self.table.board, settings=self._settings_here))

    def open_settings(self) -> None:
        """Open the settings as they are here."""
        from chwech_tui.screens.settings import SettingsScreen

        self._app.push_screen(SettingsScreen(self.palette, self._settings_here, self._set))

    def _set(self, name: str, value: str) -> None:
        """Change a setting; who sets the coach at a table that was opened with him means him there as well."""
        shown = self.table.board.table if self.table is not None else None
        if name == "coach" and self._coached and shown is not None:
            self._coached = False
            self._change("coached", without_coach(self.settings.coached, shown.table))
        self._change(name, value)

    def arrived(self, table: str) -> None:
        """Bring the coach to a table that was opened with him, and note which one has him."""
        if has_coach(self.settings.coached, table):
            self._coached = True
            self.apply(self.settings)
        elif self._coached:
            self._change("coached", with_coach(self.settings.coached, table))

    def leave_coach(self) -> None:
        """Go to the next table without the coach who was wanted for this one alone."""
        if self._coached:
            self._coached = False
            self.apply(self.settings)

    def show_settings(self, fault: str) -> None:
        """Update the settings if they are open, and say why the last change could not be stored."""
        from chwech_tui.screens.settings import SettingsScreen

        for screen in self._app.screen_stack:
            if isinstance(screen, SettingsScreen):
                screen.show(self._settings_here, fault)

    def list_people(self) -> None:
        """Open the list of the people online and of friends, whose result is the code of a table to watch."""
        from chwech_tui.screens.lists import PeopleScreen

        if self._visit.remote is None or self._visit.welcome is None:
            return
        screen = PeopleScreen(self.palette, self._link, self._company(), self.ignore)

        def watch(code: str | None) -> None:
            if code:
                self._link.ask(WatchTable, code)

        self._app.push_screen(screen, watch)

    def _company(self) -> "Company":
        """Return what the list of people is made from; the news of the lobby are not told at a table."""
        from chwech_tui.screens.lists import Company
        from chwech_tui.screens.lobby import LobbyScreen

        own, table = self._visit.name, self.table.board.table if self.table is not None else None
        if self.table is not None or not isinstance(self.home, LobbyScreen):
            code = table.table if table is not None else ""
            names = self.table.board.company if self.table is not None else ()
            here = Lobby(people=tuple(Person(name, Where.TABLE, code) for name in names))
            seated = table is not None and table.viewer is not None
            return Company(here, own, self.ignored, code if seated else "", at_table=True)
        lobby = self.home.lobby
        return Company(lobby, own, self.ignored, next((entry.table for entry in lobby.tables if entry.yours), ""))

    def show_people(self) -> None:
        """Update the list of people if it is open."""
        from chwech_tui.screens.lists import PeopleScreen

        if isinstance(self._app.screen, PeopleScreen):
            self._app.screen.show(self._company())

    def open_rules(self, setups: Sequence[Setup]) -> None:
        """Open the rules of these setups."""
        from chwech_tui.screens.rules import RulesScreen

        self._app.push_screen(RulesScreen(self.palette, self._link, setups))

    def ask_nickname(self, place: str, trouble: str, refused: str) -> None:
        """Ask for a nickname, and say why the one before was refused, which is to be mended."""
        from chwech_tui.screens.question import QuestionScreen, nickname

        def begin(name: str | None) -> None:
            if name:
                self._link.identity = Identity(name)
                self._link.start()
            else:
                self._app.exit(0, return_code=0)

        screen = QuestionScreen(self.palette, nickname(place), draft=refused, trouble=trouble)
        self._app.push_screen(screen, begin)
