"""How cards rank where they are high in red and low in black; what may be played and what scores is not known here.

It belongs to the language of the games: rules take tricks by it, bots weigh cards by it, and screens sort hands by it.
Parlett: the highest trumps are the Five, the Jack, the Ace of hearts and the Ace of trumps, and the Ace of hearts is a
trump whatever the trump suit. All others rank high in red and low in black, and the King is the highest plain card.
"""

from collections.abc import Sequence
from enum import Enum
from functools import cache
from typing import Final

from msgspec import Struct

from protocol.cards import JOKER, Card, Rank, Suit

ACE_OF_HEARTS: Final = Card(Rank.ACE, Suit.HEARTS)
"""Always a trump."""

_RED: Final = tuple(Rank(text) for text in ["K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A"])
_BLACK: Final = tuple(Rank(text) for text in ["K", "Q", "J", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10"])
_PLAIN: Final = {Suit.CLUBS: _BLACK, Suit.DIAMONDS: _RED, Suit.HEARTS: _RED, Suit.SPADES: _BLACK}
_LOWEST_TRUMP: Final = 100


class JokerPlace(Enum):
    """Where the Joker ranks."""

    NONE = "none"
    """There is none in the pack."""

    THIRD = "third"
    """The third-highest trump, above the Ace of hearts."""

    FOURTH = "fourth"
    """The fourth-highest trump, below the Ace of hearts."""


class Order(Struct, frozen=True, gc=False):
    """How high each card ranks in one deal."""

    trumps: tuple[Card, ...]
    """All trumps, the highest first."""

    heights: dict[Card, int]
    """For each card of the pack its height; in plain suits the King has the same, and so on downwards."""

    tops: frozenset[Card]
    """The top trumps, which need not follow a lower trump that is led."""

    def is_trump(self, card: Card) -> bool:
        """Tell trumps from the cards of plain suits."""
        return self.heights[card] >= _LOWEST_TRUMP

    def outranks(self, card: Card, other: Card) -> bool:
        """Compare two trumps, or two cards of one plain suit."""
        return self.heights[card] > self.heights[other]

    def taker(self, cards: Sequence[Card]) -> int:
        """Return the index of the card that takes a trick, among its cards in the order played.

        Raises:
            IndexError: no card has been played.
        """
        led = cards[0]
        heights = [self.heights[card] if self.is_trump(card) or card.suit is led.suit else 0 for card in cards]
        return heights.index(max(heights))


def make_order(trump: Suit, joker: JokerPlace, *, low_ace: bool = False) -> Order:
    """Return the order of a deal, the same object for the same deal.

    Args:
        trump: the trump suit.
        joker: where the Joker ranks.
        low_ace: the Ace of the trump suit is the lowest trump, since its holder has not robbed with it.
    """
    return _work_out((trump, joker, low_ace))


@cache
def _work_out(deal: tuple[Suit, JokerPlace, bool]) -> Order:
    trump, joker, low_ace = deal
    trumps = _trumps(trump, joker, low_ace=low_ace)
    heights = {card: _LOWEST_TRUMP + height for height, card in enumerate(reversed(trumps))}
    for suit, ranks in _PLAIN.items():
        cards = [Card(rank, suit) for rank in ranks if suit is not trump]
        plain = [card for card in cards if card is not ACE_OF_HEARTS]
        heights |= {card: len(ranks) - place for place, card in enumerate(plain)}
    tops = {Card(Rank.FIVE, trump), Card(Rank.JACK, trump), JOKER, ACE_OF_HEARTS} & set(trumps)
    if low_ace and trump is Suit.HEARTS:
        tops -= {ACE_OF_HEARTS}
    return Order(trumps, heights, frozenset(tops))


def _trumps(trump: Suit, joker: JokerPlace, *, low_ace: bool) -> tuple[Card, ...]:
    """Return the trumps from the highest down."""
    five, jack, ace = (Card(rank, trump) for rank in (Rank.FIVE, Rank.JACK, Rank.ACE))
    rest = [Card(rank, trump) for rank in _PLAIN[trump] if rank not in (Rank.FIVE, Rank.JACK, Rank.ACE)]
    high = [five, jack, ACE_OF_HEARTS, ace]
    if joker is not JokerPlace.NONE:
        high.insert(2 if joker is JokerPlace.THIRD else 3, JOKER)
    # In hearts the Ace of hearts and the Ace of trumps are one card.
    ordered = list(dict.fromkeys([*high, *rest]))
    if low_ace:
        ordered.remove(ace)
        ordered.append(ace)
    return tuple(ordered)
