"""Everything that one variant decides once and for all: its pack, its plays, its order.

What a set of cards allows is asked again and again, so the answers are kept, in caches that are bounded.
"""

from functools import lru_cache
from typing import Final

from protocol.cards import Card, Suit
from protocol.chwech.actions import PASS, Pass, Play
from server.rules.chwech.choices import following, leading
from server.rules.chwech.order import make_order
from server.rules.chwech.pack import make_pack
from server.rules.chwech.variant import Variant

_REMEMBERED: Final = 1 << 16


class Rulebook:
    """The tables of one variant; there is one object for each variant, so that two states compare by it."""

    def __init__(self, variant: Variant) -> None:
        """Work out the tables."""
        self.variant = variant
        """The variant."""
        self.pack = make_pack(variant)
        """Its cards."""
        self.only = {card: places for card, places in self.pack.copies.items() if places.bit_count() == 1}
        """The place of each face that the pack has once."""
        self._following = {card: following(card, variant) for card in self.pack.copies}
        self._leading = {card: leading(card, variant) for card in self.pack.copies}
        self.order = make_order(variant, self.pack.copies)
        """Who takes a trick."""
        self.single = self.pack.jokers if variant.one_joker_a_trick else 0
        """The places of the cards of which only one may be played to a trick."""
        self._parts = (*self.pack.suits.values(), self.pack.jokers)
        self._lead_part = lru_cache(_REMEMBERED)(self._lead_one_part)
        self.follow = lru_cache(_REMEMBERED)(self._follow)
        """Give the actions that a follower has with these cards, which fit the trick; equal cards count once."""

    def first_copy(self, card: Card, hand: int) -> int:
        """Give the place of a card of which there are several, for a hand that holds one: the first it has."""
        copies = self.pack.copies[card] & hand
        return copies & -copies

    def places_open_to(self, suit: Suit, led: int) -> int:
        """Give the places of all cards that may be played to a trick in this suit, led with one of these places."""
        return self.pack.suits[suit] if led & self.single else self.pack.suits[suit] | self.pack.jokers

    def _follow(self, places: int) -> tuple[Pass | Play, ...]:
        faces = dict.fromkeys(self.pack.faces(places))
        return (*(play for card in faces for play in self._following[card]), PASS)

    def lead(self, hand: int) -> tuple[Pass | Play, ...]:
        """Give the actions that a seat has with this hand when it may lead or pass the lead."""
        return (*self.open(hand), PASS)

    def open(self, hand: int) -> tuple[Play, ...]:
        """Give the actions that a seat has with this hand for the first lead, which may not be passed."""
        clubs, diamonds, hearts, spades, jokers = self._parts
        part = self._lead_part
        return (
            *part(hand & clubs),
            *part(hand & diamonds),
            *part(hand & hearts),
            *part(hand & spades),
            *part(hand & jokers),
        )

    def _lead_one_part(self, places: int) -> tuple[Play, ...]:
        faces = dict.fromkeys(self.pack.faces(places))
        return tuple([play for card in faces for play in self._leading[card]])


rulebook = lru_cache(maxsize=256)(Rulebook)
"""Give the rulebook of a variant."""
