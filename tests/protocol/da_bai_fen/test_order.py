"""The cards of Da Bai Fen: how they rank, what they count, and what takes a trick.

Source: other-games.md, section 3 (Parlett, and the ruling on equal trumps).
"""

import pytest

from protocol.cards import Rank, Suit, read_card
from protocol.da_bai_fen.order import HEIGHTS, PACK, Trumps, arrange, count, height, is_trump, suit_of, taker
from tests.server.rules.da_bai_fen.position import cards

SPADES = Trumps(Rank.TWO, Suit.SPADES)


def test_the_pack_counts_a_hundred() -> None:
    """There are 54 cards; the Kings, Tens and Fives of a suit count 25."""
    assert len(set(PACK)) == 54
    assert count(PACK) == 100
    assert [count(cards(text)) for text in ("KH", "10H", "5H", "AH", "RJ")] == [10, 10, 5, 0, 0]


@pytest.mark.parametrize("rank", list(HEIGHTS))
@pytest.mark.parametrize("suit", list(Suit))
def test_eighteen_trumps_are_one_suit(rank: Rank, suit: Suit) -> None:
    """Parlett's order: red Joker, black Joker, the card of rank and suit, three equal ones, then Ace to Two."""
    trumps = Trumps(rank, suit)
    held = sorted([card for card in PACK if is_trump(card, trumps)], key=lambda card: -height(card, trumps))
    assert len(held) == 18
    assert all(suit_of(card, trumps) is None for card in held)
    assert [card.text for card in held[:3]] == ["RJ", "BJ", rank.value + suit.value]
    assert {card.rank for card in held[3:6]} == {rank}
    assert len({height(card, trumps) for card in held[3:6]}) == 1
    rest = [one.value for one in reversed(HEIGHTS) if one is not rank]
    assert [card.text for card in held[6:]] == [one + suit.value for one in rest]


def test_plain_suits_run_from_the_ace_without_the_trump_rank() -> None:
    """A card of the trump rank belongs to no plain suit."""
    trumps = Trumps(Rank.ACE, Suit.CLUBS)
    assert suit_of(read_card("AH"), trumps) is None
    assert suit_of(read_card("KH"), trumps) is Suit.HEARTS
    assert height(read_card("KH"), trumps) > height(read_card("2H"), trumps)


@pytest.mark.parametrize(
    ("laid", "winner"),
    [
        (["9H", "KH", "AD", "3H"], 1),  # the highest of the suit led
        (["9H", "KH", "3S", "AH"], 2),  # a trump
        (["9H", "2D", "2C", "AS"], 1),  # equal trumps: the first played
        (["2D", "2S", "2C", "AS"], 1),  # the card of rank and suit is higher
        (["BJ", "2S", "RJ", "AS"], 2),
        (["AH KH", "3S 4D", "QH JH", "5H 6H"], 0),  # one trump does not beat two cards
        (["AH KH", "3S 4S", "QH JH", "5S 3S"], 3),  # two trumps do: the highest counts
        (["AH KH", "AS 3S", "2D 4S", "2C 5S"], 2),  # of equal ones the first played
        (["2D 2C", "RJ BJ", "3S 4S", "5S 6S"], 0),  # several trumps led are not beaten
    ],
)
def test_who_takes_a_trick(laid: list[str], winner: int) -> None:
    """A single card is beaten by a higher one or a trump; several only by as many trumps, in a plain suit."""
    assert taker([cards(text) for text in laid], SPADES) == winner


@pytest.mark.parametrize(
    ("trump", "hand"),
    [
        (None, "AC 3H 4S 2C 2H 2S BJ RJ"),  # of the trump rank, and Jokers, before there is a trump suit
        (Suit.SPADES, "AC 3H 4S 2C 2H 2S BJ RJ"),
        (Suit.HEARTS, "AC 4S 3H 2C 2S 2H BJ RJ"),
        (Suit.CLUBS, "3H 4S AC 2H 2S 2C BJ RJ"),
    ],
)
def test_a_hand_is_shown_with_its_trumps_together(trump: Suit | None, hand: str) -> None:
    """Plain suits come first, then the trumps from the lowest up."""
    assert arrange(reversed(cards(hand)), Rank.TWO, trump) == cards(hand)
