"""The pack of Durak and what beats what: ``other-games.md``, section 4a."""

import pytest

from protocol.cards import Suit, read_card
from protocol.durak.pack import HEIGHTS, PACK, beats, power


def test_the_pack_has_36_cards_from_the_six_up() -> None:
    """Source: section 4a, "36 cards A–6 in four suits"."""
    assert len(set(PACK)) == 36
    assert [rank.value for rank in HEIGHTS] == ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]


@pytest.mark.parametrize(
    ("card", "attack", "so"),
    [
        ("7S", "6S", True),
        ("6S", "7S", False),
        ("AS", "KS", True),
        ("10S", "9S", True),
        ("AS", "6D", False),
        ("6H", "AS", True),
        ("7H", "6H", True),
        ("6H", "7H", False),
        ("AS", "6H", False),
    ],
)
def test_what_beats_what(card: str, attack: str, so: bool) -> None:
    """Source: section 4a, "a higher card of its suit or … a trump (a trump only with a higher trump)"; hearts here."""
    assert beats(read_card(card), read_card(attack), Suit.HEARTS) is so


def test_every_trump_has_more_power_than_any_plain_card() -> None:
    """Within a suit the rank decides."""
    ranked = sorted(PACK, key=lambda card: power(card, Suit.CLUBS))
    assert ranked[-9:] == [card for card in PACK if card.suit is Suit.CLUBS]
