"""The statistics as a screen, opened from the list of finished games."""

import pytest

from chwech_tui.errand import Greet
from chwech_tui.screens.history import HistoryScreen, StatisticsScreen
from chwech_tui.theme import Colours, Palette
from protocol.archive import GameEntry
from protocol.setup import Setup
from protocol.vocabulary import Seat
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.golden import SIZES, look
from tests.chwech_tui.player import until
from tests.chwech_tui.screens_text import running, screen_text

NAMES = ("Megan", "Nia (bot)", "Rhys (bot)", "Dylan (bot)", "Gwen (bot)", "Ifan (bot)")
GAMES = tuple(
    GameEntry(
        number,
        "calm-river-oak",
        1_790_000_000.0 + number,
        Setup("chwech", 4 + number % 3),
        NAMES[: 4 + number % 3],
        (number * 37 % 120, *(60,) * (3 + number % 3)),
        Seat(0),
    )
    for number in range(40, 0, -1)
)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_plots_look_as_they_did(size: tuple[int, int]) -> None:
    """Totals, the share of what the game counts, and first places by number of players."""
    server = FakeServer()
    server.games = GAMES
    async with running(Greet(), server, size) as (app, pilot):
        await until(pilot, lambda: "Finished games" in screen_text(app))
        await pilot.press("h")
        await until(pilot, lambda: isinstance(app.screen, HistoryScreen) and "points a deal" in screen_text(app))
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, StatisticsScreen))
        await pilot.pause()
        await look(app, pilot, f"statistics-{size[0]}x{size[1]}")
        await pilot.press("right", "escape")
        await until(pilot, lambda: isinstance(app.screen, HistoryScreen))


async def test_without_games_there_is_no_plot() -> None:
    """The key does nothing, and in ASCII the plot is made of signs."""
    server = FakeServer()
    async with running(Greet(), server, (80, 24), palette=Palette(Colours.NONE, ascii=True)) as (app, pilot):
        await until(pilot, lambda: "Finished games" in screen_text(app))
        await pilot.press("h")
        await until(pilot, lambda: "none yet" in screen_text(app))
        await pilot.press("s")
        await pilot.pause()
        assert isinstance(app.screen, HistoryScreen)
        await pilot.press("escape")
        server.games = GAMES
        await pilot.press("h")
        await until(pilot, lambda: isinstance(app.screen, HistoryScreen) and "points a deal" in screen_text(app))
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, StatisticsScreen) and "First places" in screen_text(app))
        assert screen_text(app).isascii()
