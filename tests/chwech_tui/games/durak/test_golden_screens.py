"""Goldens: the screens of Durak as text, at two sizes.

They are made anew as the others: with CHWECH_REGENERATE=screens.
"""

from collections.abc import Callable
from functools import cache

import pytest

from chwech_tui.errand import PlayNow
from chwech_tui.model.board import Board
from protocol.durak.actions import FINISH, PASS, Beat
from protocol.durak.views import DurakView, Phase
from protocol.setup import Setup
from tests.chwech_tui.games.durak.stage import FOUR, SIX, find
from tests.chwech_tui.golden import SIZES, look_at_sheets, look_at_tables, pressed
from tests.chwech_tui.screens_text import running

pytestmark = pytest.mark.no_cover


def pairs(view: DurakView) -> int:
    """Count the attack cards of the open bout."""
    return len(view.bout.pairs) if view.bout is not None else 0


def first(view: DurakView) -> bool:
    """Tell whether the viewer begins the first bout."""
    return view.phase is Phase.ATTACKING and bool(view.legal) and not view.bouts


def defending(view: DurakView) -> bool:
    """Tell whether the viewer has to beat the fourth card of a bout."""
    return any(isinstance(action, Beat) for action in view.legal) and pairs(view) == 4


def adding(view: DurakView) -> bool:
    """Tell whether the viewer is asked to throw in for somebody who gives up."""
    given_up = view.bout is not None and view.bout.given_up
    return given_up and PASS in view.legal and len(view.legal) > 1 and pairs(view) > 2


def free(view: DurakView) -> bool:
    """Tell whether the viewer may throw in unasked."""
    return FINISH in view.legal and len(view.legal) > 1 and pairs(view) > 1


def full(view: DurakView) -> bool:
    """Tell whether a bout has about as many cards as can be."""
    return pairs(view) >= 5 and view.bout is not None and len(view.bout.cards) > 7


def late(view: DurakView) -> bool:
    """Tell whether somebody is out, and the viewer attacks."""
    return any(seat.out for seat in view.seats) and view.phase is Phase.ATTACKING and bool(view.legal)


SCENES: dict[str, tuple[Setup, Callable[[DurakView], bool], str]] = {
    "first-durak": (FOUR, first, "1"),
    "defending-durak": (FOUR, defending, "right"),
    "adding-durak": (FOUR, adding, "right"),
    "free-durak": (FOUR, free, "1"),
    "full-durak-six": (SIX, full, ""),
    "late-durak-six": (SIX, late, "space"),
    "last-bout-durak": (FOUR, defending, "l"),
    "between-durak": (FOUR, lambda view: view.phase is Phase.DEALING and len(view.sheets) == 2, ""),
}
"""States of the table: the table, what holds, and the key pressed then."""


@cache
def scene(name: str) -> Board:
    """Give the board of a scene."""
    on, holds, key = SCENES[name]
    return pressed(find(on, holds), key.split())


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_table_looks_as_it_did(size: tuple[int, int]) -> None:
    """Every phase of the table, the sheet of a deal and the ranking look as committed."""
    async with running(PlayNow(), size=size) as (app, pilot):
        await look_at_tables(app, pilot, {name: scene(name) for name in SCENES})
        over = find(FOUR, lambda view: view.phase is Phase.OVER)
        await look_at_sheets(app, pilot, {"sheet-durak": scene("between-durak"), "ranking-durak": over})
