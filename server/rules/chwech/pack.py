"""The packs of Chwech: the cards that are dealt, and their places as bits (rules, section 1).

A set of cards (a hand, a pile) is an integer whose bit ``n`` stands for the card at place ``n`` of the unshuffled pack,
so equal cards remain distinct and removing a card from a hand costs one operation. The pack is sorted by suit, then by
rank from the Two up, with everything that counts as a Joker last.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from msgspec import Struct

from protocol.cards import FACES, Card, Suit
from protocol.chwech.order import OrderRules
from protocol.chwech.pack import PACKS
from server.rules.chwech.options import Equals, Ruleset, Variant

HAND: Final = 9


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
    octets: tuple[tuple[tuple[Card, ...], ...], ...]
    """For each eight places the cards at every choice of them: a pack has up to 64 cards."""

    def faces(self, places: int) -> tuple[Card, ...]:
        """Return the cards at these places, in the order of the pack."""
        # Every view has a hand, so this is written for speed: a loop over the cards takes more than twice the time.
        one, two, three, four, five, six, seven, eight = self.octets
        return (
            one[places & 255]
            + two[places >> 8 & 255]
            + three[places >> 16 & 255]
            + four[places >> 24 & 255]
            + five[places >> 32 & 255]
            + six[places >> 40 & 255]
            + seven[places >> 48 & 255]
            + eight[places >> 56]
        )


def each_place(places: int) -> Iterator[int]:
    """Yield the indices of the set bits, lowest first."""
    while places:
        lowest = places & -places
        yield lowest.bit_length() - 1
        places ^= lowest


def make_pack(variant: Variant) -> Pack:
    """Return the pack of a variant."""
    faces = PACKS[variant.pack]
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
        octets=tuple(_choices(cards[first : first + 8]) for first in range(0, 64, 8)),
    )


@cache
def _choices(cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """Return all choices of up to eight cards, by the bits that stand for them; variants of one pack share them."""
    return tuple(tuple(cards[place] for place in each_place(bits)) for bits in range(1 << len(cards)))


def rules_of_order(variant: Variant) -> OrderRules:
    """Return the rules of a variant on which the order of its cards depends."""
    return OrderRules(
        aces_choose=variant.ruleset is Ruleset.ORIGINAL,
        thirteens_as_jokers=variant.thirteens_as_jokers,
        joker_beats_last_ace=variant.joker_beats_last_ace,
        last_of_equals=variant.equals is Equals.LAST,
    )


def counts_as_joker(card: Card, variant: Variant) -> bool:
    """True if a card counts as a Joker: with an option, the red Thirteens do."""
    return rules_of_order(variant).counts_as_joker(card)
