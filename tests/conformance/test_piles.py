"""The laws of the interface and those of the rules, kept by the games of one pile at every table."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.piles.events import (
    DealEnded,
    GameEnded,
)
from server.rules.piles.variant import Variant, read_variant
from tests.conformance.kit import Laws, Step, games
from tests.conformance.piles import EVERY, EagerLaws, PilesSubject, tables


@pytest.mark.no_cover  # examples cover every line
@pytest.mark.parametrize("laws", [Laws, EagerLaws])
@pytest.mark.parametrize(("game", "players"), EVERY)
@settings(max_examples=games(2), deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_the_games_keep_the_laws(game: str, players: int, laws: type[Laws], data: st.DataObject, seed: int) -> None:
    """A random game at any table keeps every law of the interface, and the laws below."""
    setup = data.draw(tables(game, players))
    check_game(read_variant(game, setup), laws(PilesSubject(setup)).check(setup, Random(seed)))


def check_game(variant: Variant, steps: Sequence[Step]) -> None:
    """Check that there are as many deals as agreed, and that those with the most points win."""
    last = steps[-1].event
    assert isinstance(last, GameEnded)
    assert set(last.winners) == {seat for seat, total in enumerate(last.totals) if total == max(last.totals)}
    assert isinstance(steps[-2].event, DealEnded)
    assert sum(isinstance(step.event, DealEnded) for step in steps) == variant.deals
