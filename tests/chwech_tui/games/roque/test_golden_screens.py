"""Goldens: the screens of Roque and of Roque for three as text, at two sizes.

They are made anew as the others: with CHWECH_REGENERATE=screens.
"""

from collections.abc import Callable
from functools import cache

import pytest

from chwech_tui.errand import PlayNow
from chwech_tui.model.board import Board
from protocol.roque.events import Ending
from protocol.roque.views import Phase, RoqueView
from protocol.setup import Setup
from protocol.vocabulary import Seat
from tests.chwech_tui.games.stage import find
from tests.chwech_tui.golden import SIZES, look_at_sheets, look_at_tables, pressed
from tests.chwech_tui.screens_text import running

pytestmark = pytest.mark.no_cover

FOUR = Setup("roque", 4, first_dealer=Seat(3))
THREE = Setup("roque-three", 3, first_dealer=Seat(1))


def bidding(view: RoqueView) -> bool:
    """Tell whether the viewer is to bid above somebody else, after a pass."""
    return view.phase is Phase.BIDDING and bool(view.legal) and bool(view.bid) and any(s.passed for s in view.seats)


def burying(view: RoqueView) -> bool:
    """Tell whether the viewer lays cards aside."""
    return view.phase is Phase.BURYING and bool(view.legal) and view.aside == 0


def watching(view: RoqueView) -> bool:
    """Tell whether somebody else lays cards aside, and has laid aside two."""
    return view.phase is Phase.BURYING and not view.legal and view.aside == 2


def following(view: RoqueView) -> bool:
    """Tell whether the viewer, the declarer, follows in the second deal."""
    return view.deal == 2 and view.phase is Phase.FOLLOWING and len(view.legal) > 1 and view.declarer == 0


def failed(view: RoqueView) -> bool:
    """Tell whether a bid failed in the third deal or a later one."""
    ended = view.phase is Phase.DEALING and len(view.sheets) >= 3
    return ended and view.sheets[-1].ending in {Ending.FAILED, Ending.DOUBLED}


SCENES: dict[str, tuple[Setup, Callable[[RoqueView], bool], str]] = {
    "bidding-roque": (FOUR, bidding, "b right"),
    "burying-roque": (FOUR, burying, "2 4 right"),
    "aside-roque": (FOUR, watching, ""),
    "following-roque": (FOUR, following, "right"),
    "between-roque": (FOUR, failed, ""),
    "bidding-roque-three": (THREE, bidding, ""),
    "burying-roque-three": (THREE, burying, "1 2 3 4 5 6"),
    "following-roque-three": (THREE, following, "right"),
}
"""States of the table: the table, what holds, and the keys pressed then."""


@cache
def scene(name: str) -> Board:
    """Give the board of a scene."""
    on, holds, keys = SCENES[name]
    return pressed(find(on, holds), keys.split())


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_table_looks_as_it_did(size: tuple[int, int]) -> None:
    """Every phase of the table looks as committed."""
    async with running(PlayNow(), size=size) as (app, pilot):
        await look_at_tables(app, pilot, {name: scene(name) for name in SCENES})


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_scores_look_as_they_did(size: tuple[int, int]) -> None:
    """The sheet of a deal and the final ranking look as committed."""
    async with running(PlayNow(), size=size) as (app, pilot):
        over = find(THREE, lambda view: view.phase is Phase.OVER)
        await look_at_sheets(app, pilot, {"sheet-roque": find(FOUR, failed), "ranking-roque-three": over})
