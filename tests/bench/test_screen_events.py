"""What an event at a table costs on a wide screen, from the message to the lines to be written, in CPU time."""

import statistics
import time

import pytest
from msgspec.structs import replace
from textual.geometry import Size

from chwech_tui.games.registry import GAMES
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.screens.pace import ALL
from chwech_tui.screens.surface import Surface
from chwech_tui.screens.table_picture import Scene, TablePicture
from chwech_tui.theme import Palette
from protocol.setup import Setup
from tests.bench import floor
from tests.chwech_tui.screens_text import HURRIED
from tests.chwech_tui.stage import Stage

SIZE = Size(160, 50)

BAR = 2.0
"""How many times the floor an event takes on average at most: some 2.4 ms where the floor is 1.2 ms."""


def measure(deals: int) -> list[float]:
    """Draw every event of a game of seven on a screen that is kept; give the seconds of each, the shortest first."""
    picture, surface = TablePicture(Palette()), Surface(Palette())
    stage = Stage(Setup("chwech", 7, {"deals": deals, "review_won": True}), seed="events")
    board = replace(boards.seated(Board(), stage.table(), GAMES["chwech"]), settings=HURRIED)
    taken = []
    for event, table in stage.turns():
        began = time.process_time()
        board = boards.happened(board, event, table)
        surface.show(SIZE.width, picture.parts(Scene(board, 0, 0.0, ALL, ""), SIZE))
        taken.append(time.process_time() - began)
    return sorted(taken)


@pytest.mark.bench
def test_an_event_at_a_table() -> None:
    """Seats around the table, last trick, scores of all deals and cards to come are drawn in a fraction of a frame."""
    least = statistics.median(floor.seconds(floor.work) for _ in range(9))
    taken = measure(7)
    mean, p99 = statistics.fmean(taken), taken[int(len(taken) * 0.99)]
    print(f"\nan event at 160x50: mean {1000 * mean:.2f} ms, p99 {1000 * p99:.2f} ms of CPU ({len(taken)} events)")
    assert floor.held("an event, mean", mean, least, BAR)


@pytest.mark.no_cover
def test_the_benchmark_draws_events() -> None:
    """At its smallest a game of one deal is drawn."""
    assert len(measure(1)) > 60
