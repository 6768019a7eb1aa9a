"""The order of cards in a trick: one total order for each ruleset (rules, section 2).

Revised: last Joker > Ace not last > K > Q > J > 13 > … > 2 > last Ace > Joker not last. Original: Ace high > K > … > 8
> Joker > 7 > … > 2 > Ace low. The last card is known only once every seat has had its turn, so the taker of
an open trick is provisional.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from protocol.cards import Card, Rank
from protocol.chwech.actions import AceHeight
from protocol.chwech.events import Led, Played
from server.rules.chwech.options import Equals, Ruleset, Variant
from server.rules.chwech.pack import counts_as_joker

_RANKS: Final = {rank: 10 * height for height, rank in enumerate(Rank, start=1)}
_TOP: Final = 1000
_BOTTOM: Final = 0
_LOW: Final = -1
_AS_LOW: Final = AceHeight.LOW


class CardOrder(Struct, frozen=True):
    """The rank of each play in a trick; the higher number wins."""

    inside: dict[Card, int]
    """The rank of a card that another card follows."""

    last: dict[Card, int]
    """The rank of the last card played to the trick."""

    aces_choose: bool
    last_of_equals: bool
    """True if, of equal cards, the last one played ranks higher; otherwise the first one does."""

    def best(self, played: Sequence[Led | Played]) -> int:
        """Return the index of the card that takes the trick, among all cards played to it in order.

        Raises:
            IndexError: no card has been played.
        """
        inside = self.inside
        heights = [inside[turn.play.card] for turn in played]
        heights[-1] = self.last[played[-1].play.card]
        if self.aces_choose:
            heights = [_LOW if turn.play.ace is _AS_LOW else heights[place] for place, turn in enumerate(played)]
        highest = max(heights)
        if self.last_of_equals:
            return len(heights) - 1 - heights[::-1].index(highest)
        return heights.index(highest)


def make_order(variant: Variant, cards: Iterable[Card]) -> CardOrder:
    """Return the order of a variant for these cards."""
    last_of_equals = variant.equals is Equals.LAST
    if variant.ruleset is Ruleset.ORIGINAL:
        heights = {card: _original(card, variant) for card in cards}
        return CardOrder(inside=heights, last=heights, aces_choose=True, last_of_equals=last_of_equals)
    return CardOrder(
        inside={card: _inside(card, variant) for card in cards},
        last={card: _last(card, variant) for card in cards},
        aces_choose=False,
        last_of_equals=last_of_equals,
    )


def _original(card: Card, variant: Variant) -> int:
    """Return the rank in the original rules; an Ace is high here, and ``best`` handles one played as low."""
    return _RANKS[Rank.SEVEN] + 5 if counts_as_joker(card, variant) else _RANKS[card.rank]


def _inside(card: Card, variant: Variant) -> int:
    """Return the rank of a card that is not last: a Joker loses, and an Ace beats all but a last Joker."""
    return _BOTTOM if counts_as_joker(card, variant) else _RANKS[card.rank]


def _last(card: Card, variant: Variant) -> int:
    """Return the rank of a last card: a Joker beats all; an Ace is below the Two, next to a Joker that was not last."""
    if counts_as_joker(card, variant):
        return _TOP
    if card.rank is Rank.ACE:
        return _BOTTOM - 1 if variant.joker_beats_last_ace else _BOTTOM + 1
    return _RANKS[card.rank]
