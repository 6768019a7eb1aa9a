"""The laws of the interface and those of the rules, kept by Da Bai Fen at every table."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.da_bai_fen.events import (
    Buried,
    Claimed,
    Dealt,
    Drawn,
    Exposed,
    GameEnded,
    SixTaken,
)
from protocol.setup import Setup
from protocol.vocabulary import Event
from server.rules.da_bai_fen.variant import NAME, Variant, read_variant
from tests.conformance.da_bai_fen import DaBaiFenSubject, tables
from tests.conformance.kit import Laws, Step, deals_of, games


@pytest.mark.no_cover  # examples cover every line
@settings(max_examples=games(10), deadline=None)
@given(setup=tables(), seed=st.integers(0, 2**32))
def test_the_game_keeps_the_laws(setup: Setup, seed: int) -> None:
    """A random game at any table keeps every law of the interface, and the laws below."""
    check_game(read_variant(setup), Laws(DaBaiFenSubject()).check(setup, Random(seed)))


@pytest.mark.no_cover
def test_a_long_game_keeps_them_too() -> None:
    """A game of several deals, with levels that carry over, keeps the same laws."""
    setup = Setup(NAME, 4, {"target_level": "6", "leads": "at_risk"})
    check_game(read_variant(setup), Laws(DaBaiFenSubject()).check(setup, Random(4)))


def check_game(variant: Variant, steps: Sequence[Step]) -> None:
    """Check that the game ends with the last level or the last deal, and each deal of it."""
    last = steps[-1].event
    assert isinstance(last, GameEnded)
    deals = deals_of(steps, Dealt)
    counted = [events for events in deals if not any(isinstance(event, Claimed) for event in events)]
    assert len(counted) == variant.most_deals or max(last.totals) == variant.target
    for events in deals:
        check_deal(events)


def check_deal(events: Sequence[Event]) -> None:
    """Check that all draw twelve cards, that one card at the most is exposed, and six are buried."""
    drawn = [event.number for event in events if isinstance(event, Drawn)]
    exposed = [event for event in events if isinstance(event, Exposed)]
    dealt = events[0]
    assert isinstance(dealt, Dealt)
    assert sum(drawn) == 12
    assert len(exposed) <= 1
    assert all(event.card.rank is dealt.rank and event.card in dealt.hands[event.seat] for event in exposed)
    assert sum(isinstance(event, SixTaken) for event in events) == 1
    assert sum(isinstance(event, Buried) for event in events) <= 6
