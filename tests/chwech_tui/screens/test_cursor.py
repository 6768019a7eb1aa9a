"""The terminal's own cursor: in every frame on the chosen card or row, or where one writes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot

from chwech_tui.app import ChwechApp
from chwech_tui.errand import Errand, Greet, Join, PlayNow
from chwech_tui.link import Identity, Route
from chwech_tui.model.board import Asking
from chwech_tui.model.ink import Pick
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.screens.lobby import LobbyScreen
from chwech_tui.screens.question import QuestionScreen
from chwech_tui.screens.settings import SettingsScreen
from chwech_tui.screens.table import TableScreen
from chwech_tui.theme import Palette
from protocol.messages import OpenTable
from protocol.setup import Setup
from tests.chwech_tui.emulator import Emulator, Recorder
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.player import at_table, by_keyboard, enter, play_game, table_of, until
from tests.chwech_tui.screens_text import tap

pytestmark = pytest.mark.no_cover

SIZE = (80, 24)


class Watcher(Recorder):
    """A driver that looks at each frame in the moment in which it is written."""

    seen: Emulator
    frames = 0
    chosen = 0
    """The frames in which a card was chosen."""

    def write(self, data: str) -> None:
        """Take a frame, and hold its cursor against what the screen shows by then."""
        self.seen.feed(data)
        screen = self._app.screen if self._app.screen_stack else None
        if not data.endswith("H") or not isinstance(screen, DrawnScreen):
            return
        self.frames += 1
        cursor = self.seen.cursor
        assert cursor == screen.surface.place_of(screen.spot())
        if isinstance(screen, TableScreen) and isinstance(screen.spot().aim, Pick):
            self.chosen += 1
            self._hold_card(screen, cursor)

    def _hold_card(self, screen: TableScreen, cursor: tuple[int, int]) -> None:
        card = screen.board.chosen_card
        assert screen.surface.aim_at(*cursor) == Pick(screen.board.chosen or 0)
        shown = self.seen.rows[cursor[1]][cursor[0]][0]
        assert shown == (card.text[0] if card.suit is not None else "J")


@asynccontextmanager
async def watched(errand: Errand, server: FakeServer) -> AsyncIterator[tuple[ChwechApp, Pilot[int], Watcher]]:
    """Run the app on a terminal whose frames are looked at."""
    app = ChwechApp(Route(server.dial, Identity("Megan")), errand, Palette())
    Watcher.seen = Emulator(*SIZE)
    app.driver_class = Watcher
    async with app.run_test(headless=False, size=SIZE) as pilot:
        driver = app._driver
        assert isinstance(driver, Watcher)
        yield app, pilot, driver


@pytest.mark.no_cover
async def test_in_every_frame_of_a_game_the_cursor_is_right() -> None:
    """From the first card to the last the cursor of each frame stands on the chosen card, and else on the prompt."""
    order = OpenTable(0, Setup("chwech", 5, {"deals": 1}), seed="cursor")
    async with watched(PlayNow(order), FakeServer()) as (app, pilot, driver):
        await until(pilot, lambda: at_table(app))
        await play_game(pilot, by_keyboard, enter)
        assert driver.frames > 40
        assert driver.chosen > 10


async def test_the_cursor_follows_what_is_written() -> None:
    """While one talks at the table it stands behind the last letter."""
    async with watched(PlayNow(), FakeServer()) as (app, pilot, driver):
        await until(pilot, lambda: at_table(app))
        await tap(pilot, "right", *"thello", holds=lambda: table_of(app).board.draft == "hello")
        x, y = driver.seen.cursor
        assert driver.seen.lines()[y][x - 5 : x + 1] == "hello_"
        await pilot.press("escape")
        assert table_of(app).board.asking is Asking.NOTHING


@pytest.mark.parametrize("errand", [Greet(), Join("this server")])
async def test_the_cursor_stands_on_the_chosen_row(errand: Errand) -> None:
    """In a menu it is on the first letter of the chosen line, on another screen that opens too."""
    async with watched(errand, FakeServer()) as (_app, pilot, driver):
        await until(pilot, lambda: any("New table" in line for line in driver.seen.lines()))
        await tap(pilot, "o", opens=SettingsScreen)
        await pilot.press("down", "down")
        await until(pilot, lambda: driver.seen.lines()[driver.seen.cursor[1]].strip().startswith("▌ Motion"))
        assert driver.seen.lines()[driver.seen.cursor[1]][driver.seen.cursor[0] :].startswith("Motion")


async def test_the_cursor_stands_where_the_lobby_is_written_in() -> None:
    """Behind the message to the lobby, and behind the code of a table."""
    async with watched(Join("this server"), FakeServer()) as (app, pilot, driver):
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await until(pilot, lambda: any("New table" in line for line in driver.seen.lines()))
        await tap(pilot, *"thi", holds=lambda: any("Say: hi_" in line for line in driver.seen.lines()))
        assert driver.seen.rows[driver.seen.cursor[1]][driver.seen.cursor[0]][0] == "_"
        await tap(pilot, "escape", "c", *"am", opens=QuestionScreen)
        await until(pilot, lambda: any(" am_" in line for line in driver.seen.lines()))
        assert driver.seen.rows[driver.seen.cursor[1]][driver.seen.cursor[0]][0] == "_"
