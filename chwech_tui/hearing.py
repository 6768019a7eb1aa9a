"""The handling of the server's news: the first request, arrival at a table, refusals and disconnects."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace
from textual.app import App

from chwech_tui.describe import as_sentence
from chwech_tui.errand import LONGEST_WORDS, NAMELESS, Join, PlayNow, Visit, Watch, command, table_request, unfinished
from chwech_tui.files import UnusableKeyring
from chwech_tui.link import Down, Identity, Late, Link, News, SentAway
from chwech_tui.model import board as boards
from chwech_tui.model import hosting
from chwech_tui.model.daily import marked
from chwech_tui.model.lobby import notice_words
from chwech_tui.model.own_keys import shown_key
from chwech_tui.model.people import shown_name
from chwech_tui.preferences import Preferences
from chwech_tui.rooms import Rooms
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.screens.table import TableScreen
from protocol.administration import Notice
from protocol.archive import ListGames
from protocol.contacts import Invited
from protocol.daily import ReadDaily
from protocol.errors import ErrorCode
from protocol.identity import Keys, Renamed
from protocol.language import _, spoken
from protocol.lobby import EnterLobby, LeaveLobby, LobbyChanged, LobbyShown
from protocol.messages import (
    FromServer,
    Happened,
    JoinTable,
    LeaveTable,
    ListTables,
    Refused,
    Seated,
    Tables,
    WatchTable,
    Welcome,
)
from protocol.seating import Removed
from protocol.tableview import TableEntry, TablePhase, TableView
from protocol.text import clean_text

if TYPE_CHECKING:
    from chwech_tui.screens.home import WelcomeScreen
    from chwech_tui.screens.lobby import LobbyScreen

LOBBY_SECONDS = 1.0
"""Seconds until the lobby is requested again after a refusal."""

_CODE = 40
"""The longest code of a table, in cells."""


class Hearing:
    """Passes the news of the link to the screens, and asks the server for what the errand needs."""

    def __init__(
        self,
        app: App[int],
        rooms: Rooms,
        visit: Visit,
        link: Link,
        preferences: Preferences,
        keep: Callable[[Identity], None],
    ) -> None:
        """Create the handler.

        Args:
            app: where the screens are, and the timers.
            rooms: the screens.
            visit: what the client came for.
            link: the link to the server.
            preferences: the settings, which come with the greeting.
            keep: stores the identity that the server issued, for the next run.
        """
        self._app = app
        self._rooms = rooms
        self._visit = visit
        self._link = link
        self._preferences = preferences
        self._keep = keep
        # The language in which the content of the home menu was read.
        self._read_in = ""
        self._late = 0

    def hear(self, news: News) -> None:
        """Handle one piece of news."""
        nobody = not self._visit.answered and self._visit.over_tcp
        self._visit.answered |= not isinstance(news, Down)
        self._note_answer(news)
        match news:
            case Welcome() as welcome:
                self._welcomed(welcome)
            case Down(text=text) if nobody:
                self._end(1, f"chwech: {clean_text(text, cells=LONGEST_WORDS).rstrip('.')}.")
            case Down(text=text):
                self._troubled(_("{trouble}. Trying again…", trouble=text.rstrip(".")))
            case SentAway(code=code, text=text):
                self._ended(code, text)
            case Tables() | LobbyShown() | LobbyChanged() if self._rooms.home is not None:
                self._hear_home(self._rooms.home, news)
            case Tables(tables=tables):
                self._play(unfinished(tables, self._visit.order))
            case Renamed() | Keys():
                self._of_account(news)
            case Invited() | Notice() | Late():
                self._called(news)
            case news:
                if not self._hear_elsewhere(news):
                    self.hear_table(news)

    def _hear_home(self, home: "WelcomeScreen | LobbyScreen", news: FromServer) -> None:
        """Pass a message to the home menu, but for a lobby that a page at a table has asked for."""
        if isinstance(news, LobbyShown) and self._hear_elsewhere(news):
            return
        if home.hear(news):
            home.point(self._visit.wanted)
            if not self._late:
                home.rest()
            self._rooms.show_people()

    def _hear_elsewhere(self, news: FromServer) -> bool:
        """Pass an answer to whoever requested it, even a screen that others now cover; True if one took it."""
        if self._preferences.hear(news):
            self._rooms.show_settings(self._preferences.fault)
            return True
        screens = [screen for screen in reversed(self._app.screen_stack) if isinstance(screen, DrawnScreen)]
        return any(screen.answered(news) for screen in screens)

    def _welcomed(self, welcome: Welcome) -> None:
        self._visit.welcomed(welcome)
        self._preferences.welcomed(welcome.settings)
        if welcome.token:
            self._keep_identity()
        self._rooms.introduce()
        table = self._rooms.table
        if table is not None and table.board.trouble:
            table.take(boards.troubled(table.board, ""))
        if self._rooms.home is not None:
            self._rooms.home.rest()
        if table is None or table.board.table is None:
            self._first_step()
        if self._rooms.home is not None:
            self._rooms.home.welcomed()

    def _of_account(self, news: Renamed | Keys) -> None:
        """Pass on an answer about the account; a guest who has a key by now is a guest no more."""
        self._hear_elsewhere(news)
        if isinstance(news, Renamed):
            self._renamed(news.name)
        elif news.keys:
            self._visit.keyed()
            self._rooms.introduce()

    def _renamed(self, name: str) -> None:
        """Use a new nickname from now on, also when this client comes back by itself."""
        self._visit.renamed(name)
        self._link.identity = Identity(name, self._link.identity.token)
        self._rooms.introduce()
        if self._rooms.home is not None:
            self._rooms.home.say(_("You are {name} now.", name=shown_name(name)))

    def _called(self, news: Invited | Notice | Late) -> None:
        """Tell the player what nobody here has asked for."""
        if isinstance(news, Late):
            self._show_late(news.id)
        elif isinstance(news, Notice):
            self._rooms.tell_notice(notice_words(news))
        else:
            self._invited(news)

    def _show_late(self, said: int) -> None:
        """Tell that something said has not arrived yet, where the player is."""
        self._late = said
        if self._rooms.table is not None:
            self._rooms.table.take(hosting.late(self._rooms.table.board))
        elif self._rooms.home is not None:
            self._rooms.home.say(_(hosting.LATE), busy=True)

    def _note_answer(self, news: News) -> None:
        """Tell no longer that something said is late once it is answered."""
        if not self._late or getattr(news, "id", 0) != self._late or isinstance(news, Late):
            return
        self._late = 0
        if self._rooms.table is not None:
            self._rooms.table.take(hosting.arrived(self._rooms.table.board))
        elif self._rooms.home is not None:
            self._rooms.home.rest()

    def _invited(self, news: Invited) -> None:
        """Tell the player who invites them, unless they ignore that person."""
        name, code = shown_name(news.name), clean_text(news.table, cells=_CODE)
        if name in self._rooms.ignored or self._visit.remote is None:
            return
        words = _("{name} invites you to {table}", name=name, table=code)
        self._rooms.tell_invitation(_("{invitation}: j joins.", invitation=words), code)
        if isinstance(self._app.screen, DrawnScreen):
            self._app.screen.invited(words, code)
            self._app.post_message(DrawnScreen.Called(words))

    def _keep_identity(self) -> None:
        """Store the token of a new account; where that fails the person plays on, and reads why at the end."""
        try:
            self._keep(self._link.identity)
        except UnusableKeyring as problem:
            self._visit.parting_words = _("chwech: {problem}. The way back to this account is lost.", problem=problem)

    def _first_step(self) -> None:
        visit = self._visit
        match visit.errand:
            case PlayNow(fresh=True):
                self._link.ask(partial(table_request, visit.order))
            case Join(table=code) if code and not visit.wanted:
                visit.wanted = visit.sought = code
                visit.note_greeting()
                self._link.ask(JoinTable, code)
            case Watch(table=code) if not visit.wanted:
                visit.wanted = code
                visit.note_greeting()
                self._link.ask(WatchTable, code)
            case _:
                # Asked first, so that the offer of the course is there with the first list.
                self._meet()
                self.look()

    def _meet(self) -> None:
        """Ask for the player's finished games, to offer the course to those who have none."""
        if self._rooms.home is not None:
            self._rooms.home.ask_games(self._link.ask(ListGames))

    def look(self) -> None:
        """Request the content of the home menu; the lobby, which reports every change, only once in each language."""
        before, self._read_in = self._read_in, spoken()
        if self._visit.remote is None:
            self._link.ask(ListTables)
            if self._rooms.home is not None:
                self._rooms.home.ask_day(self._link.ask(ReadDaily))
        elif not self._link.in_lobby or before != self._read_in:
            self._link.ask(EnterLobby)

    def _look_again(self) -> None:
        """Request the lobby again, unless the player has moved to a table meanwhile."""
        if self._rooms.table is None:
            self.look()

    def _play(self, entry: TableEntry | None) -> None:
        """Continue an unfinished game, or open a new table."""
        if entry is None:
            self._link.ask(partial(table_request, self._visit.order))
            return
        self._visit.remark = _(
            "This game was not finished. A new one: leave, then {command}", command=self._visit.new_game
        )
        self._link.ask(JoinTable, entry.table)

    def hear_table(self, news: FromServer) -> None:
        """Pass a message to the table screen, which opens when the player arrives at a table."""
        table = self._rooms.table
        if isinstance(news, Refused) and (table is None or table.board.table is None):
            self._not_opened(news)
            return
        if isinstance(news, Seated | Refused) and self._moved(news):
            return
        if isinstance(news, Seated):
            self._arrive(news.view.table)
        table = self._rooms.table
        if table is None:
            return
        own = table.board.table.viewer if table.board.table is not None else None
        table.hear(news)
        if isinstance(news, Happened) and isinstance(news.event, Removed) and news.event.seat == own:
            self._removed()
        if isinstance(news, Seated):
            self._introduce(table, news)
        if isinstance(news, Seated | Happened):
            self._note(table, news.view)

    def _introduce(self, table: TableScreen, news: Seated) -> None:
        """Show at a table what is told of it on arrival: the day of its deals, or how others come, and a remark."""
        if news.daily is not None:
            table.take(marked(table.board, news.daily))
        else:
            self._invite(table, news.view)
        if self._visit.remark:
            table.take(boards.remarked(table.board, self._visit.remark))
            self._visit.remark = ""

    def _note(self, table: TableScreen, view: TableView) -> None:
        """Tell which bots are replaced, and note that a game is over: its player may go to the next one, not home."""
        if words := self._visit.news_of_fallbacks(view):
            table.take(boards.remarked(table.board, words))
        if view.phase is TablePhase.OVER and self._rooms.home is not None:
            self._rooms.home.saw_the_end()

    def _moved(self, news: Seated | Refused) -> bool:
        """Leave the table before once another one has let the player in; True if it refuses, which is said."""
        move, table = self._visit.move, self._rooms.table
        if move is None or news.id != move.request:
            return False
        self._visit.move = None
        if isinstance(news, Refused):
            if table is not None:
                words = _("{table}: {sentence}", table=move.table, sentence=as_sentence(news.text))
                # The one line below the question may be too short for it.
                table.take(replace(boards.remarked(table.board, words), notice=words))
            return True
        if news.view.table != move.before:
            self._rooms.leave_coach()
            if move.before:
                self._link.ask(LeaveTable, move.before)
        return False

    def _arrive(self, table: str) -> None:
        """Show the table screen and leave the lobby: a player at a table does not need its changes."""
        if self._rooms.table is None:
            self._rooms.sit_down()
        self._rooms.arrived(table)
        if self._link.in_lobby:
            self._link.ask(LeaveLobby)

    def _removed(self) -> None:
        """Return to the home menu: the host of the table has freed this player's own seat."""
        self._link.forget_table()
        self._rooms.come_home().say(_("The host of the table has freed your seat."))

    def _invite(self, table: TableScreen, view: TableView) -> None:
        """Show the command that invites others; at an offline table, where nobody can join, begin at once."""
        if self._visit.remote is not None:
            table.invite(command(self._visit.remote, view.table))
        elif view.phase is TablePhase.GATHERING:
            table.press("enter")

    def _not_opened(self, refused: Refused) -> None:
        """Report why no table was opened: in the home menu or, without a menu, in a line on the terminal."""
        if isinstance(self._visit.errand, PlayNow):
            self._end(2, f"chwech: {clean_text(refused.text, cells=LONGEST_WORDS)}")
            return
        if not self._link.in_lobby:
            # The refusal may concern the lobby itself, after too many requests of this client.
            self._app.set_timer(LOBBY_SECONDS, self._look_again)
        home = self._rooms.come_home()
        text = as_sentence(refused.text)
        if refused.code is ErrorCode.TABLE_FULL and self._visit.sought:
            home.full(self._visit.sought)
            home.say_of_line(_("{sentence} Press w to watch.", sentence=text))
        else:
            home.say(text)

    def _troubled(self, text: str) -> None:
        table, home = self._rooms.table, self._rooms.home
        if table is not None:
            table.take(boards.troubled(table.board, text))
        if home is not None:
            home.say(text, busy=True)

    def _ended(self, code: str, text: str) -> None:
        """Ask for a nickname if that may help; otherwise show the reason and how to leave."""
        table, remote = self._rooms.table, self._visit.remote
        if code in NAMELESS and remote is not None:
            had_none = code == ErrorCode.NAME_NEEDED.value or not self._link.identity.name
            why, refused = ("", "") if had_none else (as_sentence(text), self._link.identity.name)
            self._rooms.ask_nickname(remote.place, why, refused)
        elif table is not None and table.board.table is not None:
            leave = shown_key(table.board.settings.keys, "q")
            words = _("{sentence} Press {key} to leave.", sentence=as_sentence(text), key=leave)
            table.take(boards.parted(table.board, words))
        else:
            self._end(1, clean_text(text, cells=LONGEST_WORDS))

    def _end(self, status: int, words: str) -> None:
        self._visit.parting_words = words
        self._app.exit(status, return_code=status)
