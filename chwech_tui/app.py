"""The client's app: one link, a few screens, and what leads from one to the other."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen

from chwech_tui.describe import as_sentence
from chwech_tui.errand import Errand, Greet, Join, Order, Play, Watch, command, key_command, record_command, unfinished
from chwech_tui.lean import LeanApp
from chwech_tui.link import Down, Ended, Identity, Link, News
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.form import blank_form, setup_of
from chwech_tui.model.hand import Wish
from chwech_tui.requests import Requests
from chwech_tui.screens.plain import KeysScreen, PilesScreen
from chwech_tui.screens.table import TableScreen
from chwech_tui.theme import Palette
from protocol.aio import ClientChannel
from protocol.errors import ErrorCode
from protocol.messages import FromServer, Refused, Seated, Tables, Welcome
from protocol.reading import Rules
from protocol.setup import GameOffer, Setup
from protocol.tableview import TableEntry, TablePhase
from protocol.vocabulary import Seat, View

if TYPE_CHECKING:
    from chwech_tui.screens.lobby import LobbyScreen
    from chwech_tui.screens.menu import MenuScreen
    from chwech_tui.screens.new_table import NewTableScreen
    from chwech_tui.screens.question import QuestionScreen
    from chwech_tui.screens.rules import RulesScreen
    from chwech_tui.screens.welcome import WelcomeScreen

_NAMELESS = frozenset({ErrorCode.NAME_NEEDED.value, ErrorCode.INVALID_NAME.value})
"""The goodbyes after which another nickname helps."""

BREATH = 3
"""How many turns of a bot the last trick of a deal is shown before the score sheet."""


class ChwechApp(LeanApp):
    """The client, from its start to its end."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "leave", show=False, priority=True)]

    class Heard(Message):
        """The link has news."""

        def __init__(self, news: News) -> None:
            super().__init__()
            self.news = news
            """The news."""

    def __init__(
        self,
        dial: Callable[[], Awaitable[ClientChannel]],
        errand: Errand,
        identity: Identity,
        palette: Palette,
        explain: Callable[[], Awaitable[str]] | None = None,
        keep: Callable[[Identity], None] = lambda _identity: None,
    ) -> None:
        """Make the app.

        Args:
            dial: makes a connection to the server.
            errand: what the client was started for.
            identity: who greets.
            palette: what the terminal can show.
            explain: says why a connection was lost, if that can be known.
            keep: keeps the identity that the server gave, for the next time.
        """
        super().__init__(palette)
        self.parting_words = ""
        """What is said on the terminal once the screen is gone."""
        self._errand = errand
        self._keep = keep
        self._link = Link(dial, self._hear_later, identity, explain)
        self._ask = Requests(self._link)
        self._talk: asyncio.Task[None] | None = None
        self._welcome: Welcome | None = None
        self._games: tuple[GameOffer, ...] = ()
        self._order = errand.order if isinstance(errand, Play) else Order()
        self._home: WelcomeScreen | LobbyScreen | None = None
        self._table: TableScreen | None = None
        self._rules: RulesScreen | None = None
        self._wanted = ""
        self._remark = ""

    # From start to end

    def get_default_screen(self) -> Screen[str]:
        """Give the screen to begin with; no other lies below it, for each would cost time and memory."""
        match self._errand:
            case Greet():
                return self._make_home("Starting…")
            case Join(table="", place=place):
                return self._make_home(f"Connecting to {place}…")
            case Join() | Watch() | Play():
                return self._make_table()

    def on_mount(self) -> None:
        """Connect."""
        self.hold_curtain()
        self._connect()

    def _make_home(self, words: str) -> "WelcomeScreen | LobbyScreen":
        """Make the menu to which one comes back from a table."""
        if isinstance(self._errand, Join | Watch):
            from chwech_tui.screens.lobby import LobbyScreen

            self._home = LobbyScreen(self._palette, self._errand.place)
        else:
            from chwech_tui.screens.welcome import WelcomeScreen

            self._home = WelcomeScreen(self._palette)
        self._home.say(words, busy=True)
        self._introduce()
        return self._home

    def _make_table(self) -> TableScreen:
        """Make an empty table, until the server has told of one."""
        self._table = TableScreen(self._palette, self._link, BREATH * self._order.pace)
        return self._table

    def _sit_down(self) -> None:
        self.push_screen(self._make_table())

    def _connect(self) -> None:
        self._talk = asyncio.create_task(self._link.run())

    async def on_unmount(self) -> None:
        """Let go of the connection."""
        if self._talk is not None:
            self._talk.cancel()
            await asyncio.gather(self._talk, return_exceptions=True)

    # What the server says

    def _hear_later(self, news: News) -> None:
        self.post_message(self.Heard(news))

    def on_chwech_app_heard(self, message: Heard) -> None:
        """Take in what the link says, unless the screens have gone already."""
        if not self.screen_stack:
            return
        self._hear(message.news)
        if not isinstance(message.news, Welcome):
            self.raise_curtain()

    def _hear(self, news: News) -> None:
        match news:
            case Welcome() as welcome:
                self._welcomed(welcome)
            case Down(text=text):
                self._troubled(f"{text.rstrip('.')}. Trying again…")
            case Ended(code=code, text=text):
                self._ended(code, text)
            case Tables(tables=tables) if self._home is not None:
                self._home.offer(tables)
                self._home.point(self._wanted)
                self._home.rest()
            case Tables(tables=tables):
                self._play(unfinished(tables, self._order))
            case Rules(text=text):
                if self._rules is not None:
                    self._rules.tell(text)
            case news:
                if not self._hear_elsewhere(news):
                    self._hear_table(news)

    def _hear_elsewhere(self, news: FromServer) -> bool:
        """Let a screen hear the answer to what it asked itself, wherever it lies by now."""
        from chwech_tui.screens.asking import AskingScreen

        return any(isinstance(screen, AskingScreen) and screen.hear(news) for screen in self.screen_stack)

    def _welcomed(self, welcome: Welcome) -> None:
        self._welcome, self._games = welcome, welcome.games
        if welcome.token:
            self._keep(self._link.identity)
        self._introduce()
        if self._table is not None:
            self._table.take(boards.troubled(self._table.board, ""))
        if self._home is not None:
            self._home.rest()
        if self._table is None or self._table.board.table is None:
            self._first_step()

    def _introduce(self) -> None:
        """Show in the lobby who one is."""
        from chwech_tui.screens.lobby import LobbyScreen

        if isinstance(self._home, LobbyScreen) and self._welcome is not None:
            self._home.introduce(self._welcome.name, guest=self._welcome.guest)

    def _first_step(self) -> None:
        match self._errand:
            case Play(fresh=True):
                self._ask.open(self._order)
            case Join(table=code) if code and not self._wanted:
                self._wanted = code
                self._ask.join(code)
            case Watch(table=code) if not self._wanted:
                self._wanted = code
                self._ask.watch(code)
            case _:
                self._ask.tables()

    def _play(self, entry: TableEntry | None) -> None:
        """Go on with an unfinished game, or open a table."""
        if entry is None:
            self._ask.open(self._order)
            return
        self._remark = "This game was not finished. A new one: leave, then chwech play --new."
        self._ask.join(entry.table)

    def _hear_table(self, news: FromServer) -> None:
        if isinstance(news, Refused) and (self._table is None or self._table.board.table is None):
            self._not_opened(news)
            return
        if isinstance(news, Seated) and self._table is None:
            self._sit_down()
        if self._table is None:
            return
        self._table.hear(news)
        if isinstance(news, Seated) and news.view.phase is TablePhase.GATHERING:
            self._gather(self._table, news.view.table)
        if isinstance(news, Seated) and self._remark:
            self._table.take(boards.remarked(self._table.board, self._remark))
            self._remark = ""

    def _gather(self, table: TableScreen, code: str) -> None:
        """Say how others come to the table; where nobody else can come, begin."""
        if isinstance(self._errand, Join | Watch):
            table.take(boards.remarked(table.board, f"Others come with: {command(self._errand, code)}"))
        else:
            table.press("enter")

    def _not_opened(self, refused: Refused[View]) -> None:
        """Say why there is no table: in the menu, or in a line on the terminal where there is none."""
        if isinstance(self._errand, Play):
            self.parting_words = f"chwech: {refused.text}"
            self._end(2)
            return
        home = self._come_home()
        text = as_sentence(refused.text)
        home.say(f"{text} Press w to look on." if refused.code is ErrorCode.TABLE_FULL else text)

    def _come_home(self) -> "WelcomeScreen | LobbyScreen":
        """Leave the screen of the table for the menu."""
        table, self._table = self._table, None
        home = self._home
        if home is None:
            # The first screen of an app cannot go: an empty table stays below, unseen.
            home = self._make_home("")
            self.push_screen(home)
        elif table is not None:
            self.pop_screen()
        return home

    def _troubled(self, text: str) -> None:
        if self._table is not None:
            self._table.take(boards.troubled(self._table.board, text))
        if self._home is not None:
            self._home.say(text, busy=True)

    def _ended(self, code: str, text: str) -> None:
        """Ask for a nickname where that helps; say why in any other case, and offer nothing that cannot be."""
        if code in _NAMELESS and isinstance(self._errand, Join | Watch):
            had_none = code == ErrorCode.NAME_NEEDED.value or not self._link.identity.name
            self._ask_nickname(self._errand.place, "" if had_none else as_sentence(text))
        elif self._table is not None and self._table.board.table is not None:
            self._table.take(boards.troubled(self._table.board, f"{as_sentence(text)} Press q to leave."))
        else:
            self.parting_words = text
            self._end(1)

    def _ask_nickname(self, place: str, trouble: str) -> None:
        from chwech_tui.screens.nickname import NicknameScreen

        self.push_screen(NicknameScreen(self._palette, place, trouble))

    def on_question_screen_given(self, message: "QuestionScreen.Given") -> None:
        """Name a key; or connect with the nickname that was given, or leave."""
        from chwech_tui.screens.ssh_keys import KeyNameScreen, SshKeysScreen

        asked = self.screen
        self.pop_screen()
        if isinstance(asked, KeyNameScreen):
            if isinstance(self.screen, SshKeysScreen) and message.text:
                self.screen.name_key(asked.key, message.text)
        elif message.text:
            self._link.identity = Identity(message.text)
            self._connect()
        else:
            self._end(0)

    def _end(self, status: int) -> None:
        self.exit(status, return_code=status)

    # What the player asks for

    def action_leave(self) -> None:
        """Take Ctrl-C for the key that leaves."""
        if isinstance(self.screen, TableScreen):
            self.screen.press("q")
        else:
            self._end(0)

    def on_table_screen_wished(self, message: TableScreen.Wished) -> None:
        """Do what is not the table's to do."""
        if self._table is None:
            return
        match message.wish:
            case Wish.RULES:
                table = self._table.board.table
                self._read_rules(table.setup if table is not None else self._order.setup)
            case Wish.KEYS:
                self.push_screen(KeysScreen(self._palette))
            case Wish.PILES:
                self.push_screen(PilesScreen(self._palette, self._table.board))
            case Wish.AGAIN:
                self._play_again(self._table)
            case _:
                self._leave(self._table)

    def _play_again(self, screen: TableScreen) -> None:
        table = screen.board.table
        if table is not None:
            self._ask.leave()
            screen.take(Board())
            self._ask.open(replace(self._order, setup=replace(table.setup, first_dealer=Seat(0))))

    def _leave(self, screen: TableScreen) -> None:
        if isinstance(self._errand, Play):
            if screen.board.is_on:
                self.parting_words = "The game is kept: chwech goes on with it."
            self._end(0)
            return
        self._ask.leave()
        self._come_home()

    def _read_rules(self, setup: Setup) -> None:
        from chwech_tui.screens.rules import RulesScreen

        self._rules = RulesScreen(self._palette)
        self.push_screen(self._rules)
        self._ask.rules(setup)

    def on_menu_screen_chosen(self, message: "MenuScreen.Chosen") -> None:
        """Do what a line of a menu stands for."""
        if self._home is not None and message.key != "look":
            self._home.say("")
        match message.key.split(" ", 1):
            case ["join", code]:
                self._ask.join(code)
            case ["watch", code]:
                self._ask.watch(code)
            case ["new"] if self._games:
                from chwech_tui.screens.new_table import NewTableScreen

                self.push_screen(NewTableScreen(self._palette, blank_form(self._games[0])))
            case ["rules"]:
                self._read_rules(self._order.setup)
            case ["refresh" | "look"] if self._welcome is not None:
                self._ask.tables()
            case [("keys" | "history") as which] if isinstance(self._errand, Join | Watch):
                self._show_own(which, self._errand)
            case ["quit" | "q"]:
                self._end(0)

    def _show_own(self, which: str, errand: Join | Watch) -> None:
        """Show one's keys, or the games that one has finished."""
        from chwech_tui.screens.history import HistoryScreen
        from chwech_tui.screens.ssh_keys import SshKeysScreen

        if which == "history":
            self.push_screen(HistoryScreen(self._palette, self._ask, partial(record_command, errand)))
        else:
            guest = self._welcome is not None and self._welcome.guest
            screen = SshKeysScreen(self._palette, self._ask, partial(key_command, errand), guest=guest)
            self.push_screen(screen)

    def on_new_table_screen_made(self, message: "NewTableScreen.Made") -> None:
        """Open the table that was made."""
        form = message.form
        self.pop_screen()
        self._sit_down()
        self._ask.open(Order(setup_of(form), (form.bots,) if form.bots else (), form.pace))
