"""The words of the rules of Twenty-Five and Forty-Five that are explained in place."""

from collections.abc import Mapping
from typing import Final

GLOSSARY: Final[Mapping[str, str]] = {
    "deal": "Five cards each, five tricks; scores carry over to the next deal.",
    "dealer": "Whose deal it is, marked D at the table; the seat after the dealer leads first.",
    "trick": "One round: a card is led, and each other seat plays one card to it, in turn.",
    "trump": "A card of the trump suit, or the Ace of hearts: it beats every plain card.",
    "turn-up": "The card that is turned up after the deal; its suit is trump for this deal.",
    "rob the pack": "To take the turn-up and lay a card of one's hand aside for it.",
    "rob": "To take the turn-up and lay a card of one's hand aside for it.",
    "reneging": "To keep back one of the best trumps when a lower trump is led.",
    "plain card": "A card that is no trump.",
    "best card": "The highest trump that is played in a deal.",
    "lead": "To play the first card of a trick.",
    "pool": "The chips that all have put in; the winner of the game takes them.",
    "chip": "What people play for: everybody has the same number at first.",
    "partner": "Somebody of the same side: partners share one score.",
    "side": "The players who share one score.",
}
"""Each word with its explanation."""
