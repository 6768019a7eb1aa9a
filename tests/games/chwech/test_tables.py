"""Tables as arrays: places and bits of the unshuffled pack."""

import pytest

from games.chwech.kernel.tables import (
    BITS,
    MOST_CARDS,
    PARTS,
    RANK_OF,
    RANK_OF_BIT,
    SUIT_OF,
    SUITS,
    places_by_card,
    places_of,
    tables,
)
from protocol.setup import Setup
from tests.conformance.kernel import THIRDS


@pytest.mark.parametrize("setup", THIRDS, ids=str)
def test_a_bit_names_its_place_and_its_rank(setup: Setup) -> None:
    """By its remainder; the places of a suit are those of its cards, one suit after the other."""
    table, cards = tables(setup), places_of(setup)
    assert [table[BITS + (1 << place) % 67] for place in range(MOST_CARDS)] == [*range(MOST_CARDS)]
    assert all(table[RANK_OF_BIT + (1 << place) % 67] == table[RANK_OF + place] for place in range(len(cards)))
    suits = [table[SUIT_OF + place] for place in range(len(cards))]
    assert suits == sorted(suits)
    assert all(table[PARTS + suit] >> place & 1 for place, suit in enumerate(suits))
    assert sum(table[PARTS + suit] for suit in range(SUITS + 1)) == (1 << len(cards)) - 1


@pytest.mark.parametrize("setup", THIRDS, ids=str)
def test_each_card_names_its_places_the_last_one_first(setup: Setup) -> None:
    """So that the lowest place of equal cards is the first to be taken from the end."""
    named = places_by_card(setup)
    assert sorted(place for places in named.values() for place in places) == [*range(len(places_of(setup)))]
    for card, places in named.items():
        assert [places_of(setup)[place] for place in places] == [card] * len(places)
        assert [*places] == sorted(places, reverse=True)
