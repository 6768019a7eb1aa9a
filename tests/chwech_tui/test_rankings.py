"""The rankings as a screen, and ratings where games are listed and played."""

from typing import Final

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from chwech_tui.app import ChwechApp
from chwech_tui.errand import Greet, Join, PlayNow
from chwech_tui.model import board as boards
from chwech_tui.screens.history import HistoryScreen, RankingsScreen
from chwech_tui.screens.new_table import NewTableScreen
from chwech_tui.screens.people import PeopleScreen
from chwech_tui.screens.table import TableScreen
from protocol.messages import OpenTable
from protocol.rankings import ReadRankings
from protocol.tableview import TablePhase
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.golden import SIZES, look
from tests.chwech_tui.player import until
from tests.chwech_tui.ratings import OWN, RANKED, with_ratings
from tests.chwech_tui.screens_text import HURRIED, running, screen_text
from tests.chwech_tui.test_golden_screens import SCENES, stage
from tests.chwech_tui.test_statistics import GAMES

HERE: Final = Join("localhost")


def a_server() -> FakeServer:
    """Give a server with rankings."""
    server = FakeServer()
    server.games, server.ranked, server.ratings = GAMES, RANKED, OWN
    return server


async def open_rankings(app: ChwechApp, pilot: Pilot[int]) -> None:
    """Open them from the finished games."""
    await until(pilot, lambda: "Finished games" in screen_text(app))
    await pilot.press("h")
    await until(pilot, lambda: isinstance(app.screen, HistoryScreen) and "points a deal" in screen_text(app))
    await pilot.press("a")
    await until(pilot, lambda: isinstance(app.screen, RankingsScreen) and "Fetching" not in screen_text(app))
    await pilot.pause()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_rankings_look_as_they_did(size: tuple[int, int]) -> None:
    """People and bots with their places, the reader chosen; the provisional without a place."""
    async with running(Greet(), a_server(), size) as (app, pilot):
        await open_rankings(app, pilot)
        await look(app, pilot, f"rankings-{size[0]}x{size[1]}")


async def test_each_ruleset_has_rankings_of_its_own() -> None:
    """The arrows turn to them, each is asked for once, and where nobody has played that is said."""
    server = a_server()
    async with running(Greet(), server, (80, 24)) as (app, pilot):
        await open_rankings(app, pilot)
        assert "Chwech, revised rules" in screen_text(app)
        await pilot.press("enter", "right")
        await until(pilot, lambda: "Nobody has played a rated game yet." in screen_text(app))
        assert "Chwech, original rules" in screen_text(app)
        await pilot.press("right", "left", "left")
        await until(pilot, lambda: "2  Megan (you)" in screen_text(app))
        asked = [asked.ruleset for asked in server.heard if isinstance(asked, ReadRankings)]
        assert asked == ["revised", "original"]
        await pilot.press("a")
        await until(pilot, lambda: isinstance(app.screen, HistoryScreen))


async def test_the_list_of_games_names_the_ratings() -> None:
    """Those of each ruleset that the player has a rating for."""
    async with running(Greet(), a_server(), (100, 30)) as (app, pilot):
        await until(pilot, lambda: "Finished games" in screen_text(app))
        await pilot.press("h")
        await until(pilot, lambda: "points a deal" in screen_text(app))
        said = " ".join(screen_text(app).split())
        assert "rating 1712 ± 96 (revised rules), 1540? ± 187 (original rules)" in said


async def test_the_people_lead_to_the_rankings() -> None:
    """By the same key."""
    async with running(HERE, a_server(), (80, 24)) as (app, pilot):
        await until(pilot, lambda: "No tables yet" in screen_text(app))
        await pilot.press("i")
        await until(pilot, lambda: isinstance(app.screen, PeopleScreen))
        await pilot.press("a")
        await until(pilot, lambda: isinstance(app.screen, RankingsScreen) and "Owain" in screen_text(app))


async def test_a_table_is_made_casual() -> None:
    """The last choice of the form of a game alone; without it the table is rated."""
    server = a_server()
    async with running(Greet(), server, (80, 24)) as (app, pilot):
        await until(pilot, lambda: "Finished games" in screen_text(app))
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, NewTableScreen))
        await pilot.press("end", "right")
        await until(pilot, lambda: "Rated                    ‹ no ›" in screen_text(app))
        await pilot.press("enter")
        await until(pilot, lambda: any(isinstance(asked, OpenTable) for asked in server.heard))
    (opened,) = (asked for asked in server.heard if isinstance(asked, OpenTable))
    assert opened.arrangement.casual


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_a_rated_table_looks_as_it_did(size: tuple[int, int]) -> None:
    """Points stand beside the names where there is room; after the game, what it has changed."""
    async with running(PlayNow(), size=size) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, TableScreen)
        playing = SCENES["following"](stage("revised"))
        over = stage("revised").board(lambda now: now.table is not None and now.table.phase is TablePhase.OVER)
        assert playing.table is not None
        assert over.table is not None
        screen.take(boards.changed(playing, with_ratings(playing.table)))
        await pilot.pause()
        await look(app, pilot, f"rated-{size[0]}x{size[1]}")
        told = boards.changed(over, with_ratings(over.table, changed=True))
        screen.take(replace(told, settings=HURRIED))
        await pilot.pause()
        await look(app, pilot, f"rated-over-{size[0]}x{size[1]}")
        screen.show_sheet()
        await pilot.pause()
        await look(app, pilot, f"rated-ranking-{size[0]}x{size[1]}")
