"""The client's app: carries out what the player asks for on its screens, over one link to a server."""

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from textual.binding import Binding, BindingType

from chwech_tui.errand import Join, Play, TableOrder, Watch, key_command, record_command
from chwech_tui.games.registry import FIRST, GAMES
from chwech_tui.hearing import HearingApp
from chwech_tui.link import Identity
from chwech_tui.model.board import fresh
from chwech_tui.model.form import blank_form, setup_of
from chwech_tui.model.keys import LEAVE_KEY, Wish
from chwech_tui.screens.home import Choice, HomeScreen, Menu, SitDown, SpeakInLobby, WatchGame
from chwech_tui.screens.sheet import KeysScreen, PilesScreen
from chwech_tui.screens.table import TableScreen
from protocol.setup import USUAL, Setup
from protocol.vocabulary import Seat

if TYPE_CHECKING:
    from chwech_tui.screens.export import ExportWanted
    from chwech_tui.screens.new_table import NewTableScreen
    from chwech_tui.screens.question import QuestionScreen
    from chwech_tui.screens.sheet import RecordScreen
    from protocol.archive import GameEntry


class ChwechApp(HearingApp):
    """The complete client app: the player's choices and the screens that they open."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "leave", show=False, priority=True)]

    def action_leave(self) -> None:
        """Treat Ctrl-C as the leave key of a table; elsewhere, end the app."""
        if isinstance(self.screen, TableScreen):
            self.screen.press(LEAVE_KEY)
        else:
            self._end(0)

    def on_table_screen_ignoring(self, message: TableScreen.Ignoring) -> None:
        """Ignore in the lobby the same people as at the table."""
        self._ignore(message.names)

    def on_table_screen_wished(self, message: TableScreen.Wished) -> None:
        """Carry out a wish that the table screen cannot carry out itself."""
        if self._table is None:
            return
        match message.wish:
            case Wish.RULES:
                table = self._table.board.table
                self._read_rules(table.setup if table is not None else self._order.setup)
            case Wish.KEYS:
                game = self._table.board.kind or GAMES[FIRST]
                self.push_screen(KeysScreen(self._palette, game, self._table.invitation))
            case Wish.PILES:
                self.push_screen(PilesScreen(self._palette, self._table.board))
            case Wish.REPLAY if self._table.board.table is not None:
                self._replay(self._table.board.table.table)
            case Wish.AGAIN:
                self._play_again(self._table)
            case Wish.FOLLOW:
                self._follow(self._table)
            case Wish.GONE if not isinstance(self._errand, Play):
                self._come_home()
            case Wish.GONE:
                self._end(0)
            case _:
                self._leave(self._table)

    def _play_again(self, screen: TableScreen) -> None:
        table = screen.board.table
        if table is not None:
            self._ask.leave()
            screen.take(fresh(screen.board))
            setup = replace(table.setup, first_dealer=Seat(0))
            self._ask.open(replace(self._order, setup=setup, arrangement=table.arrangement))

    def _follow(self, screen: TableScreen) -> None:
        if screen.board.table is not None:
            self._ask.watch(screen.board.table.rematch)

    def _leave(self, screen: TableScreen) -> None:
        if isinstance(self._errand, Play):
            if screen.board.is_on:
                self.parting_words = "The game is kept: chwech goes on with it."
            self._end(0)
            return
        if screen.board.parted:
            self._come_home_anew()
            return
        self._ask.leave()
        self._come_home()

    def _read_rules(self, setup: Setup) -> None:
        from chwech_tui.screens.rules import RulesScreen

        self._rules = RulesScreen(self._palette)
        self.push_screen(self._rules)
        self._ask.rules(setup)

    def on_home_screen_chosen(self, message: HomeScreen.Chosen) -> None:
        """Carry out a choice from the home menu.

        It is ignored if an earlier key has already opened another screen: several keys may arrive at once.
        """
        choice = message.choice
        if self.screen is not self._home and choice is not Menu.REFRESH:
            return
        if self._home is not None and choice is not Menu.REFRESH:
            self._home.say("")
        match choice:
            case Menu.NEW_TABLE:
                self._offer_new_table()
            case Menu.RULES:
                self._read_rules(self._order.setup)
            case Menu.KEYS:
                self._show_keys()
            case Menu.HISTORY:
                self._show_history()
            case Menu.PEOPLE:
                self._list_people()
            case Menu.QUIT:
                self._end(0)
            case choice if self._welcome is not None:
                self._ask_for(choice)

    def _offer_new_table(self) -> None:
        from chwech_tui.screens.new_table import NewTableScreen

        games = {GAMES[offer.name].title: offer for offer in self._games if offer.name in GAMES}
        if games:
            shared = isinstance(self._errand, Join | Watch)
            self.push_screen(NewTableScreen(self._palette, blank_form(games, shared=shared)))

    def _list_people(self) -> None:
        from chwech_tui.screens.lobby import LobbyScreen
        from chwech_tui.screens.people import PeopleScreen

        if isinstance(self._home, LobbyScreen) and self._welcome is not None:
            own, lobby = self._welcome.name, self._home.lobby
            self.push_screen(PeopleScreen(self._palette, lobby, self._ignored, own, self._ignore_one))

    def _ignore_one(self, name: str) -> None:
        self._ignore(self._ignored ^ {name})

    def _ask_for(self, choice: Choice) -> None:
        """Send the server the request for a choice."""
        match choice:
            case SitDown(table=code):
                self._join(code)
            case WatchGame(table=code):
                self._ask.watch(code)
            case SpeakInLobby(text=text):
                self._ask.say_in_lobby(text)
            case Menu.QUICK_GAME:
                self._ask.quick(self._order.setup)
            case _:
                self._look()

    def _join(self, code: str) -> None:
        self._sought = code
        self._ask.join(code)

    def _show_history(self) -> None:
        from chwech_tui.screens.history import HistoryScreen

        self.push_screen(HistoryScreen(self._palette, self._ask, partial(record_command, self._errand)))

    def _show_keys(self) -> None:
        """Show the SSH keys of the player's account; an offline game has none."""
        from chwech_tui.screens.ssh_keys import SshKeysScreen

        if isinstance(self._errand, Join | Watch):
            guest = self._welcome is not None and self._welcome.guest
            self.push_screen(SshKeysScreen(self._palette, self._ask, partial(key_command, self._errand), guest=guest))

    def on_record_screen_replayed(self, message: "RecordScreen.Replayed") -> None:
        """Open the replay of a finished game."""
        self._replay(message.entry)

    def _replay(self, game: "GameEntry | str") -> None:
        from chwech_tui.screens.replay import ReplayScreen

        if not isinstance(self.screen, ReplayScreen):
            self.push_screen(ReplayScreen(self._palette, self._ask, game))

    def on_export_wanted(self, message: "ExportWanted") -> None:
        """Open the screen that saves a record, or that shows the command which fetches it."""
        from chwech_tui.screens.export import ExportScreen

        command = record_command(self._errand, str(message.game))
        if not isinstance(self.screen, ExportScreen):
            self.push_screen(ExportScreen(self._palette, self._ask, message.game, command, self.keep_copy))

    def on_new_table_screen_made(self, message: "NewTableScreen.Made") -> None:
        """Open the table that the form describes; a second message from the same form is ignored."""
        from chwech_tui.screens.new_table import NewTableScreen

        if not isinstance(self.screen, NewTableScreen):
            return
        form = message.form
        self.pop_screen()
        self._sit_down()
        bots = (form.bots,) if form.bots else ()
        self._ask.open(TableOrder(setup_of(form), bots, form.pace, arrangement=form.arrangement or USUAL))

    def on_question_screen_given(self, message: "QuestionScreen.Given") -> None:
        """Use the answer of a question screen: a key's name, a table's code or a nickname; a repeat is ignored."""
        from chwech_tui.screens.question import CodeScreen, QuestionScreen
        from chwech_tui.screens.ssh_keys import KeyNameScreen, SshKeysScreen

        asked = self.screen
        if not isinstance(asked, QuestionScreen):
            return
        self.pop_screen()
        if isinstance(asked, KeyNameScreen):
            if isinstance(self.screen, SshKeysScreen) and message.text:
                self.screen.name_key(asked.key, message.text)
        elif isinstance(asked, CodeScreen):
            if message.text:
                self._join(message.text)
        elif message.text:
            self._link.identity = Identity(message.text)
            self.connect()
        else:
            self._end(0)
