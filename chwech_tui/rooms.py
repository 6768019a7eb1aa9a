"""The screens between which the player goes, and what the news of the server change on them.

The first request, arrival at a table, refusals and disconnects are handled here; what a screen asks for is the app's.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace
from textual.message import Message
from textual.screen import Screen

from chwech_tui import errand as errands
from chwech_tui.alerts import Alerts
from chwech_tui.describe import as_sentence, aside_words
from chwech_tui.files import UnusableKeyring
from chwech_tui.lean import LeanApp
from chwech_tui.link import Down, Identity, Late, Link, News, Route
from chwech_tui.model import board as boards
from chwech_tui.model import lobby as lobbies
from chwech_tui.model import question
from chwech_tui.model.board import Board, begins, greeted, invited, remarked, told
from chwech_tui.model.course import Course, course_at, course_of, place_to_keep
from chwech_tui.model.daily import marked, waits
from chwech_tui.model.game import GAMES, ShownGame, coached_words
from chwech_tui.model.ink import plain
from chwech_tui.model.people import shown_name
from chwech_tui.model.settings import Coach, Settings, coach_notes, has_coach, shown_key, without_coach
from chwech_tui.preferences import Preferences
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.screens.home import WelcomeScreen
from chwech_tui.screens.lesson import LessonScreen
from chwech_tui.screens.lists import Company, PeopleScreen
from chwech_tui.screens.lobby import LobbyScreen
from chwech_tui.screens.menu import FinderScreen
from chwech_tui.screens.question import QuestionScreen, nickname
from chwech_tui.screens.rules import RulesScreen
from chwech_tui.screens.settings import SettingsScreen
from chwech_tui.screens.table import TableScreen
from chwech_tui.theme import Palette
from protocol import messages
from protocol.archive import ListGames
from protocol.daily import Daily, ReadDaily
from protocol.errors import ErrorCode
from protocol.game import Answered
from protocol.language import _, prefer, spoken
from protocol.lobby import EnterLobby, LeaveLobby, LobbyChanged, LobbyShown, Person, ReadNews, Where
from protocol.people import Invited, Keys, Notice, Renamed, SaidTo, SettingsKept
from protocol.setup import Setup
from protocol.table import Removed, TableEntry, TablePhase
from protocol.text import clean_text

LOBBY_SECONDS: Final = 1.0  # Seconds until the lobby is requested again after a refusal.
_CODE: Final = 40  # The longest code of a table, in cells.


class Rooms(LeanApp):
    """An app with the screens of the client, which follow a link to a server; rare ones are imported when opened."""

    class Heard(Message):
        """Posted when the link has news."""

        def __init__(self, news: News) -> None:
            super().__init__()
            self.news = news  # The news.

    def __init__(self, door: Route, errand: errands.Errand, palette: Palette) -> None:
        """Create no screen yet."""
        super().__init__(palette)
        self.alerts = Alerts(self.tell_terminal, time.monotonic, ascii=palette.ascii, notices=palette.notices)
        """What tells a player who looks elsewhere."""
        self.home: WelcomeScreen | LobbyScreen | None = None  # The home menu; None until it is needed.
        self.table: TableScreen | None = None  # The table screen; None while the player is at no table.
        self.ignored: frozenset[str] = frozenset()  # The names of the people whose chat is hidden.
        self._link = Link(door, self._hear_later)
        self._visit = errands.ErrandState(errand)
        self._preferences = Preferences(self._link, self.apply)
        self._keep = door.keep
        self.ask_servers: errands.AskServers | None = None
        self.onward = ""  # The server to which the player goes on from here; empty for none.
        self._asking: object = None  # What asks them.
        self._coached, self._wanted = False, Coach.FIRST
        self._lesson: LessonScreen | None = None
        self._place_kept_at = 0.0
        # The language in which the content of the home menu was read.
        self._read_in = ""
        self._late = 0
        self._coach_words = ""  # What is said of lessons and coach at the first question of a game.
        # The request whose answer says whether today's deal is still to be played; 0 before the end of a game.
        self._asked_day = 0

    def _hear_later(self, news: News) -> None:
        self.post_message(self.Heard(news))

    def end(self, status: int, words: str = "") -> None:
        """End the app, with these words on the terminal."""
        self._visit.parting_words = words or self._visit.parting_words
        self.exit(status, return_code=status)

    # The screens

    def get_default_screen(self) -> Screen[str]:
        """Return the first screen; none lies below it, because each screen costs time and memory."""
        match self._visit.errand:
            case errands.Greet():
                return self._make_home(_("Starting…"))
            case errands.Join(table="", place=place):
                return self._make_home(_("Connecting to {place}…", place=errands.server_name(place)))
        return self._make_table()

    def _make_home(self, words: str) -> WelcomeScreen | LobbyScreen:
        """Create the home menu: the lobby of a server, or the welcome screen of an offline game."""
        remote = self._visit.remote
        if remote is not None:
            from chwech_tui.screens.lobby import LobbyScreen

            self.home = LobbyScreen(self._palette, remote.place, self.join)
            self.home.ignore(self.ignored)
        else:
            from chwech_tui.screens.home import WelcomeScreen

            self.home = WelcomeScreen(self._palette)
            if isinstance(self._visit.errand, errands.Greet):
                self.home.list_servers(self._visit.errand.servers)
        self.home.know(self.settings)
        self.home.say(words, busy=True)
        self.introduce()
        return self.home

    def _make_table(self) -> TableScreen:
        self.table = TableScreen(self._palette, self._link)
        board = Board(ignored=self.ignored, settings=self._settings_here)
        self.table.board = greeted(board, self._visit.name, self._visit.without_hints)
        return self.table

    def join(self, code: str) -> int:
        """Ask for a seat at a table, and return the id of the request."""
        self._visit.sought = code
        return self._link.ask(messages.JoinTable, code)

    def move(self, code: str, before: str) -> None:
        """Ask for a seat at another table; the player leaves the one before once they are there."""
        self._visit.move = errands.TableMove(self.join(code), code, before)

    def sit_down(self, coach: Coach = Coach.FIRST) -> None:
        """Open an empty table screen, with the coach or without him if it was said so, else as the settings say."""
        self._coached, self._wanted = bool(coach), coach
        self.push_screen(self._make_table())

    @property
    def _settings_here(self) -> Settings:
        """The settings where the player is; a table may have the coach whatever they say."""
        coached = self._coached and self.table is not None
        return replace(self.settings, coach=Coach.ON) if coached else self.settings

    def learn(self, then: Callable[[str | None], None], game: ShownGame | None = None) -> None:
        """Open the course where it was left, else at its beginning; ``then`` is told how it was left this time.

        The course of a given game comes before that of another one.
        """
        course = self._course
        if game is not None and game.is_taught and course.game is not game:
            course = course_of(course, game)

        def keep(course: Course, *, leaves: bool) -> None:
            now = asyncio.get_running_loop().time()
            place = place_to_keep(course, self.settings.course, now - self._place_kept_at, leaves=leaves)
            if place is not None:
                self._place_kept_at = now
                self._preferences.change("course", place)

        def left(game: str | None) -> None:
            keep(screen.course, leaves=True)
            self._lesson = None
            then(game)

        screen = self._lesson = LessonScreen(
            self._palette, self._link, course, self.settings, partial(keep, leaves=False)
        )
        self.push_screen(screen, left)

    @property
    def _course(self) -> Course:
        return course_at(self.settings.course, tuple(GAMES.values()))

    def come_home(self) -> WelcomeScreen | LobbyScreen:
        """Return from the table screen to the home menu."""
        table, self.table = self.table, None
        home = self.home
        shown = table.board.table if table is not None else None
        if shown is not None and home is not None:
            home.left = shown.table
        if home is None:
            # Textual cannot pop the first screen of an app: an empty table stays below, hidden.
            home = self._make_home("")
            self.push_screen(home)
            return home
        while table in self.screen_stack:
            # Pages may lie on top of the table.
            self.pop_screen()
        return home

    def _greet(self, home: LobbyScreen, welcome: messages.Welcome) -> None:
        way = errands.command(self._visit.remote, "").strip() if self._visit.remote is not None else ""
        home.greet(lobbies.title_words(welcome), errands.greeting_lines(welcome), way)

    def introduce(self) -> None:
        """Show the player's own name in the lobby and at the table."""
        welcome = self._visit.welcome
        if welcome is None:
            return
        self._at_table(greeted, welcome.name, self._visit.without_hints)
        if isinstance(self.home, LobbyScreen):
            self.home.introduce(welcome.name, guest=welcome.guest)
            self._greet(self.home, welcome)
        if self.home is not None:
            self.home.offer(self._visit.offers)

    def _at_table(self, change: Callable[..., Board], *values: object, **named: object) -> bool:
        """Change what the table shows, given that and some values; return False if the player is at none."""
        if self.table is not None:
            self.table.take(change(self.table.board, *values, **named))
        return self.table is not None

    def ignore(self, names: frozenset[str]) -> None:
        """Set the people whose chat is hidden, in the lobby and at the table."""
        self.ignored = names
        self._at_table(replace, ignored=names)
        if isinstance(self.home, LobbyScreen):
            self.home.ignore(names)
        self.show_people()

    def open_settings(self) -> None:
        """Open the settings as they are here."""
        self.push_screen(SettingsScreen(self._palette, self._settings_here, self._set))

    def _set(self, name: str, value: str) -> None:
        """Change a setting; who sets the coach at a table that was opened with him means him there as well."""
        shown = self.table.board.table if self.table is not None else None
        if name == "coach" and self._coached and shown is not None:
            self._coached = False
            self._preferences.change("coached", without_coach(self.settings.coached, shown.table))
        self._preferences.change(name, value)

    def arrived(self, news: messages.Seated) -> None:
        """Bring the coach to a table that was opened with him, or to a first game, and note which one has him."""
        view, first = news.view, begins(news.view) and news.daily is None
        wanted = Coach.ON if self._coached else self._wanted if first else Coach.OFF
        alone, setup = self._visit.remote is None, (view.table, view.setup.game)
        notes = coach_notes(self.settings, setup, wanted, alone=alone)
        self._coached |= bool(notes) or has_coach(self.settings.coached, view.table)
        for name, value in notes.items():
            self._preferences.change(name, value)
        if "begun" in notes:
            keys = self.settings.keys
            words = coached_words(view.setup.game, shown_key(keys, "L"), shown_key(keys, "o"))
            self._visit.remark = self._coach_words = " ".join(words)
        if self._coached:
            self._settings_changed()

    def leave_coach(self) -> None:
        """Go to the next table without the coach who was wanted for this one alone."""
        self._wanted = Coach.FIRST
        if self._coached:
            self._coached = False
            self._settings_changed()

    def show_settings(self, fault: str) -> None:
        """Update the settings if they are open, and say why the last change could not be stored."""
        for screen in self.screen_stack:
            if isinstance(screen, SettingsScreen):
                screen.show(self._settings_here, fault)

    def list_people(self) -> None:
        """Open the list of the people online and of friends, whose result is the code of a table to watch."""
        if self._visit.remote is None or self._visit.welcome is None:
            return
        screen = PeopleScreen(self._palette, self._link, self._company(), self.ignore)
        self.push_screen(screen, self.go_watching)

    def go_watching(self, code: str | None) -> None:
        """Ask to watch a table, if its code was chosen."""
        if code:
            self._link.ask(messages.WatchTable, code)

    def _company(self) -> Company:
        """Return what the list of people is made from; the news of the lobby are not told at a table."""
        own, table = self._visit.name, self.table.board.table if self.table is not None else None
        if self.table is not None or not isinstance(self.home, LobbyScreen):
            code = table.table if table is not None else ""
            names = self.table.board.company if self.table is not None else ()
            here = lobbies.Lobby(people=tuple(Person(name, Where.TABLE, code) for name in names))
            seated = table is not None and table.viewer is not None
            return Company(here, own, self.ignored, code if seated else "", at_table=True)
        lobby = self.home.lobby
        return Company(lobby, own, self.ignored, next((entry.table for entry in lobby.tables if entry.yours), ""))

    def show_people(self) -> None:
        """Update the list of people if it is open."""
        if isinstance(self.screen, PeopleScreen):
            self.screen.show(self._company())

    def open_rules(self, setups: Sequence[Setup]) -> None:
        """Open the rules of these setups."""
        self.push_screen(RulesScreen(self._palette, self._link, setups))

    def ask_nickname(self, place: str, trouble: str, refused: str) -> None:
        """Ask for a nickname, and say why the one before was refused, which is to be mended."""

        def begin(name: str | None) -> None:
            if name:
                self._link.identity = Identity(name)
                self._link.start()
            else:
                self.exit(0, return_code=0)

        screen = QuestionScreen(self._palette, nickname(place), draft=refused, trouble=trouble)
        self.push_screen(screen, begin)

    # The person

    def apply(self, settings: Settings) -> None:
        """Use other settings from now on, on every screen; a course that was opened before they came goes on."""
        late = self._lesson is not None and self._lesson.untouched and settings.course != self.settings.course
        self.set_look(settings)
        if prefer(settings.language.code):
            if isinstance(self.home, LobbyScreen) and self._visit.welcome is not None:
                self._greet(self.home, self._visit.welcome)
            self.repaint(self._palette)
        self.alerts.apply(settings)
        if late and self._lesson is not None:
            self._lesson.resume(self._course)
        self._settings_changed()

    def _settings_changed(self) -> None:
        """Show the settings, as they are here, wherever they are shown."""
        if self.home is not None:
            self.home.know(self.settings)
        self._at_table(replace, settings=self._settings_here)
        if self.screen_stack:
            self.show_settings(self._preferences.fault)

    def mind_focus(self, *, on: bool) -> None:
        """Give no alert to a player who looks here."""
        self.alerts.focus(on=on)

    def on_drawn_screen_finding(self, message: DrawnScreen.Finding) -> None:
        """List everything that can be done on a screen; what is chosen there is done."""
        finder = FinderScreen(self._palette, message.keys, message.idle)
        self.push_screen(finder, lambda key: message.press(key) if key else None)

    def on_drawn_screen_called(self, message: DrawnScreen.Called) -> None:
        """Tell the player what has happened."""
        self.alerts.call(message.words)

    def on_drawn_screen_waited(self, message: DrawnScreen.Waited) -> None:
        """Tell the player what waits, or that nothing does any longer."""
        self.alerts.wait(message.words)

    # News of the link

    def hear(self, news: News) -> None:
        """Handle one piece of news."""
        nobody = not self._visit.answered and self._visit.over_tcp
        self._visit.answered |= not isinstance(news, Down)
        self._note_answer(news)
        match news:
            case messages.Welcome() as welcome:
                self._welcomed(welcome)
            case Down(text=text):
                self._lost(text, nobody=nobody)
            case messages.Goodbye(code=code, text=text):
                self._ended(code, text)
            case messages.Tables() | LobbyShown() | LobbyChanged() if self.home is not None:
                self._hear_home(self.home, news)
            case messages.Tables(tables=tables):
                self._play(errands.unfinished(tables, self._visit.order))
            case Renamed() | Keys():
                self._of_account(news)
            case Invited() | Notice() | Late() | SaidTo():
                self._called(news)
            case messages.Happened() | messages.TableChanged():
                self.hear_table(news)
            case news:
                if not (self._hear_elsewhere(news) or self._offers_day(news)):
                    self.hear_table(news)

    def _lost(self, text: str, *, nobody: bool) -> None:
        """Say that the line is lost; end if nobody has ever answered there."""
        if nobody:
            self.end(1, f"chwech: {clean_text(text, cells=errands.LONGEST_WORDS).rstrip('.')}.")
        else:
            text = _("{trouble}. Trying again…", trouble=text.rstrip("."))
            self._at_table(boards.troubled, text)
            if self.home is not None:
                self.home.say(text, busy=True)

    def _hear_home(self, home: WelcomeScreen | LobbyScreen, news: messages.FromServer) -> None:
        """Pass a message to the home menu, but for a lobby that a page at a table has asked for."""
        if isinstance(news, LobbyShown) and self._hear_elsewhere(news):
            return
        if home.hear(news):
            home.point(self._visit.wanted)
            if not self._late:
                home.rest()
            self.show_people()

    def _hear_elsewhere(self, news: messages.FromServer) -> bool:
        """Pass an answer to the screen that requested it, even if others now cover it; True if one took it."""
        if isinstance(news, SettingsKept | messages.Refused) and self._preferences.hear(news):
            self.show_settings(self._preferences.fault)
            return True
        screens = [screen for screen in reversed(self.screen_stack) if isinstance(screen, DrawnScreen)]
        return any(screen.answered(news) for screen in screens)

    def _welcomed(self, welcome: messages.Welcome) -> None:
        self._visit.welcomed(welcome)
        self._preferences.welcomed(welcome.settings)
        if welcome.token:
            self._keep_identity()
        self.introduce()
        table = self.table
        if table is not None and table.board.trouble:
            table.take(boards.troubled(table.board, ""))
        if self.home is not None:
            self.home.rest()
        if table is None or table.board.table is None:
            self._first_step()
        if self.home is not None:
            self.home.welcomed()

    def _of_account(self, news: Renamed | Keys) -> None:
        """Pass on an answer about the account; a guest who has a key by now is a guest no more."""
        self._hear_elsewhere(news)
        if isinstance(news, Renamed):
            self._visit.renamed(news.name)
            # Also when this client comes back by itself.
            self._link.identity = Identity(news.name, self._link.identity.token)
            self.introduce()
            if self.home is not None:
                self.home.say(_("You are {name} now.", name=shown_name(news.name)))
        elif news.keys:
            self._visit.keyed()
            self.introduce()

    def _called(self, news: Invited | Notice | Late | SaidTo) -> None:
        """Tell the player what nobody here has asked for."""
        if isinstance(news, Late):
            self._late = news.id
            if not self._at_table(question.late) and self.home is not None:
                self.home.say(_(question.LATE), busy=True)
        elif isinstance(news, SaidTo):
            self._said_aside(news)
        elif isinstance(news, Notice):
            words = lobbies.notice_words(news)
            if not self._at_table(remarked, words) and self.home is not None:
                self.home.say(words)
        else:
            self._invited(news)

    def _note_answer(self, news: News) -> None:
        """Tell no longer that something said is late once it is answered."""
        if not self._late or getattr(news, "id", 0) != self._late or isinstance(news, Late):
            return
        self._late = 0
        if not self._at_table(question.arrived) and self.home is not None:
            self.home.rest()

    def _invited(self, news: Invited) -> None:
        """Tell the player who invites them, unless they ignore that person."""
        name, code = shown_name(news.name), clean_text(news.table, cells=_CODE)
        if name in self.ignored or self._visit.remote is None:
            return
        words = lobbies.invitation_words(news)
        joins = _("{invitation}: j joins.", invitation=words)
        if not self._at_table(invited, joins, code) and isinstance(self.home, LobbyScreen):
            self.home.invite(joins, code)
        if isinstance(self.screen, DrawnScreen):
            self.screen.invited(words, code)
            self.post_message(DrawnScreen.Called(words))

    def _said_aside(self, news: SaidTo) -> None:
        """Show a line between the player and one other person where the player is, unless they ignore that person."""
        own = shown_name(news.name) == shown_name(self._visit.name)
        if shown_name(news.name) in self.ignored and not own:
            return
        if isinstance(self.home, LobbyScreen):
            self.home.hear_aside(news)
        self._at_table(told, news)
        if not own:
            self.post_message(DrawnScreen.Called(plain(aside_words(news, ""))))

    def _keep_identity(self) -> None:
        """Store the token of a new account; where that fails the person plays on, and reads why at the end."""
        try:
            self._keep(self._link.identity)
        except UnusableKeyring as problem:
            self._visit.parting_words = _("chwech: {problem}. This account can no longer be reached.", problem=problem)

    def _first_step(self) -> None:
        visit = self._visit
        if self.home is not None:
            # Asked first, so that the offer of the course is there with the first list.
            self.home.asked_games = self._link.ask(ListGames)
        match visit.errand:
            case errands.PlayNow(fresh=True):
                self._link.ask(lambda number: replace(visit.order, id=number))
            case errands.Join(table=code) if code and not visit.wanted:
                visit.wanted = visit.sought = code
                visit.note_greeting()
                self._link.ask(messages.JoinTable, code)
            case errands.Watch(table=code) if not visit.wanted:
                visit.wanted = code
                visit.note_greeting()
                self._link.ask(messages.WatchTable, code)
            case _:
                self.look()

    def look(self) -> None:
        """Request the content of the home menu; the lobby, which reports every change, only once in each language."""
        before, self._read_in = self._read_in, spoken()
        if self._visit.remote is None:
            self._link.ask(messages.ListTables)
            if isinstance(self.home, WelcomeScreen) and self.ask_servers is not None:
                self._asking = self.ask_servers(self.home.servers_to_ask(), self.home.hear_server)
            if self.home is not None:
                self.home.asked_news = self._link.ask(ReadDaily)
        elif not self._link.in_lobby or before != self._read_in:
            self._link.ask(EnterLobby)
            if self.home is not None and not before:
                self.home.asked_news = self._link.ask(ReadNews)
            if isinstance(self.home, LobbyScreen):
                self.home.ask_today(self._link)

    def _look_at_lobby(self) -> None:
        """Request the lobby again, unless the player has moved to a table meanwhile."""
        if self.table is None:
            self.look()

    def _play(self, entry: TableEntry | None) -> None:
        """Continue an unfinished game, or open a new table."""
        if entry is None:
            self._link.ask(lambda number: replace(self._visit.order, id=number))
            return
        self._visit.remark = _(
            "Resuming your unfinished game. To start a new one, leave and run {command}", command=self._visit.new_game
        )
        self._link.ask(messages.JoinTable, entry.table)

    def hear_table(self, news: messages.FromServer) -> None:
        """Pass a message to the table screen, which opens when the player arrives at a table."""
        table = self.table
        if isinstance(news, messages.Refused) and (table is None or table.board.table is None):
            self._not_opened(news)
            return
        if isinstance(news, messages.Seated | messages.Refused) and self._moved(news):
            return
        if isinstance(news, messages.Seated):
            self._arrive(news)
        table = self.table
        if table is None:
            return
        own = table.board.table.viewer if table.board.table is not None else None
        table.hear(news)
        if isinstance(news, messages.Happened) and isinstance(news.event, Removed) and news.event.seat == own:
            self._link.forget_table()
            self.come_home().say(_("The host of the table has freed your seat."))
        if isinstance(news, messages.Seated):
            self._introduce(table, news)
        if isinstance(news, messages.Seated) or (
            isinstance(news, messages.Happened) and not isinstance(news.event, Answered)
        ):
            words = self._visit.news_of_fallbacks(news.view)
            if words:
                table.take(boards.remarked(table.board, words))
        self._tell_of_coach(table)
        if isinstance(news, messages.Seated | messages.Happened) and news.view.phase is TablePhase.OVER:
            self._over(table.board, news)

    def _tell_of_coach(self, table: TableScreen) -> None:
        """Say once more what was said of the coach, at the first question, when it is of use."""
        if self._coach_words and table.board.my_turn:
            table.take(replace(table.board, notice=table.board.notice or self._coach_words))
            self._coach_words = ""

    def _over(self, board: Board, news: messages.Seated | messages.Happened) -> None:
        """Note that a game is over; after the last play, ask whether today's deal is still to be played."""
        if self.home is not None:
            # Its player may go to the next game, not home.
            self.home.without_games = False
        if isinstance(news, messages.Happened) and not (board.watches or board.daily or self._asked_day):
            self._asked_day = self._link.ask(ReadDaily, own=True)

    def _offers_day(self, news: messages.FromServer) -> bool:
        """Offer today's deal at a table whose game has ended, if it is still to be played; False for other news."""
        if not isinstance(news, Daily | messages.Refused) or not self._asked_day or news.id != self._asked_day:
            return False
        self._at_table(replace, unplayed=isinstance(news, Daily) and waits(news, time.time()))
        return True

    def _introduce(self, table: TableScreen, news: messages.Seated) -> None:
        """Show at a table what is told of it on arrival: the day of its deals, or how others come, and a remark."""
        self._asked_day = 0
        if news.daily is not None:
            table.take(marked(table.board, news.daily))
        elif self._visit.remote is not None:
            table.invite(errands.command(self._visit.remote, news.view.table))
        elif news.view.phase is TablePhase.GATHERING:
            # Nobody can join an offline table.
            table.press("enter")
        if news.id and news.id == self._visit.hurried:
            words = lobbies.quick_words(news.view)
            table.take(replace(boards.remarked(table.board, words), notice=words))
        if self._visit.remark:
            notice = self._visit.remark if self._coached else table.board.notice
            table.take(replace(boards.remarked(table.board, self._visit.remark), notice=notice))
            self._visit.remark = ""

    def _moved(self, news: messages.Seated | messages.Refused) -> bool:
        """Leave the table before once another one has let the player in; True if it refuses, which is said."""
        move, table = self._visit.move, self.table
        if move is None or news.id != move.request:
            return False
        self._visit.move = None
        if isinstance(news, messages.Refused):
            if table is not None:
                words = _("{table}: {sentence}", table=move.table, sentence=as_sentence(news.text))
                # The one line below the question may be too short for it.
                table.take(replace(boards.remarked(table.board, words), notice=words))
            return True
        if news.view.table != move.before:
            self.leave_coach()
            if move.before:
                self._link.ask(messages.LeaveTable, move.before)
        return False

    def _arrive(self, news: messages.Seated) -> None:
        """Show the table screen and leave the lobby: a player at a table does not need its changes."""
        if self.table is None:
            self.sit_down()
        self.arrived(news)
        if self._link.in_lobby:
            self._link.ask(LeaveLobby)

    def _not_opened(self, refused: messages.Refused) -> None:
        """Report why no table was opened: in the home menu or, without a menu, in a line on the terminal."""
        if isinstance(self._visit.errand, errands.PlayNow):
            self.end(2, f"chwech: {clean_text(refused.text, cells=errands.LONGEST_WORDS)}")
            return
        if not self._link.in_lobby:
            # The refusal may concern the lobby itself, after too many requests of this client.
            self.set_timer(LOBBY_SECONDS, self._look_at_lobby)
        home = self.come_home()
        text = as_sentence(refused.text)
        if refused.code is ErrorCode.TABLE_FULL and self._visit.sought:
            home.full(self._visit.sought)
            home.say_of_line(_("{sentence} Press w to watch.", sentence=text))
        else:
            home.say(text)

    def _ended(self, code: str, text: str) -> None:
        """Ask for a nickname if that may help; otherwise show the reason and how to leave."""
        table, remote = self.table, self._visit.remote
        if code in errands.NAMELESS and remote is not None:
            had_none = code == ErrorCode.NAME_NEEDED.value or not self._link.identity.name
            why, refused = ("", "") if had_none else (as_sentence(text), self._link.identity.name)
            self.ask_nickname(remote.place, why, refused)
        elif table is not None and table.board.table is not None:
            leave = shown_key(table.board.settings.keys, "q")
            words = _("{sentence} Press {key} to leave.", sentence=as_sentence(text), key=leave)
            table.take(boards.parted(table.board, words))
        else:
            self.end(1, clean_text(text, cells=errands.LONGEST_WORDS))
