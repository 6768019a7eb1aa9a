"""Goldens: the screens of Da Bai Fen as text, at two sizes.

They are made anew as the others: with CHWECH_REGENERATE=screens.
"""

from collections.abc import Callable
from functools import cache

import pytest

from chwech_tui.errand import PlayNow
from chwech_tui.model.board import Board
from protocol.da_bai_fen.actions import Expose, Lay
from protocol.da_bai_fen.views import DaBaiFenView, Phase
from protocol.setup import Setup
from protocol.vocabulary import Seat
from tests.chwech_tui.games.stage import find
from tests.chwech_tui.golden import SIZES, look_at_tables, pressed
from tests.chwech_tui.screens_text import running

pytestmark = pytest.mark.no_cover

TABLE = Setup("da-bai-fen", 4, first_dealer=Seat(2))


def drawing(view: DaBaiFenView) -> bool:
    """Tell whether the viewer may expose one of two cards."""
    return sum(isinstance(action, Expose) for action in view.legal) > 1


def passing(view: DaBaiFenView) -> bool:
    """Tell whether the viewer is asked in the middle of the draw, and has nothing to expose."""
    return view.phase is Phase.DRAWING and view.drawn == 3 and len(view.legal) == 2


def burying(view: DaBaiFenView) -> bool:
    """Tell whether the viewer, the Leader, lays cards aside."""
    return view.phase is Phase.BURYING and bool(view.legal) and view.aside == 0


def leading(view: DaBaiFenView) -> bool:
    """Tell whether the viewer may lead several cards."""
    return view.phase is Phase.LEADING and any(isinstance(action, Lay) for action in view.legal) and len(view.gone) > 8


def following(view: DaBaiFenView) -> bool:
    """Tell whether the viewer is to follow several cards, and has only one of the suit."""
    several = view.trick.number > 1 and all(turn.seat != view.viewer for turn in view.trick.turns)
    return view.phase is Phase.FOLLOWING and several and len(view.legal) == 1


def single(view: DaBaiFenView) -> bool:
    """Tell whether the viewer is to follow a single card in a later deal."""
    turns = len(view.trick.turns)
    return view.deal > 1 and bool(view.legal) and view.trick.number == 1 and turns == 2 and len(view.won) > 1


def between(view: DaBaiFenView) -> bool:
    """Tell whether the third deal has ended."""
    return view.phase is Phase.DEALING and len(view.sheets) >= 3


SCENES: dict[str, tuple[Callable[[DaBaiFenView], bool], str]] = {
    "drawing-da-bai-fen": (drawing, "m"),
    "passing-da-bai-fen": (passing, ""),
    "burying-da-bai-fen": (burying, "2 4 right"),
    "leading-da-bai-fen": (leading, "right space"),
    "following-da-bai-fen": (following, "right space"),
    "single-da-bai-fen": (single, "right"),
    "between-da-bai-fen": (between, ""),
}
"""States of the table: what holds, and the keys pressed then."""


@cache
def scene(name: str) -> Board:
    """Give the board of a scene."""
    holds, keys = SCENES[name]
    return pressed(find(TABLE, holds), keys.split())


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_table_looks_as_it_did(size: tuple[int, int]) -> None:
    """Every phase of the table looks as committed."""
    async with running(PlayNow(), size=size) as (app, pilot):
        await look_at_tables(app, pilot, {name: scene(name) for name in SCENES})
