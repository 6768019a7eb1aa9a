"""Goldens: the screens of the games of one pile as text, at the smallest size and a large one.

They are made anew as the others: with CHWECH_REGENERATE=screens.
"""

from collections.abc import Callable
from functools import cache

import pytest

from chwech_tui.errand import PlayNow
from chwech_tui.model.board import Board
from chwech_tui.model.replay import Reel, took
from chwech_tui.screens.table import TableScreen
from protocol.archive import ReplayPart, ReplayStep
from protocol.piles.events import DealEnded
from protocol.piles.views import Phase, PilesView
from protocol.setup import Setup
from protocol.vocabulary import Event, View
from tests.chwech_tui.games.piles.stage import CHALLENGE, DUDAK, SVOYI, Stage, find, record_of
from tests.chwech_tui.golden import SIZES, compare_replay, look, look_at_sheets, look_at_tables, pressed
from tests.chwech_tui.screens_text import running

pytestmark = pytest.mark.no_cover


def beating(view: PilesView) -> bool:
    """Tell whether the viewer can beat the top of a pile of some cards, and something has been taken up before."""
    return view.phase is Phase.BEATING and len(view.legal) > 2 and len(view.pile) > 3 and view.last is not None


def long_pile(view: PilesView) -> bool:
    """Tell whether the viewer adds to a pile that does not fit a line of the smallest screen."""
    return view.phase is Phase.ADDING and bool(view.legal) and len(view.pile) > 9


def ended(view: PilesView) -> bool:
    """Tell whether somebody was out first, and the next deal is awaited."""
    return view.phase is Phase.DEALING and len(view.sheets) == 1 and bool(view.sheets[0].out)


FIRST_OUT = Setup("dudak", 4, {"deals": 2, "limit": 100, "first_out": True})

SCENES: dict[str, tuple[Setup, Callable[[PilesView], bool], str]] = {
    "naming-challenge": (CHALLENGE, lambda view: view.phase is Phase.NAMING and bool(view.legal), "m"),
    "beating-challenge": (CHALLENGE, beating, "right"),
    "leading-challenge": (
        CHALLENGE,
        lambda view: view.phase is Phase.LEADING and bool(view.legal) and view.last is not None,
        "1",
    ),
    "beating-svoyi-koziri": (SVOYI, beating, "right"),
    "adding-svoyi-koziri": (SVOYI, long_pile, "right"),
    "last-pile-svoyi-koziri": (SVOYI, beating, "l"),
    "between-dudak": (FIRST_OUT, ended, ""),
    "naming-dudak": (
        DUDAK,
        lambda view: beating(view) and view.seats[0].trump is None and len(view.hand) > 4,
        "m",
    ),
}
"""States of the table: the table, what holds, and the key pressed then."""


@cache
def scene(name: str) -> Board:
    """Give the board of a scene."""
    on, holds, key = SCENES[name]
    return pressed(find(on, holds), key.split())


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_table_looks_as_it_did(size: tuple[int, int]) -> None:
    """Every phase of the table looks as committed; and the sheet of a deal."""
    async with running(PlayNow(), size=size) as (app, pilot):
        watched = find(CHALLENGE, lambda view: len(view.pile) > 3, viewer=None)
        boards = {name: scene(name) for name in SCENES} | {"watching-challenge": watched}
        await look_at_tables(app, pilot, boards)
        await look_at_sheets(app, pilot, {"sheet-dudak": scene("between-dudak")})


def reel(on: Setup) -> Reel:
    """Give the reel of a game by chance, at a place within its first deal."""
    stage = Stage(on)
    now = Reel(stage.kind, step=30)
    steps: list[ReplayStep[Event, View]] = []
    for moment in stage.game.replay(record_of(on)):
        steps.append(ReplayStep(moment.events, stage.game.reveal(moment.state)))
        if isinstance(moment.events[0], DealEnded):
            break
    return took(now, 1, ReplayPart(1, tuple(steps), deals=1))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("on", [SVOYI, CHALLENGE], ids=lambda on: on.game)
def test_the_replay_looks_as_it_did(on: Setup, size: tuple[int, int]) -> None:
    """All hands are open, with the cards that they hold now."""
    compare_replay(reel(on), on, f"replay-{on.game}", size)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_hands_of_a_deal_look_as_they_did(size: tuple[int, int]) -> None:
    """Sixteen cards each, as dealt, with those in brackets that were left."""
    async with running(PlayNow(), size=size) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, TableScreen)
        screen.take(find(CHALLENGE, lambda view: view.phase is Phase.OVER))
        screen.show_sheet()
        await pilot.pause()
        await pilot.press("o")
        await look(app, pilot, f"hands-challenge-{size[0]}x{size[1]}")
