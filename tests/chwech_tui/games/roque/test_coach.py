"""The coach of Roque: what fits the moment."""

import pytest
from msgspec.structs import replace

from chwech_tui.games.registry import GAMES
from protocol.cards import Suit
from protocol.roque.order import PACKS
from protocol.setup import Setup
from protocol.vocabulary import Seat
from tests.chwech_tui.games.roque.views import AUCTION, BURIED, PEOPLE, at

KIND = GAMES["roque"]
SETUP = Setup("roque", 4)
TRICK = f"{BURIED}, 3C, AC, 4S, 5D"
LED = f"{BURIED}, AD, 6H, 4S, 5D"
"""Diamonds are trump, and the declarer leads again."""


@pytest.mark.parametrize(
    ("moves", "viewer", "words"),
    [
        ("", 0, "Count on half of all points"),
        (AUCTION, 0, "Keep Aces and your longest suit"),
        (BURIED, 0, "The suit you lead is trump: lead from your longest."),
        (LED, 0, "Lead trumps while others hold some."),
        (f"{BURIED}, 3C, AC, 4S", 1, "The trick is your side's: an Ace, a Ten or a Five is safe there."),
        (f"{BURIED}, 3C", 3, "85 is what they bid: keep points from them."),
        (f"{BURIED}, 3C, AC", 2, ""),
        (f"{BURIED}, 3C, AC, 4S, 5D, 10H, AH, KH", 0, "The trick is your side's"),
        (TRICK, 3, ""),
        (f"{BURIED}, 3C, 8C", 1, ""),
        ("", 1, ""),
        ("", None, ""),
    ],
)
def test_advice_for_the_moment(moves: str, viewer: int | None, words: str) -> None:
    """In one line; nothing where nothing stands out."""
    said = KIND.advice(SETUP, at(moves, viewer), PEOPLE)
    assert said.startswith(words) if words else said == ""


def test_trumps_are_led_while_others_hold_some() -> None:
    """Not once all have been seen, nor without one in hand, nor by a defender."""
    view = at(LED, 0)
    diamonds = tuple(card for card in PACKS[4] if card.suit is Suit.DIAMONDS)
    assert KIND.advice(SETUP, replace(view, gone=diamonds), PEOPLE) == ""
    assert (
        KIND.advice(SETUP, replace(view, hand=tuple(card for card in view.hand if card not in diamonds)), PEOPLE) == ""
    )
    assert KIND.advice(SETUP, replace(view, declarer=Seat(1)), PEOPLE) == ""


def test_cards_laid_aside_do_not_always_count_for_the_declarer() -> None:
    """Where they go with the last trick, the coach does not say so."""
    on = Setup("roque", 4, {"discards": "last_trick"})
    assert KIND.advice(on, at(AUCTION, discards="last_trick"), PEOPLE) == "Keep Aces and your longest suit."
