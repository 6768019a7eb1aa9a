"""The question for a suit: its keys are those of the suits offered."""

from chwech_tui.games.ranks import SUIT_KEYS, suit_hint
from chwech_tui.model.game import Choice
from protocol.cards import Suit
from protocol.game import Answer


def choices(*suits: Suit) -> tuple[Choice, ...]:
    """Offer suits."""
    return tuple(Choice(SUIT_KEYS[suit], suit.name, Answer(f"trump {suit.value}")) for suit in suits)


def test_only_the_suits_offered_are_named() -> None:
    """Whoever presses another key is not sent to one that does nothing."""
    assert suit_hint(choices(*Suit)) == "c, d, h or s for the suit"
    assert suit_hint(choices(Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)) == "d, h or s for the suit"
    assert suit_hint(choices(Suit.DIAMONDS, Suit.HEARTS)) == "d or h for the suit"
    assert suit_hint(choices(Suit.HEARTS)) == "h for the suit"
