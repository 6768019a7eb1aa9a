"""What holds where cards rank in their suit by one order, and every trump above: what is unbeatable, and certain."""

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from protocol.cards import Card, Rank, Suit


class SuitRanks(Struct, frozen=True, gc=False):
    """The ranks of a game and the trump suit of a deal."""

    heights: Mapping[Rank, int]
    """How high each rank is in its suit, from 0."""

    trump: Suit | None
    """The trump suit, if there is one yet."""

    def height(self, card: Card) -> int:
        """Return how high a card ranks in its suit; trumps rank above all others."""
        return self.heights[card.rank] + (len(self.heights) if card.suit is self.trump else 0)

    def is_unbeatable(self, card: Card, seen: Collection[Card | None]) -> bool:
        """Return True if a card is the highest trump that others may still hold, by the cards that have been seen."""
        if card.suit is not self.trump:
            return False
        above = [Card(rank, card.suit) for rank in self.heights if self.heights[rank] > self.heights[card.rank]]
        return all(other in seen for other in above)

    def certain_rest(self, hand: Sequence[Card], others: Sequence[Card]) -> tuple[Card, ...]:
        """Return a hand, trumps first and each suit from the top, if no other card takes any of its tricks; or none."""
        trumps = any(card.suit is self.trump for card in others)
        if any(self._beaten(card, others) or (card.suit is not self.trump and trumps) for card in hand):
            return ()
        return tuple(sorted(hand, key=self.height, reverse=True))

    def _beaten(self, led: Card, others: Sequence[Card]) -> bool:
        """Return True if one of these cards ranks above a card in its suit."""
        return any(card.suit is led.suit and self.heights[card.rank] > self.heights[led.rank] for card in others)
