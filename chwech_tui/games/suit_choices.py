"""The question for a suit, with the same keys in every game."""

from typing import Final

from chwech_tui.model.cards import SYMBOLS, suit_words
from chwech_tui.model.game import Choice
from protocol.cards import Suit
from protocol.language import _
from protocol.vocabulary import Action

SUIT_KEYS: Final = {Suit.CLUBS: "c", Suit.DIAMONDS: "d", Suit.HEARTS: "h", Suit.SPADES: "s"}
"""The keys that name suits."""


def suit_choice(suit: Suit, action: Action) -> Choice:
    """Return the action that names a suit, with its key."""
    return Choice(SUIT_KEYS[suit], f"{SYMBOLS[suit]} {suit_words(suit)}", action)


def suit_hint() -> str:
    """Return the keys that name a suit, in words."""
    return _("c, d, h or s for the suit")
