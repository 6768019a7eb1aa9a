"""The pack of Bête: how its cards rank, and what has to be played."""

import pytest

from protocol.bete.order import ORDER, PACK, playable
from protocol.cards import Suit, read_card


def test_the_pack() -> None:
    """Source: section 12: 32 cards, from the Seven up."""
    assert len(PACK) == len(set(PACK)) == 32


@pytest.mark.parametrize(
    ("cards", "trump", "place"),
    [
        ("10H AH JH QH", Suit.CLUBS, 3),
        ("AH 10H", Suit.CLUBS, 0),
        ("KH 7C 8C AD", Suit.CLUBS, 2),
        ("JH AH", Suit.HEARTS, 0),
    ],
)
def test_who_takes_a_trick(cards: str, trump: Suit, place: int) -> None:
    """Source: section 12: K Q J A 10 9 8 7; trumps beat other suits."""
    assert ORDER.taker([read_card(card) for card in cards.split()], trump) == place


def test_any_card_may_be_led() -> None:
    """Nothing has to be followed."""
    hand = [read_card(card) for card in ("7H", "8C")]
    assert playable(hand, [], Suit.CLUBS, head=True) == hand


def test_a_trumped_trick_need_not_be_beaten_in_suit() -> None:
    """Where it cannot be: with the duty to head, any card of the suit will do."""
    hand = [read_card(card) for card in ("7H", "KH", "8C")]
    table = [read_card(card) for card in ("QH", "7C")]
    assert playable(hand, table, Suit.CLUBS, head=True) == hand[:2]
    assert playable(hand, table[:1], Suit.CLUBS, head=True) == hand[1:2]
