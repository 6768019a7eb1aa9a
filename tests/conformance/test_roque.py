"""The laws of the interface and those of the rules, kept by Roque and Roque for three at every table."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.roque.events import (
    BidMade,
    Buried,
    DealEnded,
    Dealt,
    GameEnded,
    Passed,
    WidowTaken,
)
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat
from server.rules.roque.variant import OPTIONS, Variant, read_variant
from tests.conformance.kit import Laws, Step, deals_of, games
from tests.conformance.roque import RoqueSubject, tables


@pytest.mark.no_cover  # examples cover every line
@pytest.mark.parametrize("game", list(OPTIONS))
@settings(max_examples=games(6), deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_both_games_keep_the_laws(game: str, data: st.DataObject, seed: int) -> None:
    """A random game at any table keeps every law of the interface, and the laws below."""
    setup = data.draw(tables(game))
    steps = Laws(RoqueSubject(game)).check(setup, Random(seed))
    check_game(read_variant(game, setup), steps)


@pytest.mark.no_cover
@pytest.mark.parametrize("game", list(OPTIONS))
def test_a_long_game_keeps_them_too(game: str) -> None:
    """A game of several deals, with totals that carry over, keeps the same laws."""
    setup = Setup(game, OPTIONS[game].players[0], {"most_deals": 4, "forced_dealer": True})
    check_game(read_variant(game, setup), Laws(RoqueSubject(game)).check(setup, Random(4)))


def check_game(variant: Variant, steps: Sequence[Step]) -> None:
    """Check that the game ends with the target or the last deal, and that totals are the sums of what was scored."""
    ended = [step.event for step in steps if isinstance(step.event, DealEnded)]
    last = steps[-1].event
    assert isinstance(last, GameEnded)
    assert len(ended) <= variant.most_deals
    assert len(ended) == variant.most_deals or max(last.totals) >= variant.target
    totals = [sum(end.sheet.points[seat] for end in ended) for seat in range(variant.players)]
    assert list(last.totals) == totals
    for events in deals_of(steps, Dealt):
        check_auction(variant, events)


def check_auction(variant: Variant, events: Sequence[Event]) -> None:
    """Check that bids rise in fives, that nobody speaks after a pass, and that the highest bidder has the widow."""
    dealt = events[0]
    assert isinstance(dealt, Dealt)
    out: set[Seat] = set()
    bids: list[tuple[int, Seat]] = []
    for event in events:
        if isinstance(event, BidMade | Passed):
            assert event.seat not in out
        if isinstance(event, Passed):
            out.add(event.seat)
        if isinstance(event, BidMade):
            assert event.points % 5 == 0
            assert variant.lowest_bid <= event.points <= variant.highest_bid
            assert not bids or event.points > bids[-1][0]
            bids.append((event.points, event.seat))
    taken = [(event.points, event.seat) for event in events if isinstance(event, WidowTaken)]
    forced = [(variant.lowest_bid, dealt.dealer)] if variant.forced_dealer else []
    assert taken == (bids[-1:] or forced)
    assert sum(isinstance(event, Buried) for event in events) == (variant.widow if taken else 0)
