"""Direct drawing: the terminal shows what it would show if the whole screen had been drawn anew."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from textual.pilot import Pilot

from chwech_tui.app import ChwechApp
from chwech_tui.errand import PlayNow
from chwech_tui.link import Identity, Route
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.settings import Cards, Theme
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.screens.table import TableScreen
from chwech_tui.theme import Colours, Palette
from protocol.message import Seat
from protocol.setup import Arrangement, Clock, Setup, TableTime
from protocol.table import Occupant, Said
from tests.chwech_tui.emulator import Emulator, Recorder
from tests.chwech_tui.player import table_of, until
from tests.chwech_tui.screens_text import nobody
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.values import KIND

pytestmark = pytest.mark.no_cover

KEYS = (
    *("left", "right", "1", "3", "7", "enter", "p", "l", "s", "w", "r", "h", "c", "escape", "question_mark", "q", "n"),
    *("t", "x", "i", "a", "z", "o", "backspace"),
)
SIZES = ((80, 24), (100, 30), (137, 41), (160, 50), (70, 20))
NOW = 1_000_000.0  # What the server's clock shows at first.

Step = str | tuple[int, int] | Palette
"""A key, a size, another look, or ``event``: the next thing that happens at the table."""

STEPS = st.lists(
    st.sampled_from(KEYS) | st.sampled_from(SIZES) | st.sampled_from(["event", "trouble", "people"]), max_size=25
)


async def resize(app: ChwechApp, pilot: Pilot[int], width: int, height: int) -> None:
    """Resize the terminal, and wait until the screen is drawn for that: a pause ends early on a busy machine.

    A pause waits until this process takes little of the processor, which it also does while others take it.
    """
    await pilot.resize_terminal(width, height)
    await until(pilot, lambda: isinstance(app.screen, DrawnScreen) and app.screen._drawn_for == (width, height))
    await pilot.pause()


def history() -> Iterator[Board]:
    """Give the boards of a whole game, one after the other."""
    stage = Stage(Setup("chwech", 6, {"deals": 1, "review_won": True}))
    board = boards.seated(Board(), stage.table(), KIND)
    yield board
    for event, table in stage.told_turns():
        board = boards.happened(board, event, table)
        yield board


def lively(board: Board, moment: float) -> Board:
    """Give a board at a table of people: a clock runs, someone is lost, someone watches."""
    if board.table is None:
        return board
    owain = Occupant("Owain", here=False, grace=NOW + 40)
    time = TableTime(NOW + moment, (Seat(0),), 60, (30.0,) * 6, NOW + 60, NOW + 30)
    seats = (board.table.seats[0], owain, *board.table.seats[2:])
    rules = Arrangement(Clock(30, 30))
    table = replace(board.table, seats=seats, time=time, watchers=("Cat",), arrangement=rules)
    return boards.happened(board, Said("Owain", "one moment, please", Seat(1)), table)


class Played:
    """An app on a terminal, driven step by step."""

    def __init__(self, app: ChwechApp, pilot: Pilot[int], size: tuple[int, int]) -> None:
        self.app, self.pilot = app, pilot
        self.seen = Emulator(*size)
        self.history = history()
        self.trouble = ""
        self.moment = 0.0

    @property
    def driver(self) -> Recorder:
        assert isinstance(self.app._driver, Recorder)
        return self.app._driver

    async def step(self, step: Step) -> None:
        """Do one thing, and let the app come to rest."""
        if isinstance(step, tuple):
            # What a terminal shows in between is its own affair: all of it must be drawn anew.
            if step != self.seen.size:
                self.seen = Emulator(*step, filled_with="%")
            await resize(self.app, self.pilot, *step)
        elif isinstance(step, Palette):
            self.app.call_later(self.app.repaint, step)
        elif step == "event":
            await self.change(next(self.history, table_of(self.app).board))
        elif step == "people":
            self.moment += 7.5
            timing = table_of(self.app)._timing
            timing._clock, timing._ahead = float, -NOW - self.moment
            await self.change(lively(table_of(self.app).board, self.moment))
        elif step == "trouble":
            self.trouble = "" if self.trouble else "The connection was lost."
            await self.change(boards.troubled(table_of(self.app).board, self.trouble))
        else:
            await self.pilot.press(step)
        await self.pilot.pause()
        self.seen.feed(self.driver.take())

    async def change(self, board: Board) -> None:
        """Show what a server would tell, in the app's own turn, and wait until that has come."""
        done = asyncio.Event()

        def take() -> None:
            table_of(self.app).take(board)
            done.set()

        self.app.call_later(take)
        await done.wait()

    async def compare(self) -> None:
        """Hold what is seen against the whole screen, drawn anew."""
        table_of(self.app).turn(on=False)
        await self.pilot.pause()
        self.seen.feed(self.driver.take())
        self.app.call_later(self.app.screen.refresh)
        await self.pilot.pause()
        whole = Emulator(*self.seen.size, filled_with="%")
        whole.feed(self.driver.take())
        while any(set(line) == {"%"} for line in whole.lines()):
            # On a busy machine the library draws later.
            await self.pilot.pause()
            whole.feed(self.driver.take())
        assert self.seen.lines() == whole.lines()
        assert self.seen.rows == whole.rows


@asynccontextmanager
async def on_a_terminal(palette: Palette, size: tuple[int, int] = (100, 30)) -> AsyncIterator[Played]:
    """Give an app on a terminal of its own."""
    app = ChwechApp(Route(nobody, Identity("Megan")), PlayNow(), palette)
    app.driver_class = Recorder
    async with app.run_test(headless=False, size=size) as pilot:
        # No server will answer: nobody waits for it.
        app.raise_curtain()
        await pilot.pause()
        yield Played(app, pilot, size)


async def play(steps: Sequence[Step], palette: Palette, size: tuple[int, int] = (100, 30)) -> None:
    """Do one thing after the other, and compare after each."""
    async with on_a_terminal(palette, size) as played:
        app = played.app
        for step in ("event", *steps):
            await played.step(step)
            if not app.screen_stack or app._exit:
                return
            await played.compare()


SPOKEN = ["event", "people", "t", "p", "l", "backspace", "people", "event", "escape", "x", "event", "1", "people", "i"]


@pytest.mark.no_cover
@settings(max_examples=12, deadline=None)
@given(STEPS)
@example(["event"] * 12 + ["1", "3", (160, 50), "7", "event", "s", "event", "escape", (80, 24), "2", "trouble"])
@example(SPOKEN)
@example(["event", "event", "question_mark", "event", (70, 20), "event", (100, 30), "escape", "1", "event"])
def test_the_terminal_shows_what_a_whole_drawing_would(steps: list[Step]) -> None:
    """After any keys, resizes, screens on top and events, in any order."""
    asyncio.run(play(steps, Palette()))


@pytest.mark.parametrize("palette", [Palette(Colours.NONE), Palette(Colours.SIXTEEN), Palette(ascii=True)])
async def test_other_palettes_are_drawn_directly_just_so(palette: Palette) -> None:
    """Without colour, with sixteen colours and in ASCII too."""
    await play(["event"] * 8 + ["1", "event", "4", "l", "event", "event", "p"], palette)


async def test_after_a_change_of_look_all_is_drawn_in_the_new_one() -> None:
    """Whatever is drawn directly afterwards, and whatever screen is on top."""
    light, areas = Palette(theme=Theme.LIGHT), Palette(theme=Theme.CONTRAST, cards=Cards.LEGIBLE)
    steps: list[Step] = [*["event"] * 6, light, "1", "event", "question_mark", areas, "event", "escape", "3", "event"]
    await play([*steps, Palette(), "2", "event"], Palette())


async def test_a_key_writes_only_what_changes() -> None:
    """Choosing another card writes two cards and the question, not the whole screen."""
    async with on_a_terminal(Palette()) as played:
        app = played.app
        for step in ("event", "event", "event", "1"):
            await played.step(step)
        assert isinstance(app.screen, TableScreen)
        await played.pilot.press("3")
        await played.pilot.pause()
        assert 0 < len(played.driver.take()) < 1100


async def test_the_first_screen_is_drawn_once() -> None:
    """Its layout is new and it must be painted, which is one frame."""
    async with on_a_terminal(Palette()) as played:
        # A frame erases each row and goes to the next.
        assert played.driver.take().count("\x1b[K\x1b[B") == 29


async def test_the_last_order_ends_all_styles() -> None:
    """What the library draws next finds no style."""
    async with on_a_terminal(Palette()) as played:
        for step in ("event", "event", "event", "1"):
            await played.step(step)
        await played.pilot.press("3")
        await played.pilot.pause()
        orders = re.findall(r"\x1b\[([0-9;]*)m", played.driver.take())
    assert len(orders) > 5
    assert orders[-1] == "0"


async def test_nothing_is_written_under_another_screen_or_within_a_batch() -> None:
    """Then the change is seen when the screen is, or the batch ends."""
    async with on_a_terminal(Palette()) as played:
        app = played.app
        await played.step("event")
        with app.batch_update():
            table_of(app).take(next(played.history))
            assert played.driver.take() == ""
        await played.step("question_mark")
        table_of(app).take(next(played.history))
        assert played.driver.take() == ""
        await played.step("escape")
        await played.compare()
