"""Cards move when they are played and taken: shortly, never in the way of a key, and only if the viewer wishes it."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot

from chwech_tui.drawing.plan import Box
from chwech_tui.errand import PlayNow
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.settings import Coach, Rest, Settings, Switch
from chwech_tui.screens import motion
from chwech_tui.screens.surface import Part
from chwech_tui.screens.table import TableScreen
from protocol.messages import Happened
from protocol.setup import Setup
from tests.chwech_tui.screens_text import running
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.values import KIND, of_kit

MOVING = Settings(rest=Rest.NONE, motion=Switch.ON, coach=Coach.OFF)
STILL = Settings(rest=Rest.NONE, motion=Switch.OFF, coach=Coach.OFF)
BIG = (160, 50)


@asynccontextmanager
async def at_table(
    settings: Settings = MOVING, size: tuple[int, int] = BIG
) -> AsyncIterator[tuple[TableScreen, Pilot[int], Stage]]:
    """Sit at a table on which nothing has happened yet."""
    async with running(PlayNow(), size=size, settings=settings) as (app, pilot):
        screen, stage = app.screen, Stage(Setup("chwech", 6, {"deals": 3}))
        assert isinstance(screen, TableScreen)
        screen.take(boards.seated(screen.board, stage.table(), KIND))
        yield screen, pilot, stage


def play(screen: TableScreen, stage: Stage, until: Callable[[Board], bool]) -> None:
    """Let the table hear what happens until something holds."""
    for event, table in stage.told_turns():
        screen.hear(Happened(table.seq, event, table))
        if until(screen.board):
            return


def flights(screen: TableScreen) -> dict[str, Part]:
    """Give the cards on their way."""
    return {name: part for name, part in screen.surface.parts.items() if part.above}


def played(board: Board) -> bool:
    """Say whether a card of another seat lies in the trick that is open."""
    return board.game is not None and any(seat for seat, _play in of_kit(board.game).fields["trick"])


@pytest.fixture(autouse=True)
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no frame come by itself."""
    monkeypatch.setattr(motion, "FRAME_SECONDS", 1000.0)


async def test_a_card_played_slides_to_its_place() -> None:
    """It is on its way for a few frames; its place is empty meanwhile."""
    async with at_table() as (screen, _pilot, stage):
        play(screen, stage, played)
        seat, _play = of_kit(screen.board.game).fields["trick"][-1]
        place = f"card{seat}"
        way: list[Box] = []
        for _frame in range(motion.FRAMES):
            (card,) = flights(screen).values()
            way.append(card.box)
            assert screen.surface.parts[place].picture == ()
            screen._motion._next()
        assert len(set(way)) == motion.FRAMES
        assert flights(screen) == {}
        assert screen.surface.parts[place].picture
        assert not screen._motion.on


def test_a_motion_takes_less_than_a_quarter_of_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """So nobody waits for it."""
    monkeypatch.undo()
    assert (motion.FRAMES + 1) * motion.FRAME_SECONDS <= 0.25


async def test_a_nine_is_shown_in_large_figures() -> None:
    """For a moment, in the middle of the table, when a trick makes the cards of its taker exactly nine."""
    async with at_table() as (screen, _pilot, stage):
        play(screen, stage, lambda _board: "moment" in flights(screen))
        game = of_kit(screen.board.game)
        assert any(won and won % 9 == 0 for won in game.fields["won"])
        for _frame in range(motion.FRAMES + 1):
            assert "moment" in flights(screen)
            screen._motion._next()
        assert flights(screen) == {}


async def test_a_key_ends_a_motion() -> None:
    """What has happened stands in its place at once."""
    async with at_table() as (screen, pilot, stage):
        play(screen, stage, played)
        assert flights(screen)
        await pilot.press("l")
        assert flights(screen) == {}
        assert not screen._motion.on


async def test_a_trick_goes_to_its_taker() -> None:
    """The card that takes it does, when the next card is led."""
    async with at_table() as (screen, _pilot, stage):
        play(screen, stage, lambda board: board.has_last_trick and not played(board))
        screen._motion.end()
        play(screen, stage, lambda board: bool(of_kit(board.game).fields["trick"]))
        assert len(flights(screen)) == 2


async def test_who_wants_no_motion_sees_none() -> None:
    """No timer runs either."""
    async with at_table(STILL) as (screen, _pilot, stage):
        play(screen, stage, played)
        assert flights(screen) == {}
        assert not screen._motion.on


async def test_over_a_slow_line_nothing_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the terminal has not taken the last frame, none is drawn for show."""
    async with at_table() as (screen, _pilot, stage):
        monkeypatch.setattr(screen.app._driver, "behind", True, raising=False)
        play(screen, stage, played)
        assert not screen._motion.on
