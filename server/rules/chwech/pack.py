"""The packs of Chwech: which cards are dealt, and their places as bits (rules, section 1).

A set of cards (a hand, a pile) is an integer whose bit ``n`` stands for the card at place ``n`` of the unshuffled pack,
so that equal cards stay apart and taking a card out of a hand costs one operation. The pack lies by suit and then by
rank from the Two up, whatever counts as a Joker last.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from protocol.cards import FACES, JOKER, Card, Rank, Suit
from server.rules.chwech.variant import PackKind, Variant

HAND: Final = 9
"""Cards dealt to each seat, always."""

_FIFTY_TWO: Final = tuple(
    card for card in FACES if card.rank not in (Rank.ELEVEN, Rank.TWELVE, Rank.THIRTEEN, Rank.JOKER)
)


class Pack(Struct, frozen=True):
    """The cards of one variant."""

    cards: tuple[Card, ...]
    """The face at each place."""

    copies: dict[Card, int]
    """The places of each face, as bits."""

    suits: dict[Suit, int]
    """The places of each suit, as bits, without what counts as a Joker."""

    jokers: int
    """The places of what counts as a Joker, as bits."""

    everything: int
    """All places, as bits."""

    def faces(self, places: int) -> tuple[Card, ...]:
        """Give the cards at these places, in the order of the pack."""
        return tuple(self.cards[place] for place in each_place(places))


def each_place(places: int) -> Iterator[int]:
    """Give the numbers of the bits that are set, from the least."""
    while places:
        lowest = places & -places
        yield lowest.bit_length() - 1
        places ^= lowest


def make_pack(variant: Variant) -> Pack:
    """Give the pack of a variant."""
    faces = _faces(variant.pack)
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
    """Say whether a card has the powers of a Joker: a Thirteen may."""
    return card is JOKER or (variant.thirteens_as_jokers and card.rank is Rank.THIRTEEN)


def _faces(kind: PackKind) -> tuple[Card, ...]:
    match kind:
        case PackKind.FOUR:
            low = (Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE)
            return _without(*low)
        case PackKind.FIVE_LOW:
            return (*_without(Rank.TWO, Rank.THREE), JOKER)
        case PackKind.FIVE_MIDDLE:
            return (*_without(Rank.SEVEN, Rank.EIGHT), JOKER)
        case PackKind.SIX:
            return (*_FIFTY_TWO, JOKER, JOKER)
        case PackKind.SEVEN_FIVE_HUNDRED:
            elevens_and_twelves = (Card(rank, suit) for rank in (Rank.ELEVEN, Rank.TWELVE) for suit in Suit)
            thirteens = (Card(Rank.THIRTEEN, Suit.DIAMONDS), Card(Rank.THIRTEEN, Suit.HEARTS))
            return (*_FIFTY_TWO, *elevens_and_twelves, *thirteens, JOKER)
        case PackKind.SEVEN_TWO_PACKS:
            second = (card for card in _FIFTY_TWO if card.rank in (Rank.TWO, Rank.THREE))
            return (*_FIFTY_TWO, *second, JOKER, JOKER, JOKER)


def _without(*ranks: Rank) -> tuple[Card, ...]:
    return tuple(card for card in _FIFTY_TWO if card.rank not in ranks)
