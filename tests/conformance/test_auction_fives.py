"""The laws of the interface, kept by Auction Forty-Fives at every table."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.auction_fives.events import DealEnded, Ending, GameEnded
from protocol.setup import Setup
from server.rules.auction_fives.variant import MOST_DEALS, read_variant
from tests.conformance.auction_fives import AuctionFivesSubject, tables
from tests.conformance.kit import Laws, Step, games


def check_scores(steps: list[Step], most: int) -> None:
    """Check that all 30 points of a deal are taken, that a failed bid is lost, and that the game ends in time."""
    sheets = [step.event.sheet for step in steps if isinstance(step.event, DealEnded)]
    assert len(sheets) <= most
    for sheet in sheets:
        assert sum(sheet.taken[:2]) == (0 if sheet.ending is Ending.PASSED else 30)
        assert sheet.points[:2] == sheet.points[2:4]
        if sheet.bidder is not None:
            points, taken = sheet.points[sheet.bidder], sheet.taken[sheet.bidder]
            assert points == (-sheet.bid if taken < sheet.bid else 60 if sheet.bid == 30 else taken)
            assert sheet.points[sheet.bidder - 1] == sheet.taken[sheet.bidder - 1]
    assert isinstance(steps[-1].event, GameEnded)


@pytest.mark.no_cover  # examples cover every line
@pytest.mark.parametrize("players", [4, 6])
@settings(max_examples=games(3), deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_the_game_keeps_the_laws(players: int, data: st.DataObject, seed: int) -> None:
    """A random game at any table keeps every law of the interface, and those of the score."""
    drawn = data.draw(tables(players))
    setup = replace(drawn, options=drawn.options | {"deals": 6})
    steps = Laws(AuctionFivesSubject()).check(setup, Random(seed))
    check_scores(steps, read_variant(setup).most_deals)


@pytest.mark.no_cover
def test_a_game_to_its_target_ends() -> None:
    """At the latest after so many deals, however badly people bid."""
    setup = Setup("auction-forty-fives", 4)
    steps = Laws(AuctionFivesSubject()).play(setup, Random(1))
    check_scores(steps, MOST_DEALS)
