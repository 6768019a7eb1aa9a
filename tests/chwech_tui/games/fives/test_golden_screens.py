"""Goldens: the screens of Twenty-Five and Forty-Five as text, at two sizes.

They are made anew as the others: with CHWECH_REGENERATE=screens.
"""

from collections.abc import Callable
from functools import cache

import pytest

from chwech_tui.errand import PlayNow
from chwech_tui.model.board import Board
from chwech_tui.model.replay import Reel, took
from chwech_tui.screens.sheet import PilesScreen
from chwech_tui.theme import Palette
from protocol.archive import ReplayPart, ReplayStep
from protocol.fives.actions import Rob
from protocol.fives.events import DealEnded
from protocol.fives.views import FivesView, Phase
from protocol.setup import Setup
from protocol.vocabulary import Event, View
from tests.chwech_tui.games.fives.stage import FORTY_FIVE, SPOIL_FIVE, TEN, TWENTY_FIVE, Stage, find, record_of
from tests.chwech_tui.golden import SIZES, compare_replay, look, look_at_sheets, look_at_tables, pressed
from tests.chwech_tui.screens_text import running

pytestmark = pytest.mark.no_cover


def following(view: FivesView) -> bool:
    """Tell whether the viewer follows to a trick that is not the first of the second deal."""
    return view.deal == 2 and view.phase is Phase.FOLLOWING and len(view.legal) > 1 and view.last_trick is not None


def robbing(view: FivesView) -> bool:
    """Tell whether the viewer may rob before it follows."""
    return view.phase is Phase.FOLLOWING and any(isinstance(action, Rob) for action in view.legal)


def opening(view: FivesView) -> bool:
    """Tell whether the viewer leads the first trick."""
    return view.phase is Phase.LEADING and bool(view.legal) and not view.gone


def jinking(view: FivesView) -> bool:
    """Tell whether the viewer follows to a trick of somebody who goes for all five."""
    return (
        view.phase is Phase.FOLLOWING and bool(view.legal) and view.spoil is not None and view.spoil.jinker is not None
    )


def two_deals(view: FivesView) -> bool:
    """Tell whether two deals have ended, and the third is awaited."""
    return (
        len(view.sheets) == 2
        and view.phase is Phase.DEALING
        and (view.spoil is not None or max(view.sheets[-1].totals) < view.target)
    )


def over(view: FivesView) -> bool:
    """Tell whether the game has ended with the third deal or later."""
    return len(view.sheets) >= 3 and view.phase is Phase.OVER


SCENES: dict[str, tuple[Setup, Callable[[FivesView], bool], str]] = {
    "opening-twenty-five": (TWENTY_FIVE, opening, "1"),
    "following-twenty-five": (TWENTY_FIVE, following, "right"),
    "robbing-twenty-five": (TWENTY_FIVE, robbing, "right"),
    "offering-twenty-five": (TWENTY_FIVE, lambda view: view.phase is Phase.OFFERING and bool(view.legal), "1"),
    "last-trick-twenty-five": (TWENTY_FIVE, following, "l"),
    "exchanging-forty-five": (FORTY_FIVE, lambda view: view.phase is Phase.EXCHANGING and bool(view.legal), "1"),
    "following-forty-five": (FORTY_FIVE, following, "right"),
    "refused-forty-five": (FORTY_FIVE, following, "d"),
    "between-forty-five": (FORTY_FIVE, lambda view: view.phase is Phase.DEALING and len(view.sheets) == 2, ""),
    "following-spoil-five": (SPOIL_FIVE, following, "right"),
    "choosing-spoil-five": (SPOIL_FIVE, lambda view: view.phase is Phase.JINKING and bool(view.legal), "1"),
    "jinking-spoil-five": (SPOIL_FIVE, jinking, "1"),
    "between-spoil-five": (SPOIL_FIVE, lambda view: view.phase is Phase.DEALING and len(view.sheets) == 2, ""),
    "following-ten": (TEN, following, "right"),
}
"""States of the table: the table, what holds, and the key pressed then."""

OVER = {"twenty-five": TWENTY_FIVE, "forty-five": FORTY_FIVE, "spoil-five": SPOIL_FIVE, "ten": TEN}
"""The tables whose score and ranking are shown."""


@cache
def scene(name: str) -> Board:
    """Give the board of a scene."""
    on, holds, key = SCENES[name]
    return pressed(find(on, holds), key.split())


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_table_looks_as_it_did(size: tuple[int, int]) -> None:
    """Every phase of the table looks as committed."""
    async with running(PlayNow(), size=size) as (app, pilot):
        await look_at_tables(app, pilot, {name: scene(name) for name in SCENES})


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", OVER)
async def test_the_scores_look_as_they_did(game: str, size: tuple[int, int]) -> None:
    """The tricks won, the sheet of the second deal and the final ranking look as committed."""
    async with running(PlayNow(), size=size) as (app, pilot):
        won = find(OVER[game], lambda view: len(view.gone) >= 4 * OVER[game].players)
        app.push_screen(PilesScreen(Palette(), won))
        await pilot.pause()
        await look(app, pilot, f"won-{game}-{size[0]}x{size[1]}")
        await pilot.press("escape")
        shown = {"sheet": find(OVER[game], two_deals), "ranking": find(OVER[game], over)}
        await look_at_sheets(app, pilot, {f"{name}-{game}": board for name, board in shown.items()})


def reel(on: Setup) -> Reel:
    """Give the reel of a game by chance, at a place within its first deal."""
    stage = Stage(on)
    now = Reel(stage.kind, step=on.players + 4)
    steps: list[ReplayStep[Event, View]] = []
    for moment in stage.game.replay(record_of(on)):
        steps.append(ReplayStep(moment.events, stage.game.reveal(moment.state)))
        if isinstance(moment.events[0], DealEnded):
            break
    return took(now, 1, ReplayPart(1, tuple(steps), deals=1))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", ["twenty-five", "ten"])
def test_the_replay_looks_as_it_did(game: str, size: tuple[int, int]) -> None:
    """All hands are open; at the largest table and the smallest size, two in a line."""
    on = OVER[game]
    compare_replay(reel(on), on, f"replay-{game}", size)
