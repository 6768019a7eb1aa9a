"""What follows from a choice in the home menu: a screen that opens, or a request to the server."""

from collections.abc import Callable
from functools import partial
from typing import Final

from msgspec.structs import replace
from textual.app import App

from chwech_tui.errand import key_command, record_command, table_request
from chwech_tui.link import Link
from chwech_tui.model.form import blank_form
from chwech_tui.rooms import Rooms
from chwech_tui.screens.home import Choice, DeleteGame, Menu, SitDown, SpeakInLobby, WatchGame
from chwech_tui.visit import Visit
from games.registry import GAMES
from protocol.absence import Resign
from protocol.identity import Rename
from protocol.lobby import SayInLobby
from protocol.messages import WatchTable
from protocol.seating import QuickTable
from protocol.setup import Setup

AT_ONCE: Final = frozenset({Menu.REFRESH, Menu.SETTINGS, Menu.LEARN, Menu.QUIT})
"""The choices that need no server; any other that comes before the server has answered waits for that."""


class Choices:
    """Carries out the choices of the home menu that do more than request its content."""

    def __init__(self, app: App[int], rooms: Rooms, visit: Visit, link: Link) -> None:
        self._app = app
        self._rooms = rooms
        self._visit = visit
        self._link = link

    def open(self, choice: Choice) -> bool:
        """Open the screen of a choice, which needs no server at first; return False if it has none."""
        pages: dict[Menu, Callable[[], None]] = {
            Menu.NEW_TABLE: self._offer_new_table,
            Menu.KEYS: self._show_keys,
            Menu.HISTORY: self._show_history,
            Menu.DAILY: self.show_day,
            Menu.LEARN: partial(self._rooms.learn, self.leave_course),
            Menu.PEOPLE: self.list_people,
            Menu.TOURNAMENTS: self._list_tournaments,
            Menu.RENAME: self._ask_new_name,
        }
        page = pages.get(choice) if isinstance(choice, Menu) else None
        if page is not None:
            page()
        return page is not None

    def request(self, choice: Choice) -> bool:
        """Send the server the request for a choice; return False if it needs none."""
        match choice:
            case SitDown(table=code):
                self._rooms.join(code)
            case WatchGame(table=code):
                self._link.ask(WatchTable, code)
            case DeleteGame(table=code):
                self._link.ask(Resign, code, alone=True)
                return False
            case SpeakInLobby(text=text):
                self._link.ask(SayInLobby, text)
            case Menu.COACH:
                self._play_with_coach(self._visit.order.setup)
            case Menu.QUICK_GAME:
                self._link.ask(QuickTable, self._visit.order.setup)
            case _:
                return False
        return True

    def list_people(self) -> None:
        """Show the people online and the player's friends."""
        self._rooms.list_people()

    @property
    def _is_guest(self) -> bool:
        """True if the player has no account that lasts."""
        return self._visit.welcome is not None and self._visit.welcome.guest

    def _list_tournaments(self) -> None:
        from chwech_tui.screens.tournaments import TournamentsScreen

        def go(code: str | None) -> None:
            # Who has a seat at the table comes back to it instead of watching.
            if code:
                self._link.ask(WatchTable, code)

        if self._visit.offers:
            form = blank_form(self._visit.offers, GAMES)
            screen = TournamentsScreen(self._rooms.palette, self._link, form, guest=self._is_guest)
            self._app.push_screen(screen, go)

    def _offer_new_table(self) -> None:
        from chwech_tui.screens.new_table import NewTableScreen

        if self._visit.offers:
            form = blank_form(self._visit.offers, GAMES, shared=self._visit.remote is not None)
            self._app.push_screen(NewTableScreen(self._rooms.palette, form))

    def leave_course(self, game: str | None) -> None:
        """Play the game that the course was about, if the person wants to."""
        if game and self._visit.welcome is not None:
            self._play_with_coach(Setup(game, 0))

    def _play_with_coach(self, setup: Setup) -> None:
        """Open a table with the coach, which nobody finds by chance; no players stand for the usual number."""
        order = replace(self._visit.order, setup=self._visit.completed(setup))
        self._rooms.sit_down(coached=True)
        self._link.ask(partial(table_request, replace(order, arrangement=replace(order.arrangement, listed=False))))

    def _ask_new_name(self) -> None:
        from chwech_tui.screens.question import RENAME, QuestionScreen

        if self._visit.welcome is not None:
            self._app.push_screen(QuestionScreen(self._rooms.palette, RENAME, self._rename))

    def _rename(self, name: str) -> int:
        return self._link.ask(Rename, name)

    def show_day(self) -> None:
        """Show the deal of the day."""
        from chwech_tui.screens.daily import DailyScreen

        if not isinstance(self._app.screen, DailyScreen):
            self._app.push_screen(DailyScreen(self._rooms.palette, self._link))

    def _show_history(self) -> None:
        from chwech_tui.screens.history import HistoryScreen

        command = partial(record_command, self._visit.errand)
        self._app.push_screen(HistoryScreen(self._rooms.palette, self._link, command))

    def _show_keys(self) -> None:
        """Show the SSH keys of the player's account; an offline game has none."""
        from chwech_tui.screens.ssh_keys import SshKeysScreen

        remote = self._visit.remote
        if remote is not None:
            command = partial(key_command, remote)
            screen = SshKeysScreen(self._rooms.palette, self._link, command, guest=self._is_guest)
            self._app.push_screen(screen)
