"""Goldens: the screens of Auction Forty-Fives as text, at two sizes.

They are made anew as the others: with CHWECH_REGENERATE=screens.
"""

from collections.abc import Callable
from functools import cache

import pytest

from chwech_tui.errand import PlayNow
from chwech_tui.model.board import Board
from chwech_tui.screens.sheet import PilesScreen
from chwech_tui.theme import Palette
from protocol.auction_fives.views import AuctionFivesView, Phase
from protocol.setup import Setup
from tests.chwech_tui.games.auction_fives.stage import FOUR, SIX, find
from tests.chwech_tui.golden import SIZES, look, look_at_sheets, look_at_tables, pressed
from tests.chwech_tui.screens_text import running

pytestmark = pytest.mark.no_cover


def own(phase: Phase) -> Callable[[AuctionFivesView], bool]:
    """Tell whether the viewer is to act in a phase, after others have."""
    return lambda view: view.phase is phase and len(view.legal) > 1 and view.deal > 1


def bidding(view: AuctionFivesView) -> bool:
    """Tell whether the viewer may hold a bid."""
    return own(Phase.BIDDING)(view) and len(view.calls) >= 3 and 0 < view.bid < 20


def late(view: AuctionFivesView) -> bool:
    """Tell whether the viewer follows to a trick that is not the first."""
    return own(Phase.FOLLOWING)(view) and view.last_trick is not None


def takes_kitty(view: AuctionFivesView) -> bool:
    """Tell whether the viewer has more than five cards, and lays some aside."""
    return view.phase is Phase.DRAWING and len(view.hand) > 5 and view.viewer == view.turn


def picks(view: AuctionFivesView) -> bool:
    """Tell whether the viewer picks from what is left."""
    return view.phase is Phase.PICKING and bool(view.legal)


def two_deals(view: AuctionFivesView) -> bool:
    """Tell whether two deals have ended."""
    return len(view.sheets) == 2


def over(view: AuctionFivesView) -> bool:
    """Tell whether the game has ended."""
    return bool(view.winners)


SCENES: dict[str, tuple[Setup, Callable[[AuctionFivesView], bool], tuple[str, ...]]] = {
    "bidding-auction-four": (FOUR, bidding, ()),
    "asked-auction-four": (FOUR, bidding, ("b", "right")),
    "naming-auction-four": (FOUR, own(Phase.NAMING), ("m",)),
    "drawing-auction-four": (FOUR, own(Phase.DRAWING), ("1", "3")),
    "following-auction-four": (FOUR, late, ("right",)),
    "between-auction-four": (FOUR, lambda view: view.phase is Phase.DEALING and len(view.sheets) == 2, ()),
    "drawing-auction-six": (SIX, takes_kitty, ()),
    "picking-auction-six": (SIX, picks, ("d", "right")),
    "following-auction-six": (SIX, late, ("right",)),
}
"""States of the table: the table, what holds, and the keys pressed then."""


@cache
def scene(name: str) -> Board:
    """Give the board of a scene."""
    on, holds, keys = SCENES[name]
    return pressed(find(on, holds), keys)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_table_looks_as_it_did(size: tuple[int, int]) -> None:
    """Every phase of the table, the sheet and the final ranking look as committed."""
    async with running(PlayNow(), size=size) as (app, pilot):
        await look_at_tables(app, pilot, {name: scene(name) for name in SCENES})
        app.push_screen(PilesScreen(Palette(), find(FOUR, lambda view: len(view.gone) >= 12)))
        await pilot.pause()
        await look(app, pilot, f"won-auction-four-{size[0]}x{size[1]}")
        await pilot.press("escape")
        sheets = {"sheet-auction-six": find(SIX, two_deals), "ranking-auction-six": find(SIX, over)}
        await look_at_sheets(app, pilot, sheets)
