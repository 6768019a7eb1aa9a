"""The list of finished games: a line for each, whatever was played, and the statistics of each game."""

import re
from typing import Final

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from chwech_tui.app import ChwechApp
from chwech_tui.drawing.line import cells
from chwech_tui.errand import Greet, Join, PlayNow
from chwech_tui.lists import finished_games, statistics_words
from chwech_tui.model import board as boards
from chwech_tui.model.game import title_of
from chwech_tui.model.people import hints_mark
from chwech_tui.screens.lists import HistoryScreen, RankingsScreen, laid
from chwech_tui.screens.menu import MENU_WIDTH
from chwech_tui.screens.sheet import StatisticsScreen
from protocol.archive import GameEntry, Statistics
from protocol.language import LANGUAGES, speaking
from protocol.message import Seat
from protocol.rating import MonthPlace, ReadRankings
from protocol.setup import Setup
from protocol.table import TablePhase
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.golden import SMALL, look
from tests.chwech_tui.player import table_of, until
from tests.chwech_tui.ratings import OWN, RANKED, with_ratings
from tests.chwech_tui.screens_text import HURRIED, running, screen_text, tap
from tests.chwech_tui.test_golden_screens import SCENES, stage

FOUR = GameEntry(7, "calm-river", 1_790_000_000.0, Setup("chwech", 4), ("Ann", "Ben", "Cat", "Dan"), (9, 40, 8, 40))
"""A game of four, each alone."""

SIDES = replace(FOUR, setup=Setup("forty-five", 4), totals=(45, 25, 45, 25), sides=(0, 1, 0, 1))  # A game of two sides.


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (replace(FOUR, seat=Seat(0)), "Chwech, calm-river, total 9, place 3 of 4."),
        (replace(FOUR, seat=Seat(0), hinted=(Seat(0), Seat(1))), "Chwech, calm-river, total 9, place 3 of 4 (hints)."),
        (replace(FOUR, seat=Seat(0), hinted=(Seat(1),)), "Chwech, calm-river, total 9, place 3 of 4."),
        (FOUR, "Chwech, calm-river, total 40, won by Ben and Dan."),
        (replace(SIDES, seat=Seat(3)), "Forty-Five, calm-river, total 25, place 2 of 2."),
        (SIDES, "Forty-Five, calm-river, total 45, won by Ann and Cat."),
        (replace(FOUR, setup=Setup("whist", 4)), "whist, calm-river, total 40, won by Ben and Dan."),
    ],
)
def test_a_game_in_one_line(entry: GameEntry, words: str) -> None:
    """The game, its table, and one's own place, or who won; partners have one place; hints of one's own are told."""
    assert [*finished_games([entry]).read()] == [f"7. 2026-09-21: {words}"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_line_fits_the_list(language: str) -> None:
    """Only the code of the table is cut: the hints stand last, and the headings above their columns."""
    long = replace(FOUR, setup=Setup("durak-teams", 4), table="calm-river-oakwood", seat=Seat(0), hinted=(Seat(0),))
    with speaking(language):
        _head, lines = laid(finished_games([FOUR, replace(long, totals=(-120, 40, 8, 40))]))
        assert cells(lines[1]) <= MENU_WIDTH - 1
        assert title_of("durak-teams") in lines[1]
        assert lines[1].endswith(hints_mark())


def test_statistics_are_those_of_one_game() -> None:
    """Points of different games do not add up; what else is counted has the game's own name."""
    played = Statistics(1, "Ann", 2, 1, 16, 400, "chwech", "exact multiples of nine", 3)
    assert statistics_words(played) == "Chwech: 2 games played, 1 won; 25.0 points a deal; exact multiples of nine: 3"
    assert statistics_words(Statistics(1, "Ann", 1)) == "1 game played, 0 won; no deals yet"


HERE: Final = Join("localhost")


def a_server() -> FakeServer:
    """Give a server with rankings."""
    server = FakeServer()
    server.games, server.ranked, server.ratings = STATISTICS_GAMES, RANKED, OWN
    return server


async def open_rankings(app: ChwechApp, pilot: Pilot[int]) -> None:
    """Open them from the finished games."""
    await until(pilot, lambda: "Finished games" in screen_text(app))
    await tap(pilot, "h", holds=lambda: isinstance(app.screen, HistoryScreen) and "points a deal" in screen_text(app))
    await tap(pilot, "a", holds=lambda: isinstance(app.screen, RankingsScreen) and "Fetching" not in screen_text(app))
    await pilot.pause()


async def test_the_rankings_look_as_they_did() -> None:
    """People and bots with their places, the reader chosen; the provisional without a place."""
    async with running(Greet(), a_server(), SMALL) as (app, pilot):
        await open_rankings(app, pilot)
        await look(app, pilot, "rankings-80x24")


async def test_each_ruleset_has_rankings_of_its_own() -> None:
    """The arrows turn to them, each is asked for once, and where nobody has played that is said."""
    server = a_server()
    async with running(Greet(), server, (80, 24)) as (app, pilot):
        await open_rankings(app, pilot)
        assert "Chwech, revised rules" in screen_text(app)
        await tap(pilot, "enter", "right", shows="Nobody has played a rated game yet.")
        assert "Chwech, original rules" in screen_text(app)
        await tap(pilot, "right", "left", "left", shows="2  Megan (you)")
        asked = [asked.ruleset for asked in server.heard if isinstance(asked, ReadRankings)]
        assert asked == ["revised", "original"]
        await tap(pilot, "a", opens=HistoryScreen)


async def test_the_month_has_rankings_beside_those_of_all_time() -> None:
    """A key turns to them and back; the winners of earlier months follow."""
    server = a_server()
    server.of_month = (replace(RANKED[0], place=1),)
    server.winners = (MonthPlace("2026-10", "revised", 1, "Rhys"),)
    async with running(Greet(), server, (80, 24)) as (app, pilot):
        await open_rankings(app, pilot)
        assert "2026-10" not in screen_text(app)
        await tap(pilot, "m", shows="Chwech, revised rules, this month")
        assert "Everyone starts each month at 1500" in screen_text(app)
        assert "Megan" not in screen_text(app)
        assert re.search("1 +Rhys +2026-10", screen_text(app))
        await tap(pilot, "m", holds=lambda: "2026-10" not in screen_text(app))


async def test_the_list_of_games_names_the_ratings() -> None:
    """Those of each ruleset that the player has a rating for."""
    async with running(Greet(), a_server(), (160, 40), shows="Finished games") as (app, pilot):
        await tap(pilot, "h", shows="points a deal")
        said = " ".join(screen_text(app).split())
        assert "rating 1712 ± 96 (revised rules), 1540? ± 187 (original rules)" in said


async def test_a_rated_table_looks_as_it_did() -> None:
    """Points stand beside the names where there is room; after the game, what it has changed."""
    async with running(PlayNow(), size=SMALL) as (app, pilot):
        screen = table_of(app)
        playing = SCENES["following"](stage("revised"))
        over = stage("revised").board(lambda now: now.table is not None and now.table.phase is TablePhase.OVER)
        assert playing.table is not None
        assert over.table is not None
        screen.take(boards.changed(playing, with_ratings(playing.table)))
        await pilot.pause()
        await look(app, pilot, "rated-80x24")
        told = boards.changed(over, with_ratings(over.table, changed=True))
        screen.take(replace(told, settings=HURRIED))
        await pilot.pause()
        await look(app, pilot, "rated-over-80x24")
        screen.show_sheet()
        await pilot.pause()
        await look(app, pilot, "rated-ranking-80x24")


NAMES = ("Megan", "Nia (bot)", "Rhys (bot)", "Dylan (bot)", "Gwen (bot)", "Ifan (bot)")
STATISTICS_GAMES = tuple(
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


async def test_the_plots_look_as_they_did() -> None:
    """Totals, the share of what the game counts, and first places by number of players."""
    server = FakeServer()
    server.games = STATISTICS_GAMES
    async with running(Greet(), server, SMALL, shows="Finished games") as (app, pilot):
        await pilot.press("h")
        await until(pilot, lambda: isinstance(app.screen, HistoryScreen) and "points a deal" in screen_text(app))
        await tap(pilot, "s", opens=StatisticsScreen)
        await pilot.pause()
        await look(app, pilot, "statistics-80x24")
        await tap(pilot, "right", "escape", opens=HistoryScreen)
