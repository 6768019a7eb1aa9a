"""How cards rank in the games of one pile, and which beats which (``other-games.md``, sections 5 to 7)."""

import pytest

from protocol.cards import JOKER, Suit, read_card
from protocol.piles.order import beats, height, pack_of

PACKS = {24: "9", 28: "8", 32: "7", 36: "6", 40: "5", 44: "4", 48: "3", 52: "2"}
"""The lowest rank of each pack: whole ranks are removed from the bottom (section 5)."""


@pytest.mark.parametrize("cards", PACKS)
def test_a_pack_has_equal_suits_from_a_rank_up(cards: int) -> None:
    """32 with the Seven low is standard, 36 has the Six (sections 5 to 7)."""
    pack = pack_of(cards)
    assert len(set(pack)) == cards
    assert {sum(card.suit is suit for card in pack) for suit in Suit} == {cards // 4}
    assert pack[0].text == f"{PACKS[cards]}C"
    assert pack[cards // 4 - 1].text == "AC"


@pytest.mark.parametrize("low", range(12))
def test_ranks_run_from_the_two_to_the_ace(low: int) -> None:
    """A K Q J 10 9 8 7 6 5 4 3 2 in every suit."""
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    assert height(read_card(f"{ranks[low]}H")) == low
    assert beats(read_card(f"{ranks[low + 1]}S"), read_card(f"{ranks[low]}S"), None)
    assert not beats(read_card(f"{ranks[low]}S"), read_card(f"{ranks[low + 1]}S"), Suit.SPADES)


@pytest.mark.parametrize(
    ("card", "top", "trump", "beaten"),
    [
        ("2H", "AC", Suit.HEARTS, True),
        ("2H", "AC", Suit.DIAMONDS, False),
        ("2H", "AC", None, False),
        ("7H", "9H", Suit.HEARTS, False),
        ("AH", "9H", Suit.HEARTS, True),
        ("AC", "2H", Suit.HEARTS, False),
    ],
)
def test_what_beats_a_card(card: str, top: str, trump: Suit | None, beaten: bool) -> None:
    """Higher of its suit, or own trump on another suit (section 6)."""
    assert beats(read_card(card), read_card(top), trump) == beaten


def test_a_joker_ranks_nowhere() -> None:
    """It is in no pack of these games."""
    assert height(JOKER) == -1
