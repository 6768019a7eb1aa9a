"""The pack of Roque, how its cards rank, and what they count; what may be played is not known here.

It belongs to the language of the games: rules take tricks by it, bots weigh cards by it, and screens sort hands by it.
Parlett: the Ace is high and the Two low in every suit; an Ace or a Ten counts ten, a Five counts 5.
"""

from collections.abc import Iterable
from typing import Final

from protocol.cards import FACES, Card, Rank, Suit, suit_order

ORDER: Final = suit_order("2 3 4 5 6 7 8 9 10 J Q K A")
"""Which card takes a trick."""

HEIGHTS: Final = ORDER.heights
"""How high each rank is; the Ace has 12."""

_LEFT_OUT: Final = Card(Rank.TWO, Suit.CLUBS)
"""The Two that three players leave out; Parlett's text has lost its suit."""

_WHOLE: Final = tuple(card for card in FACES if card.rank in HEIGHTS)

PACKS: Final = {4: _WHOLE, 3: tuple(card for card in _WHOLE if card is not _LEFT_OUT)}
"""The unshuffled pack by the number of players, by suit and then by rank from the Two up."""

_COUNTERS: Final = {Rank.ACE: 10, Rank.TEN: 10, Rank.FIVE: 5}

TRICK: Final = 5
"""What a trick counts besides its cards."""

STEP: Final = 5
"""The step of the bids."""


def count(cards: Iterable[Card]) -> int:
    """Return what cards count."""
    return sum([_COUNTERS.get(card.rank, 0) for card in cards])
