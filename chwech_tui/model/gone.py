"""The cards gone so far, as far as the rules show them: a value that a game makes from its view alone."""

from collections import Counter
from enum import Enum

from msgspec import Struct

from protocol.cards import Card, Rank, Suit


class Whereabouts(Enum):
    """Where a card of the pack is, as far as the viewer may know."""

    # Members are singletons, so hashing by identity is correct; Enum's own hash is slow and needed for every card.
    __hash__ = object.__hash__

    HAND = "hand"
    """In the viewer's hand."""

    TABLE = "table"
    """In the open trick."""

    GONE = "gone"
    """Played earlier, or out of play."""

    SHOWN = "shown"
    """In another hand or in the stock, where everybody has seen it."""

    UNSEEN = "unseen"
    """In another hand, or somewhere else that the viewer does not see."""


class CardsGone(Struct, frozen=True, gc=False):
    """A pack, and what the view shows of it; equal cards occur as often as the pack has them."""

    pack: tuple[Card, ...]
    """All cards that were dealt from."""

    hand: tuple[Card, ...]
    """The viewer's own cards."""

    table: tuple[Card, ...]
    """The cards of the open trick."""

    gone: tuple[Card, ...]
    """The cards known to be played or out of play, without those of the open trick."""

    note: str
    """How much the rules of this table show, in a sentence or two."""

    shown: tuple[Card, ...] = ()
    """The cards still to come of which everybody knows where they are."""

    @property
    def suits(self) -> tuple[Suit | None, ...]:
        """The suits of the pack in the order of a hand; None for Jokers, last."""
        held = {card.suit for card in self.pack}
        return tuple(suit for suit in (*Suit, None) if suit in held)

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks of the pack from the Ace down, without Jokers."""
        held = {card.rank for card in self.pack if card.suit is not None}
        return tuple(rank for rank in reversed(Rank) if rank in held)

    def where(self) -> dict[Card, tuple[Whereabouts, ...]]:
        """Return for each face of the pack where its cards are: those seen first."""
        seen: dict[Card, list[Whereabouts]] = {}
        for place, cards in (
            (Whereabouts.HAND, self.hand),
            (Whereabouts.TABLE, self.table),
            (Whereabouts.GONE, self.gone),
            (Whereabouts.SHOWN, self.shown),
        ):
            for card in cards:
                seen.setdefault(card, []).append(place)
        return {
            card: (*seen.get(card, ()), *[Whereabouts.UNSEEN] * copies)[:copies]
            for card, copies in Counter(self.pack).items()
        }
