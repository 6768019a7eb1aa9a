"""Who takes a trick: one total order for each ruleset (rules, section 2).

Revised: last Joker > Ace not last > K > Q > J > 13 > … > 2 > last Ace > Joker not last. Original: Ace high > K > … > 8
> Joker > 7 > … > 2 > Ace low. Which card is last is known only when every seat that may act has acted, so the taker of
an open trick is the taker as things stand.
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
    """How high each play ranks in a trick, the higher number being the better."""

    inside: dict[Card, int]
    """Of a card that another one follows."""

    last: dict[Card, int]
    """Of the last card played to the trick."""

    aces_choose: bool
    """Whether an Ace may have been played as low."""

    last_of_equals: bool
    """Whether of equal cards the last played ranks higher, not the first."""

    def best(self, played: Sequence[Led | Played]) -> int:
        """Give the place of the card that takes the trick, among all cards played to it in order.

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
    """Give the order of a variant for all cards that it has."""
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
    """An Ace as its player says: high as here, low in ``best``."""
    return _RANKS[Rank.SEVEN] + 5 if counts_as_joker(card, variant) else _RANKS[card.rank]


def _inside(card: Card, variant: Variant) -> int:
    """A Joker that is not last loses, an Ace that is not last beats all but a last Joker."""
    return _BOTTOM if counts_as_joker(card, variant) else _RANKS[card.rank]


def _last(card: Card, variant: Variant) -> int:
    """A last Joker beats all; a last Ace ranks below the Two, and next to a Joker that was not last."""
    if counts_as_joker(card, variant):
        return _TOP
    if card.rank is Rank.ACE:
        return _BOTTOM - 1 if variant.joker_beats_last_ace else _BOTTOM + 1
    return _RANKS[card.rank]
