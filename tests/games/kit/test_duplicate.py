"""The deals of duplicate games, as one seed gives them."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kit.deck import SEED_BYTES
from games.kit.duplicate import DRAWS, deal_seeds, set_order

SEEDS = st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)


@settings(max_examples=30)
@given(SEEDS, st.integers(4, 7), st.integers(2, 6))
def test_each_dealer_deals_each_set_once(seed: bytes, players: int, sets: int) -> None:
    """Among the deals of one dealer every set is there once."""
    order = set_order(seed, players, sets)
    assert len(order) == players * sets
    assert all(sorted(order[dealer::players]) == list(range(sets)) for dealer in range(players))


@settings(max_examples=20)
@given(SEEDS)
def test_deals_of_one_set_have_one_seed(seed: bytes) -> None:
    """The seeds of two deals are equal exactly if they are of one set; none is the seed of the game."""
    seeds, order = deal_seeds(seed, 6, 3), set_order(seed, 6, 3)
    assert len({*zip(seeds, order, strict=True)}) == len({*seeds}) == 3
    assert seed not in seeds


@pytest.mark.parametrize(
    ("players", "sets", "order"),
    [
        (6, 2, "010101101010"),
        (4, 6, "123101232054344053024515"),
    ],
)
def test_the_derivation_never_changes(players: int, sets: int, order: str) -> None:
    """A seed gives the same order of the sets for ever, on every machine."""
    assert "".join(map(str, set_order(bytes(32), players, sets))) == order


def test_the_seeds_never_change() -> None:
    """A seed gives the same seeds of the sets for ever."""
    assert [seed.hex()[:16] for seed in deal_seeds(bytes(32), 4, 2)[:2]] == ["3a694c283e52276f", "9156d1cd92b8baec"]


def test_a_set_seldom_follows_itself() -> None:
    """Of sixteen orders drawn the best is taken: two deals in a row are far more seldom of one set than by chance."""
    orders = [set_order(bytes([number]) * 32, 6, 2) for number in range(40)]
    repeats = sum(one == other for order in orders for one, other in pairwise(order))
    assert DRAWS == 16
    assert repeats / 40 < 3.5
