"""The pack of Bête, how its cards rank, and what has to be played to a trick.

It belongs to the language of the game: rules take tricks by it, bots weigh cards by it, and screens sort hands by it.
Parlett: the cards rank K Q J A 10 9 8 7, so the Ace is below the Jack.
"""

from collections.abc import Sequence
from typing import Final

from protocol.cards import FACES, Card, Suit, suit_order

ORDER: Final = suit_order("7 8 9 10 A J Q K")
"""Which card takes a trick."""

HEIGHTS: Final = ORDER.heights
"""How high each rank is; the King has 7."""

PACK: Final = tuple(card for card in FACES if card.rank in HEIGHTS)
"""The unshuffled pack, by suit and then by rank: 7 8 9 10 J Q K A."""

HAND: Final = 5
"""The number of cards dealt to each seat, and of tricks in a deal."""


def playable(hand: Sequence[Card], table: Sequence[Card], trump: Suit | None, *, head: bool) -> Sequence[Card]:
    """Return the cards of a hand that may be played to the cards on the table.

    Args:
        hand: the hand.
        table: the cards of the trick so far, the one led first.
        trump: the trump suit.
        head: True if a card that follows has to beat the trick if it can; a trump has to in any case.
    """
    if not table:
        return hand
    led = table[0].suit
    best = max([ORDER.height(card, led, trump) for card in table])
    following = [card for card in hand if card.suit is led]
    if following:
        return [card for card in following if head and ORDER.height(card, led, trump) > best] or following
    trumps = [card for card in hand if card.suit is trump]
    return [card for card in trumps if ORDER.height(card, led, trump) > best] or trumps or hand
