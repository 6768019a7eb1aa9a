"""How the cards of Chwech rank in a trick; what may be played, and what is scored, is not known here.

It belongs to the language of the game: rules take tricks by it, and screens say by it what a card would do.

In a trick there is one total order for each ruleset. Revised: last Joker > Ace not last > K > Q > J > 13 > … > 2 > last
Ace > Joker not last. Original: Ace high > K > … > 8 > Joker > 7 > … > 2 > Ace low. The last card is known only once
every seat has had its turn, so the taker of an open trick is provisional.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from msgspec import Struct

from protocol.cards import JOKER, Card, Rank
from protocol.chwech.actions import AceHeight, Play
from protocol.setup import Setup

_RANKS: Final = {rank: 10 * height for height, rank in enumerate(Rank, start=1)}
_TOP: Final = 1000
_BOTTOM: Final = 0
_LOW: Final = -1
_AS_LOW: Final = AceHeight.LOW


class OrderRules(Struct, frozen=True, gc=False):
    """The rules of a table on which the order of the cards depends."""

    aces_choose: bool = False
    """True in the original rules: an Ace is as high as its player says, and a Joker ranks between Eight and Seven."""

    thirteens_as_jokers: bool = False
    """True if both red Thirteens are Jokers in all respects."""

    joker_beats_last_ace: bool = False
    """True if a Joker that was not last beats an Ace that was."""

    last_of_equals: bool = False
    """True if, of equal cards, the last one played ranks higher; otherwise the first one does."""

    def counts_as_joker(self, card: Card) -> bool:
        """Return True if a card counts as a Joker: with an option, the red Thirteens do."""
        return card is JOKER or (self.thirteens_as_jokers and card.rank is Rank.THIRTEEN)


def order_rules(setup: Setup) -> OrderRules:
    """Return the rules of a setup that the server has accepted."""
    options = setup.options
    return OrderRules(
        aces_choose=options.get("ruleset") == "original",
        thirteens_as_jokers=bool(options.get("thirteens_as_jokers")),
        joker_beats_last_ace=bool(options.get("joker_beats_last_ace")),
        last_of_equals=options.get("equal_cards") == "last",
    )


class PlayTurn(Protocol):
    """A turn in which a card was played."""

    @property
    def play(self) -> Play:
        """The card, and what was said with it."""


class CardOrder(Struct, frozen=True, gc=False):
    """The rank of each play in a trick; the higher number wins."""

    inside: dict[Card, int]
    """The rank of a card that another card follows."""

    last: dict[Card, int]
    """The rank of the last card played to the trick."""

    aces_choose: bool
    last_of_equals: bool
    """True if, of equal cards, the last one played ranks higher; otherwise the first one does."""

    def best(self, played: Sequence[PlayTurn]) -> int:
        """Return the index of the card that takes the trick, among all cards played to it in order.

        Raises:
            IndexError: no card has been played.
        """
        return self.best_play([turn.play for turn in played])

    def best_play(self, plays: Sequence[Play]) -> int:
        """Return the same, given the plays alone.

        Raises:
            IndexError: there are none.
        """
        inside = self.inside
        heights = [inside[play.card] for play in plays]
        heights[-1] = self.last[plays[-1].card]
        if self.aces_choose:
            heights = [_LOW if play.ace is _AS_LOW else height for play, height in zip(plays, heights, strict=True)]
        highest = max(heights)
        if self.last_of_equals:
            return len(heights) - 1 - heights[::-1].index(highest)
        return heights.index(highest)


def make_order(rules: OrderRules, cards: Iterable[Card]) -> CardOrder:
    """Return the order of these cards."""
    if rules.aces_choose:
        heights = {card: _original(card, rules) for card in cards}
        return CardOrder(inside=heights, last=heights, aces_choose=True, last_of_equals=rules.last_of_equals)
    return CardOrder(
        inside={card: _inside(card, rules) for card in cards},
        last={card: _last(card, rules) for card in cards},
        aces_choose=False,
        last_of_equals=rules.last_of_equals,
    )


def _original(card: Card, rules: OrderRules) -> int:
    """Return the rank in the original rules; an Ace is high here, and ``best`` handles one played as low."""
    return _RANKS[Rank.SEVEN] + 5 if rules.counts_as_joker(card) else _RANKS[card.rank]


def _inside(card: Card, rules: OrderRules) -> int:
    """Return the rank of a card that is not last: a Joker loses, and an Ace beats all but a last Joker."""
    return _BOTTOM if rules.counts_as_joker(card) else _RANKS[card.rank]


def _last(card: Card, rules: OrderRules) -> int:
    """Return the rank of a last card: a Joker beats all; an Ace is below the Two, next to a Joker that was not last."""
    if rules.counts_as_joker(card):
        return _TOP
    if card.rank is Rank.ACE:
        return _BOTTOM - 1 if rules.joker_beats_last_ace else _BOTTOM + 1
    return _RANKS[card.rank]
