"""What an event costs on a wide screen, from the message to its lines; and how long a key takes in a real client."""

import statistics
import tempfile
import time
from pathlib import Path

from msgspec.structs import replace
from textual.geometry import Size

from chwech_tui.drawing.scores import ALL
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.game import GAMES
from chwech_tui.screens.surface import Surface
from chwech_tui.screens.table_picture import Scene, TablePicture
from chwech_tui.theme import Palette
from protocol.setup import Setup
from tests.bench import empty_screen, floor
from tests.bench.measure import Bar, Better, Findings, Measure, Other, Scale
from tests.bench.peers.scratch import Scratch
from tests.chwech_tui.screens_text import HURRIED
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.terminal import Terminal

SIZE = Size(160, 50)

DEALS = 3  # Deals of a game whose events are drawn.
PRESSES = 200  # How many keys are pressed in each app.
STILL = 0.03  # Seconds in which nothing is drawn any more before the next key.
EVENT = 2.0  # How many times the floor an event takes on average at most.
KEY = 2.0  # How many times as long as in an empty app 95 of 100 keys take at most.

FLOOR = "floor: packs sorted and dealt in plain Python"

EMPTY = "floor: an empty app"


def events(deals: int) -> list[float]:
    """Draw every event of a game of seven on a screen that is kept; give the seconds of each, the shortest first."""
    picture, surface = TablePicture(Palette()), Surface(Palette())
    stage = Stage(Setup("chwech", 7, {"deals": deals, "review_won": True}), seed="events")
    board = replace(boards.seated(Board(), stage.table(), GAMES["chwech"]), settings=HURRIED)
    taken = []
    surface.show(SIZE, picture.parts(Scene(board, 0, 0.0, ALL, ""), SIZE))
    surface.frame()
    for event, table in stage.told_turns():
        began = time.process_time()
        board = boards.happened(board, event, table)
        surface.show(SIZE, picture.parts(Scene(board, 0, 0.0, ALL, ""), SIZE))
        taken.append(time.process_time() - began)
    return sorted(taken)


def keys(data: Path, presses: int) -> tuple[list[float], list[float]]:
    """Press keys in a client at a table and in an empty app by turns; return what each took, in milliseconds."""
    terminal = Terminal(["play", "--data", str(data), "--pace", "0", "--seed", "keys"])
    terminal.until("deal 1")
    empty = Terminal([], program="tests.bench.empty_screen")
    empty.until(empty_screen.DRAWN)
    terminal.answer("1", 1.0)
    taken, floors = [], []
    for number in range(presses):
        # Each key chooses another card than the one before, and changes the line of the empty app.
        taken.append(1000 * terminal.answer("21"[number % 2], STILL))
        floors.append(1000 * empty.answer("21"[number % 2], STILL))
    terminal.press("qy")
    empty.press("q")
    assert terminal.close() == empty.close() == 0
    return taken, floors


def measure(scale: Scale, scratch: Scratch) -> Findings:
    """Draw events, and press keys."""
    means, slowest, floors = [], [], []
    for _ in range(scale.rounds):
        taken = events(scale.of(DEALS))
        means.append(1000 * statistics.fmean(taken))
        slowest.append(1000 * taken[int(len(taken) * 0.99)])
        floors.append(1000 * statistics.median(floor.seconds(floor.work) for _ in range(9)))
    plain = (Other(FLOOR, tuple(floors)),)
    with tempfile.TemporaryDirectory() as folder:
        pressed = keys(Path(folder), scale.of(PRESSES, least=2))
    ours, empty = (tuple(map(statistics.median, groups(one, scale.rounds))) for one in pressed)
    late, late_empty = (tuple(map(nearly_all, groups(one, scale.rounds))) for one in pressed)
    return Findings(
        (
            Measure("an event at a table of seven on 160x50, mean", "ms of CPU", Better.LESS, tuple(means), plain,
                    (Bar(EVENT, FLOOR),)),
            Measure("an event at a table, 99 of 100", "ms of CPU", Better.LESS, tuple(slowest), plain),
            Measure("a key to the changed screen, half of them", "ms", Better.LESS, ours, (Other(EMPTY, empty),)),
            Measure("a key to the changed screen, 95 of 100", "ms", Better.LESS, late, (Other(EMPTY, late_empty),),
                    (Bar(KEY, EMPTY),)),
        )
    )  # fmt: skip


def groups(taken: list[float], count: int) -> list[list[float]]:
    """Return what was taken in so many groups, or in as many as there are figures."""
    return [group for group in (taken[number::count] for number in range(count)) if group]


def nearly_all(taken: list[float]) -> float:
    """Return what 95 of 100 took at most."""
    return sorted(taken)[int(len(taken) * 0.95)]
