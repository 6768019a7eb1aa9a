"""The client's app: one link, a few screens, and what leads from one to the other."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from textual.app import App
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.filter import LineFilter
from textual.message import Message
from textual.theme import Theme

from chwech_tui.drawing.plan import fits
from chwech_tui.errand import Errand, Greet, Join, Order, Play, unfinished
from chwech_tui.filters import filters_of
from chwech_tui.link import Down, Ended, Identity, Link, News
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.form import blank_form, setup_of
from chwech_tui.model.hand import Wish
from chwech_tui.screens.plain import KeysScreen, PilesScreen, TooSmallScreen
from chwech_tui.screens.table import TableScreen
from chwech_tui.theme import ACCENT_COLOUR, CARD_COLOUR, TABLE_COLOUR, TEXT_COLOUR, Colours, Palette
from protocol.aio import ClientChannel
from protocol.errors import ErrorCode
from protocol.messages import (
    FromServer,
    JoinTable,
    LeaveTable,
    ListTables,
    OpenTable,
    Refused,
    Seated,
    TableEntry,
    TablePhase,
    Tables,
    Welcome,
)
from protocol.reading import ReadRules, Rules
from protocol.setup import GameOffer, Setup
from protocol.vocabulary import Seat

if TYPE_CHECKING:
    from chwech_tui.screens.lobby import LobbyScreen
    from chwech_tui.screens.menu import MenuScreen
    from chwech_tui.screens.new_table import NewTableScreen
    from chwech_tui.screens.nickname import NicknameScreen
    from chwech_tui.screens.rules import RulesScreen
    from chwech_tui.screens.welcome import WelcomeScreen


def _theme(palette: Palette) -> Theme:
    """Give Textual's own widgets the look of the table; without colour the chosen line is inverted."""
    return Theme(
        name="chwech",
        primary=ACCENT_COLOUR,
        foreground=TEXT_COLOUR,
        background=TABLE_COLOUR,
        surface=TABLE_COLOUR,
        panel=CARD_COLOUR,
        dark=True,
        variables={
            "block-cursor-background": CARD_COLOUR,
            "block-cursor-foreground": ACCENT_COLOUR,
            "block-cursor-text-style": "bold reverse" if palette.colours is Colours.NONE else "bold",
            "block-cursor-blurred-background": CARD_COLOUR,
            "input-cursor-background": ACCENT_COLOUR,
        },
    )


BREATH = 3
"""How many turns of a bot the last trick of a deal is shown before the score sheet."""


class ChwechApp(App[int]):
    """The client, from its start to its end."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    CSS = "Screen { background: $background; overflow: hidden; layers: base; }"
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
            palette: the colours.
            explain: says why a connection was lost, if that can be known.
            keep: keeps the identity that the server gave, for the next time.
        """
        super().__init__(ansi_color=True)
        self.parting_words = ""
        """What is said on the terminal once the screen is gone."""
        self._palette = palette
        self._line_filters = filters_of(palette)
        self._errand = errand
        self._keep = keep
        self._link = Link(dial, self._hear_later, identity, explain)
        self._talk: asyncio.Task[None] | None = None
        self._games: tuple[GameOffer, ...] = ()
        self._order = errand.order if isinstance(errand, Play) else Order()
        self._home: WelcomeScreen | LobbyScreen | None = None
        self._table: TableScreen | None = None
        self._rules: RulesScreen | None = None
        self._remark = ""

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Give what the palette asks for; nothing is read from the environment, which may be a server's."""
        return self._line_filters

    # From start to end

    def on_mount(self) -> None:
        """Show the first screen and connect."""
        theme = _theme(self._palette)
        self.register_theme(theme)
        self.theme = theme.name
        match self._errand:
            case Play():
                self._sit_down()
            case Greet():
                from chwech_tui.screens.welcome import WelcomeScreen

                self._go_home(WelcomeScreen(self._palette), "Starting…")
            case Join(place=place):
                from chwech_tui.screens.lobby import LobbyScreen

                self._go_home(LobbyScreen(self._palette, place), f"Connecting to {place}…")
        if isinstance(self._errand, Join) and not (self._link.identity.name or self._link.identity.token):
            self._ask_nickname("")
        else:
            self._connect()

    def _go_home(self, home: "WelcomeScreen | LobbyScreen", words: str) -> None:
        self._home = home
        self.push_screen(home)
        home.say(words, busy=True)

    def _sit_down(self) -> TableScreen:
        """Show an empty table until the server has told of one."""
        self._table = TableScreen(self._palette, self._link, BREATH * self._order.pace)
        self.push_screen(self._table)
        return self._table

    def _ask_nickname(self, trouble: str) -> None:
        from chwech_tui.screens.nickname import NicknameScreen

        place = self._errand.place if isinstance(self._errand, Join) else "this machine"
        self.push_screen(NicknameScreen(self._palette, place, trouble))

    def on_nickname_screen_given(self, message: "NicknameScreen.Given") -> None:
        """Connect with the nickname that was given, or leave."""
        if not message.name:
            self._end(0)
            return
        self.pop_screen()
        self._link.identity = Identity(message.name)
        self._connect()

    def _connect(self) -> None:
        self._talk = asyncio.create_task(self._link.run())

    async def on_unmount(self) -> None:
        """Let go of the connection."""
        if self._talk is not None:
            self._talk.cancel()
            await asyncio.gather(self._talk, return_exceptions=True)

    def on_resize(self, event: Resize) -> None:
        """Say so where the screen is too small, and go on where it is large enough again."""
        small = isinstance(self.screen, TooSmallScreen)
        if not fits(event.size.width, event.size.height) and not small:
            self.push_screen(TooSmallScreen(self._palette))
        elif fits(event.size.width, event.size.height) and small:
            self.pop_screen()

    # What the server says

    def _hear_later(self, news: News) -> None:
        self.post_message(self.Heard(news))

    def on_chwech_app_heard(self, message: Heard) -> None:
        """Take in what the link says, unless the screens have gone already."""
        if not self.screen_stack:
            return
        match message.news:
            case Welcome() as welcome:
                self._welcomed(welcome)
            case Down(text=text):
                self._troubled(f"{text.rstrip('.')}. Trying again…")
            case Ended(code=code, text=text):
                self._ended(code, text)
            case Tables(tables=tables) if self._home is not None:
                self._home.offer(tables)
                self._home.say("")
            case Tables(tables=tables):
                self._play(unfinished(tables, self._order))
            case Rules(text=text):
                if self._rules is not None:
                    self._rules.tell(text)
            case news:
                self._hear_table(news)

    def _welcomed(self, welcome: Welcome) -> None:
        self._games = welcome.games
        if welcome.token:
            self._keep(self._link.identity)
        if self._table is not None:
            self._table.take(boards.troubled(self._table.board, ""))
        if self._home is not None:
            self._home.say("")
        if self._table is None or self._table.board.table is None:
            self._first_step()

    def _first_step(self) -> None:
        match self._errand:
            case Play(fresh=True):
                self._open(self._order)
            case Join(table=code) if code:
                self._errand = replace(self._errand, table="")
                self._join(code)
            case _:
                self._list()

    def _play(self, entry: TableEntry | None) -> None:
        """Go on with an unfinished game, or open a table."""
        if entry is None:
            self._open(self._order)
            return
        self._remark = "This game was not finished. A new one: leave, then chwech play --new."
        self._join(entry.table)

    def _hear_table(self, news: FromServer) -> None:
        if isinstance(news, Refused) and (self._table is None or self._table.board.table is None):
            self._not_opened(news.text)
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
        if isinstance(self._errand, Join):
            text = f"Others come with: chwech join {self._errand.place} {code}"
            table.take(boards.remarked(table.board, text))
        else:
            table.press("enter")

    def _not_opened(self, text: str) -> None:
        """Say why there is no table: in the menu, or in a line on the terminal where there is none."""
        if self._home is None:
            self.parting_words = f"chwech: {text}"
            self._end(2)
            return
        if self._table is not None:
            self._table = None
            self.pop_screen()
        self._home.say(text)

    def _troubled(self, text: str) -> None:
        if self._table is not None:
            self._table.take(boards.troubled(self._table.board, text))
        if self._home is not None:
            self._home.say(text, busy=True)

    def _ended(self, code: str, text: str) -> None:
        """Ask for another nickname where that helps; say why in any other case, and offer nothing that cannot be."""
        if code == ErrorCode.INVALID_NAME.value and isinstance(self._errand, Join):
            self._ask_nickname(text)
        elif self._table is not None:
            self._table.take(boards.troubled(self._table.board, f"{text} Press q to leave."))
        else:
            self.parting_words = text
            self._end(1)

    def _end(self, status: int) -> None:
        self.exit(status, return_code=status)

    # What is asked of the server

    def _list(self) -> None:
        number = self._link.next_id()
        self._link.send(number, ListTables(number))

    def _join(self, code: str) -> None:
        number = self._link.next_id()
        self._link.send(number, JoinTable(number, code))

    def _open(self, order: Order) -> None:
        number = self._link.next_id()
        self._order = order
        self._link.send(number, OpenTable(number, order.setup, order.bots, order.pace, order.seed))

    def _leave_table(self) -> None:
        number = self._link.next_id()
        self._link.send(number, LeaveTable(number))

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
            self._leave_table()
            screen.take(Board())
            self._open(replace(self._order, setup=replace(table.setup, first_dealer=Seat(0))))

    def _leave(self, screen: TableScreen) -> None:
        if self._home is None:
            if screen.board.is_on:
                self.parting_words = "The game is kept: chwech goes on with it."
            self._end(0)
            return
        self._leave_table()
        self._table = None
        self.pop_screen()
        self._list()

    def _read_rules(self, setup: Setup) -> None:
        from chwech_tui.screens.rules import RulesScreen

        self._rules = RulesScreen(self._palette)
        self.push_screen(self._rules)
        number = self._link.next_id()
        self._link.send(number, ReadRules(number, setup))

    def on_menu_screen_chosen(self, message: "MenuScreen.Chosen") -> None:
        """Do what a line of a menu stands for."""
        match message.key.split(" ", 1):
            case ["join", code]:
                self._join(code)
            case ["new"] if self._games:
                from chwech_tui.screens.new_table import NewTableScreen

                self.push_screen(NewTableScreen(self._palette, blank_form(self._games[0])))
            case ["rules"]:
                self._read_rules(self._order.setup)
            case ["refresh"]:
                self._list()
            case ["quit" | "q"]:
                self._end(0)

    def on_new_table_screen_made(self, message: "NewTableScreen.Made") -> None:
        """Open the table that was made."""
        form = message.form
        self.pop_screen()
        self._sit_down()
        self._open(Order(setup_of(form), (form.bots,) if form.bots else (), form.pace))
