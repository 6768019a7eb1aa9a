"""What may be played to a trick: section 8 of ``other-games.md``, legal play."""

import pytest

from protocol.cards import Suit, read_card
from protocol.colour_order import JokerPlace, make_order
from server.rules.hands import playable

ORDER = make_order(Suit.CLUBS, JokerPlace.NONE)


@pytest.mark.parametrize(
    ("led", "hand", "allowed"),
    [
        (None, "2D 3C AH", "2D 3C AH"),
        ("KD", "2D 3C AH 4S", "2D 3C AH"),
        ("KD", "2S 3C AH 4S", "2S 3C AH 4S"),
        ("KC", "5C JC AH 4S", "5C JC AH 4S"),
        ("KC", "5C 2C AH 4S", "5C 2C AH"),
        ("JC", "AH 2S 3S 4S", "AH"),
        ("2C", "AH 3H 4S", "AH 3H 4S"),
        ("KH", "AH 4S", "AH 4S"),
    ],
)
def test_a_top_trump_above_the_one_led_may_be_kept_back(led: str | None, hand: str, allowed: str) -> None:
    """Any other trump has to follow a trump; a plain lead takes its suit or any trump."""
    held = [read_card(card) for card in hand.split()]
    fit = playable(held, read_card(led) if led else None, ORDER, strict=False)
    assert [card.text for card in fit] == allowed.split()


@pytest.mark.parametrize(("hand", "free"), [("5C JC 4S", False), ("5C 4S", True), ("3S 4S", True)])
def test_strictly_it_may_be_the_only_trump(hand: str, *, free: bool) -> None:
    """Section 8, ambiguities: "the only one you hold"."""
    held = [read_card(card) for card in hand.split()]
    assert (len(playable(held, read_card("KC"), ORDER, strict=True)) == len(held)) == free
