"""The shuffle, against the vectors of ``docs/records.md``, and the deals of duplicate games, as one seed gives them."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kit.deck import SEED_BYTES, commitment, deal_seeds, derive, set_order, shuffle


@given(seed=st.binary(min_size=32, max_size=32), cards=st.integers(1, 200))
def test_an_order_is_a_permutation(seed: bytes, cards: int) -> None:
    """Every card comes once, whatever the seed."""
    assert sorted(shuffle(seed, cards)) == list(range(cards))


def test_the_same_seed_gives_the_same_order() -> None:
    """The first vector: 32 zero bytes and nine cards."""
    assert shuffle(bytes(32), 9) == (8, 2, 1, 7, 3, 6, 5, 4, 0)


def test_every_order_is_as_likely() -> None:
    """Over 6,000 seeds each of the six orders of three cards comes about a thousand times."""
    counts = Counter(shuffle(derive("even", 1, deal), 3) for deal in range(6000))
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


@pytest.mark.parametrize(("seed", "cards"), [(bytes(31), 54), (bytes(33), 54), (bytes(32), 0), (bytes(32), 65_537)])
def test_what_is_no_seed_or_no_pack_is_refused(seed: bytes, cards: int) -> None:
    """The error says what would be right."""
    with pytest.raises(ValueError, match=r"has 32 bytes|has 1 to 65536 cards"):
        shuffle(seed, cards)


def test_a_series_gives_other_seeds_for_other_deals() -> None:
    """A text, a game and a deal name one seed; each part counts."""
    seeds = {derive(text, game, deal) for text in ("a", "b") for game in (1, 2) for deal in (1, 11)}
    assert len(seeds) == 8
    assert all(len(seed) == 32 for seed in seeds)


def test_a_commitment_is_the_hash_of_the_seed() -> None:
    """SHA-256 of the 32 bytes, in hex."""
    assert commitment(bytes(32)) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


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


@pytest.mark.parametrize(("players", "sets", "order"), [(6, 2, "010101101010"), (4, 6, "123101232054344053024515")])
def test_the_derivation_never_changes(players: int, sets: int, order: str) -> None:
    """A seed gives the same order of the sets for ever, on every machine."""
    assert "".join(map(str, set_order(bytes(32), players, sets))) == order


def test_the_seeds_never_change() -> None:
    """A seed gives the same seeds of the sets for ever."""
    assert [seed.hex()[:16] for seed in deal_seeds(bytes(32), 4, 2)[:2]] == ["3a694c283e52276f", "9156d1cd92b8baec"]
