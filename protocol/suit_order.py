"""How cards rank that follow one order of ranks in every suit, below all trumps: who takes a trick."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from protocol.cards import Card, Rank, Suit


class SuitOrder(Struct, frozen=True, gc=False):
    """The order of the ranks of a game, the same in every suit."""

    heights: Mapping[Rank, int]
    """How high each rank is, from 0."""

    def height(self, card: Card, led: Suit | None, trump: Suit | None) -> int:
        """Return how high a card is in a trick; below zero if it neither follows suit nor is a trump."""
        if card.suit is trump:
            return len(self.heights) + self.heights[card.rank]
        return self.heights[card.rank] if card.suit is led else -1

    def taker(self, cards: Sequence[Card], trump: Suit | None) -> int:
        """Return the index of the card that takes a trick, among its cards in the order played.

        Raises:
            IndexError: no card has been played.
        """
        led = cards[0].suit
        heights = [self.height(card, led, trump) for card in cards]
        return heights.index(max(heights))


def suit_order(ranks: str) -> SuitOrder:
    """Return the order of the ranks of a text, the lowest first."""
    return SuitOrder({Rank(text): height for height, text in enumerate(ranks.split())})
