"""The packs of Chwech: the cards that are dealt, their places as bits, and their order (rules, sections 1 and 2).

A set of cards (a hand, a pile) is an integer whose bit ``n`` stands for the card at place ``n`` of the unshuffled pack,
so equal cards remain distinct and removing a card from a hand costs one operation. The pack is sorted by suit, then by
rank from the Two up, with everything that counts as a Joker last.

In a trick there is one total order for each ruleset. Revised: last Joker > Ace not last > K > Q > J > 13 > … > 2 > last
Ace > Joker not last. Original: Ace high > K > … > 8 > Joker > 7 > … > 2 > Ace low. The last card is known only once
every seat has had its turn, so the taker of an open trick is provisional.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from protocol.cards import FACES, JOKER, Card, Rank, Suit
from protocol.chwech.actions import AceHeight
from protocol.chwech.events import Led, Played
from server.rules.chwech.options import Equals, PackKind, Ruleset, Variant

HAND: Final = 9

_FIFTY_TWO: Final = tuple(
    card for card in FACES if card.rank not in (Rank.ELEVEN, Rank.TWELVE, Rank.THIRTEEN, Rank.JOKER)
)


class Pack(Struct, frozen=True):
    """The cards of one variant."""

    cards: tuple[Card, ...]
    copies: dict[Card, int]
    """The places of each distinct card, as bits."""

    suits: dict[Suit, int]
    """The places of each suit, as bits, without cards that count as Jokers."""

    jokers: int
    """The places of the cards that count as Jokers, as bits."""

    everything: int

    def faces(self, places: int) -> tuple[Card, ...]:
        """Return the cards at these places, in the order of the pack."""
        return tuple(self.cards[place] for place in each_place(places))


def each_place(places: int) -> Iterator[int]:
    """Yield the indices of the set bits, lowest first."""
    while places:
        lowest = places & -places
        yield lowest.bit_length() - 1
        places ^= lowest


def make_pack(variant: Variant) -> Pack:
    """Return the pack of a variant."""
    faces = _FACES[variant.pack]
    jokers = [card for card in faces if counts_as_joker(card, variant)]
    plain = [card for card in faces if card not in jokers]
    cards = tuple(sorted(plain, key=FACES.index) + sorted(jokers, key=FACES.index))
    places = dict.fromkeys(cards, 0)
    for place, card in enumerate(cards):
        places[card] |= 1 << place
    return Pack(
        cards=cards,
        copies=places,
        suits={suit: sum(places[card] for card in places if card.suit is suit and card not in jokers) for suit in Suit},
        jokers=sum(places[card] for card in places if card in jokers),
        everything=(1 << len(cards)) - 1,
    )


def counts_as_joker(card: Card, variant: Variant) -> bool:
    """True if a card counts as a Joker: with an option, the red Thirteens do."""
    return card is JOKER or (variant.thirteens_as_jokers and card.rank is Rank.THIRTEEN)


def _without(*ranks: Rank) -> tuple[Card, ...]:
    return tuple(card for card in _FIFTY_TWO if card.rank not in ranks)


def _all(*ranks: Rank) -> tuple[Card, ...]:
    return tuple(Card(rank, suit) for rank in ranks for suit in Suit)


_RED_THIRTEENS: Final = (Card(Rank.THIRTEEN, Suit.DIAMONDS), Card(Rank.THIRTEEN, Suit.HEARTS))

_FACES: Final = {
    PackKind.FOUR: _without(Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE),
    PackKind.FIVE_LOW: (*_without(Rank.TWO, Rank.THREE), JOKER),
    PackKind.FIVE_MIDDLE: (*_without(Rank.SEVEN, Rank.EIGHT), JOKER),
    PackKind.SIX: (*_FIFTY_TWO, JOKER, JOKER),
    PackKind.SEVEN_FIVE_HUNDRED: (*_FIFTY_TWO, *_all(Rank.ELEVEN, Rank.TWELVE), *_RED_THIRTEENS, JOKER),
    PackKind.SEVEN_TWO_PACKS: (*_FIFTY_TWO, *_all(Rank.TWO, Rank.THREE), JOKER, JOKER, JOKER),
}


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
