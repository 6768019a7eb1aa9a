"""Goldens: the screens of Bête as text, at two sizes.

They are made anew as the others: with CHWECH_REGENERATE=screens.
"""

from collections.abc import Callable
from functools import cache

import pytest

from chwech_tui.errand import PlayNow
from chwech_tui.model.board import Board
from protocol.bete.events import Ending
from protocol.bete.views import BeteView, Phase
from protocol.setup import Setup
from protocol.vocabulary import Seat
from tests.chwech_tui.games.stage import find
from tests.chwech_tui.golden import SIZES, look_at_sheets, look_at_tables, pressed
from tests.chwech_tui.screens_text import running

pytestmark = pytest.mark.no_cover

FOUR = Setup("bete", 4, first_dealer=Seat(3))


def asking(view: BeteView) -> bool:
    """Tell whether the viewer is asked after somebody has said to take part, in a later deal."""
    return view.deal > 1 and view.phase is Phase.ASKING and bool(view.legal) and view.turn != (view.dealer + 1) % 4


def following(view: BeteView) -> bool:
    """Tell whether the viewer follows in a later deal, with a choice."""
    return view.deal > 1 and view.phase is Phase.FOLLOWING and len(view.legal) > 1 and view.last_trick is not None


def paid(view: BeteView) -> bool:
    """Tell whether somebody has paid for a deal, and somebody for the King of trumps."""
    ended = view.phase is Phase.DEALING and len(view.sheets) > 1
    return ended and view.sheets[-1].ending is Ending.MOST and view.sheets[-1].king is not None


SCENES: dict[str, tuple[Callable[[BeteView], bool], str]] = {
    "asking-bete": (asking, ""),
    "following-bete": (following, "right"),
    "between-bete": (paid, ""),
}
"""States of the table: what holds, and the keys pressed then."""


@cache
def scene(name: str) -> Board:
    """Give the board of a scene."""
    holds, keys = SCENES[name]
    return pressed(find(FOUR, holds), keys.split())


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_table_and_the_scores_look_as_they_did(size: tuple[int, int]) -> None:
    """Every phase of the table, the sheet of a deal and the final ranking look as committed."""
    async with running(PlayNow(), size=size) as (app, pilot):
        await look_at_tables(app, pilot, {name: scene(name) for name in SCENES})
        over = find(FOUR, lambda view: view.phase is Phase.OVER)
        await look_at_sheets(app, pilot, {"sheet-bete": find(FOUR, paid), "ranking-bete": over})
