"""Hands by seat."""

from protocol.cards import BLACK_JOKER, JOKER, RED_JOKER, Card, read_card
from protocol.vocabulary import Seat
from server.rules.hands import in_order, with_cards, without


def cards(text: str) -> tuple[Card, ...]:
    """Read cards."""
    return tuple(map(read_card, text.split()))


HANDS = (cards("9C KD"), cards("2C AS"))


def test_cards_are_sorted_by_suit_and_rank() -> None:
    """As a hand is held, Jokers last."""
    assert in_order((RED_JOKER, *cards("AS 2C 10C"), BLACK_JOKER, JOKER, *cards("9C KD"))) == (
        *cards("2C 9C 10C KD AS"),
        JOKER,
        BLACK_JOKER,
        RED_JOKER,
    )


def test_a_card_leaves_one_hand() -> None:
    """The other hands stay as they are, and so does a hand that does not hold the card."""
    assert without(HANDS, Seat(0), read_card("9C")) == (cards("KD"), HANDS[1])
    assert without(HANDS, Seat(1), read_card("9C")) == HANDS


def test_a_widow_comes_into_one_hand() -> None:
    """Its cards lie where they belong."""
    assert with_cards(HANDS, Seat(1), cards("KS 3C")) == (HANDS[0], cards("2C 3C KS AS"))
