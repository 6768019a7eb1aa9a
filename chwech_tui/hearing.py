"""The app's handling of server messages: the first request, arrival at a table, refusals and disconnects."""

from typing import TYPE_CHECKING

from chwech_tui.describe import as_sentence
from chwech_tui.errand import Join, Play, Watch, command, unfinished
from chwech_tui.keyring import UnusableKeyring
from chwech_tui.link import Down, News, SentAway
from chwech_tui.model import board as boards
from chwech_tui.rooms import RoomsApp
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.screens.table import TableScreen
from protocol.errors import ErrorCode
from protocol.lobby import LobbyChanged, LobbyShown
from protocol.messages import FromServer, Happened, Refused, Rules, Seated, Tables, Welcome
from protocol.seating import Removed
from protocol.tableview import TableEntry, TablePhase, TableView
from protocol.text import clean_text
from protocol.vocabulary import View

if TYPE_CHECKING:
    from chwech_tui.screens.lobby import LobbyScreen
    from chwech_tui.screens.welcome import WelcomeScreen

LOBBY_SECONDS = 1.0
"""Seconds until the lobby is requested again after a refusal."""

LONGEST_WORDS = 400
"""The longest final message of a server, in cells, that is printed on the terminal."""

_NAMELESS = frozenset({ErrorCode.NAME_NEEDED.value, ErrorCode.INVALID_NAME.value})
"""The goodbye codes after which another nickname may help."""


class HearingApp(RoomsApp):
    """An app that handles the messages of its server."""

    def on_rooms_app_heard(self, message: RoomsApp.Heard) -> None:
        """Handle news of the link, unless the screens are already gone."""
        if not self.screen_stack:
            return
        try:
            self._hear(message.news)
        except Exception as fault:  # noqa: BLE001  # no message of a server may crash the client
            self.give_up(fault)
            return
        if not isinstance(message.news, Welcome):
            self.raise_curtain()

    def _hear(self, news: News) -> None:
        match news:
            case Welcome() as welcome:
                self._welcomed(welcome)
            case Down(text=text):
                self._troubled(f"{text.rstrip('.')}. Trying again…")
            case SentAway(code=code, text=text):
                self._ended(code, text)
            case Tables() | LobbyShown() | LobbyChanged() if self._home is not None:
                self._hear_home(self._home, news)
            case Tables(tables=tables):
                self._play(unfinished(tables, self._order))
            case Rules(text=text):
                if self._rules is not None:
                    self._rules.tell(text)
            case news:
                if not self._hear_elsewhere(news):
                    self._hear_table(news)

    def _hear_home(self, home: "WelcomeScreen | LobbyScreen", news: FromServer) -> None:
        """Pass a message to the home menu."""
        if home.hear(news):
            home.point(self._wanted)
            home.rest()
            self._show_people()

    def _hear_elsewhere(self, news: FromServer) -> bool:
        """Pass an answer to the screen that requested it, even if other screens now cover it; True if one took it."""
        screens = [screen for screen in reversed(self.screen_stack) if isinstance(screen, DrawnScreen)]
        return any(screen.answered(news) for screen in screens)

    def _welcomed(self, welcome: Welcome) -> None:
        self._welcome, self._games = welcome, welcome.games
        if welcome.token:
            self._keep_identity()
        self._introduce()
        if self._table is not None:
            self._table.take(boards.troubled(self._table.board, ""))
        if self._home is not None:
            self._home.rest()
        if self._table is None or self._table.board.table is None:
            self._first_step()

    def _keep_identity(self) -> None:
        """Store the token of a new account; where that fails the person plays on, and reads why at the end."""
        try:
            self._keep(self._link.identity)
        except UnusableKeyring as problem:
            self.parting_words = f"chwech: {problem}. The way back to this account is lost."

    def _first_step(self) -> None:
        match self._errand:
            case Play(fresh=True):
                self._ask.open(self._order)
            case Join(table=code) if code and not self._wanted:
                self._wanted = self._sought = code
                self._ask.join(code)
            case Watch(table=code) if not self._wanted:
                self._wanted = code
                self._ask.watch(code)
            case _:
                self._look()

    def _look(self) -> None:
        """Request the content of the home menu; the lobby is requested only once, because it reports every change."""
        if not isinstance(self._errand, Join | Watch):
            self._ask.tables()
        elif not self._link.in_lobby:
            self._ask.lobby()

    def _look_again(self) -> None:
        """Request the lobby again, unless the player has moved to a table meanwhile."""
        if self._table is None:
            self._look()

    def _play(self, entry: TableEntry | None) -> None:
        """Continue an unfinished game, or open a new table."""
        if entry is None:
            self._ask.open(self._order)
            return
        self._remark = "This game was not finished. A new one: leave, then chwech play --new."
        self._ask.join(entry.table)

    def _hear_table(self, news: FromServer) -> None:
        if isinstance(news, Refused) and (self._table is None or self._table.board.table is None):
            self._not_opened(news)
            return
        if isinstance(news, Seated):
            self._arrive()
        if self._table is None:
            return
        self._table.hear(news)
        if isinstance(news, Happened) and isinstance(news.event, Removed):
            self._removed(news.event)
        if isinstance(news, Seated):
            self._invite(self._table, news.view)
        if isinstance(news, Seated) and self._remark:
            self._table.take(boards.remarked(self._table.board, self._remark))
            self._remark = ""

    def _arrive(self) -> None:
        """Show the table screen and leave the lobby: a player at a table does not need its changes."""
        if self._table is None:
            self._sit_down()
        if self._link.in_lobby:
            self._ask.leave_lobby()

    def _removed(self, event: Removed) -> None:
        """Return to the home menu if the host of the table has freed this player's own seat."""
        if self._welcome is not None and (event.name, event.bot) == (self._welcome.name, ""):
            self._link.forget_table()
            self._come_home().say("The host of the table has freed your seat.")

    def _invite(self, table: TableScreen, view: TableView[View]) -> None:
        """Show the command that invites others; at an offline table, where nobody can join, begin at once."""
        if isinstance(self._errand, Join | Watch):
            table.invite(command(self._errand, view.table))
        elif view.phase is TablePhase.GATHERING:
            table.press("enter")

    def _not_opened(self, refused: Refused[View]) -> None:
        """Report why no table was opened: in the home menu or, without a menu, in a line on the terminal."""
        if isinstance(self._errand, Play):
            self.parting_words = f"chwech: {clean_text(refused.text, cells=LONGEST_WORDS)}"
            self._end(2)
            return
        if not self._link.in_lobby:
            # The refusal may concern the lobby itself, after too many requests of this client.
            self.set_timer(LOBBY_SECONDS, self._look_again)
        home = self._come_home()
        text = as_sentence(refused.text)
        if refused.code is ErrorCode.TABLE_FULL and self._sought:
            home.full(self._sought)
            text = f"{text} Press w to watch."
        home.say(text)

    def _troubled(self, text: str) -> None:
        if self._table is not None:
            self._table.take(boards.troubled(self._table.board, text))
        if self._home is not None:
            self._home.say(text, busy=True)

    def _ended(self, code: str, text: str) -> None:
        """Ask for a nickname if that may help; otherwise show the reason and how to leave."""
        if code in _NAMELESS and isinstance(self._errand, Join | Watch):
            had_none = code == ErrorCode.NAME_NEEDED.value or not self._link.identity.name
            self._ask_nickname(self._errand.place, "" if had_none else as_sentence(text))
        elif self._table is not None and self._table.board.table is not None:
            self._table.take(boards.parted(self._table.board, f"{as_sentence(text)} Press q to leave."))
        else:
            self.parting_words = clean_text(text, cells=LONGEST_WORDS)
            self._end(1)

    def _ask_nickname(self, place: str, trouble: str) -> None:
        from chwech_tui.screens.question import NicknameScreen

        self.push_screen(NicknameScreen(self._palette, place, trouble))
