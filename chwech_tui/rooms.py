"""The app's navigation between its home menu and the table; messages of the server are handled in ``hearing``."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING

from msgspec.structs import replace
from textual.message import Message
from textual.screen import Screen

from chwech_tui.errand import Errand, Greet, Join, Play, TableOrder, Watch
from chwech_tui.lean import LeanApp
from chwech_tui.link import Identity, Link, News
from chwech_tui.model.board import Board, called
from chwech_tui.model.people import shown_name
from chwech_tui.requests import Requests
from chwech_tui.screens.table import TableScreen
from chwech_tui.theme import Palette
from protocol.aio import ClientChannel
from protocol.messages import Welcome
from protocol.setup import GameOffer

if TYPE_CHECKING:
    from chwech_tui.screens.lobby import LobbyScreen
    from chwech_tui.screens.rules import RulesScreen
    from chwech_tui.screens.welcome import WelcomeScreen

BREATH = 3
"""How long the last trick of a deal stays before the score sheet, in multiples of a bot's pace."""


class _Ending(Exception):
    """Raised if the app ends while suspended: the terminal stays as it is, and Textual does not resume reading it."""


class RoomsApp(LeanApp):
    """An app with a link to a server, a home menu and a table screen."""

    class Heard(Message):
        """Posted when the link has news."""

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
        """Create the app.

        Args:
            dial: opens a connection to the server.
            errand: the task that the client was started for.
            identity: the name and token to greet the server with.
            palette: what the terminal can show.
            explain: returns why a connection was lost; an empty text if unknown.
            keep: stores the identity that the server issued, for the next run.
        """
        super().__init__(palette)
        self.parting_words = ""
        """The text printed on the terminal after the app has ended."""
        self.fault: Exception | None = None
        """The exception that ended the app, if any."""
        self.keep_copy: Callable[[str, str], str] | None = None
        """Writes a text to a new file at a path and returns the absolute path; None without files, as over SSH."""
        self._errand = errand
        self._keep = keep
        self._link = Link(dial, self._hear_later, identity, explain)
        self._ask = Requests(self._link)
        self._talk: asyncio.Task[None] | None = None
        self._welcome: Welcome | None = None
        self._games: tuple[GameOffer, ...] = ()
        self._order = errand.order if isinstance(errand, Play) else TableOrder()
        self._home: WelcomeScreen | LobbyScreen | None = None
        self._table: TableScreen | None = None
        self._rules: RulesScreen | None = None
        self._wanted = ""
        self._sought = ""
        self._remark = ""
        self._ignored: frozenset[str] = frozenset()

    # Start and end of the app

    def get_default_screen(self) -> Screen[str]:
        """Return the first screen; none lies below it, because each screen costs time and memory."""
        match self._errand:
            case Greet():
                return self._make_home("Starting…")
            case Join(table="", place=place):
                return self._make_home(f"Connecting to {place}…")
            case Join() | Watch() | Play():
                return self._make_table()

    def on_mount(self) -> None:
        """Connect, unless the connection was started before the screens."""
        self.hold_curtain()
        if self._talk is None:
            self.connect()

    def _make_home(self, words: str) -> "WelcomeScreen | LobbyScreen":
        """Create the home menu: the lobby of a server, or the welcome screen of an offline game."""
        if isinstance(self._errand, Join | Watch):
            from chwech_tui.screens.lobby import LobbyScreen

            self._home = LobbyScreen(self._palette, self._errand.place)
            self._home.ignore(self._ignored)
        else:
            from chwech_tui.screens.welcome import WelcomeScreen

            self._home = WelcomeScreen(self._palette)
        self._home.say(words, busy=True)
        self._introduce()
        return self._home

    def _make_table(self) -> TableScreen:
        """Create an empty table screen, to be filled by the server's first view."""
        self._table = TableScreen(self._palette, self._link, BREATH * self._order.pace)
        self._table.board = Board(ignored=self._ignored, own=shown_name(self._welcome.name) if self._welcome else "")
        return self._table

    def _sit_down(self) -> None:
        self.push_screen(self._make_table())

    def connect(self) -> None:
        """Start the conversation with the server; messages that arrive before the screens exist are queued."""
        self._talk = asyncio.create_task(self._link.run())

    async def disconnect(self) -> None:
        """Close the connection."""
        if self._talk is not None:
            self._talk.cancel()
            await asyncio.gather(self._talk, return_exceptions=True)

    async def on_unmount(self) -> None:
        """Close the connection."""
        await self.disconnect()

    @contextmanager
    def step_aside(self) -> Iterator[None]:
        """Leave the terminal to another program; the event loop keeps running, and nothing may be drawn meanwhile."""
        with suppress(_Ending), self.batch_update(), self.suspend():
            yield
            if not self.is_running:
                raise _Ending

    def _hear_later(self, news: News) -> None:
        self.post_message(self.Heard(news))

    def _introduce(self) -> None:
        """Show the player's own name in the lobby and at the table."""
        from chwech_tui.screens.lobby import LobbyScreen

        if self._table is not None and self._welcome is not None:
            self._table.take(called(self._table.board, self._welcome.name))
        if isinstance(self._home, LobbyScreen) and self._welcome is not None:
            self._home.introduce(self._welcome.name, guest=self._welcome.guest)

    def _ignore(self, names: frozenset[str]) -> None:
        """Set the people whose chat is hidden, in the lobby and at the table."""
        from chwech_tui.screens.lobby import LobbyScreen

        self._ignored = names
        if self._table is not None:
            self._table.take(replace(self._table.board, ignored=names))
        if isinstance(self._home, LobbyScreen):
            self._home.ignore(names)
            self._show_people()

    def _show_people(self) -> None:
        """Update the list of people if it is open."""
        from chwech_tui.screens.lobby import LobbyScreen
        from chwech_tui.screens.people import PeopleScreen

        if isinstance(self.screen, PeopleScreen) and isinstance(self._home, LobbyScreen):
            self.screen.show(self._home.lobby, self._ignored)

    def _come_home(self) -> "WelcomeScreen | LobbyScreen":
        """Return from the table screen to the home menu."""
        table, self._table = self._table, None
        home = self._home
        if home is None:
            # Textual cannot pop the first screen of an app: an empty table stays below, hidden.
            home = self._make_home("")
            self.push_screen(home)
        elif table is not None:
            self.pop_screen()
        return home

    def _come_home_anew(self) -> None:
        """Return to the home menu and reconnect, after the server has ended the connection for good."""
        self._link.begin_anew()
        self._come_home().say("Connecting…", busy=True)
        self.connect()

    def give_up(self, fault: Exception) -> None:
        """End the app and report a fault in one line; such a fault follows from an unexpected message of the server."""
        self.fault = fault
        place = extract_tb(fault.__traceback__)[-1]
        where = f"{type(fault).__name__} in {Path(place.filename).name}, line {place.lineno}"
        self.parting_words = f"The server sent something that this client cannot understand ({where})."
        self._end(1)

    def _fatal_error(self) -> None:
        """End in the same way if the fault occurs later, for example while drawing."""
        if self._exception is not None:
            self.give_up(self._exception)
        self._close_messages_no_wait()

    def _end(self, status: int) -> None:
        self.exit(status, return_code=status)
