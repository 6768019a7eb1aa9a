"""Everything that one variant decides once and for all: its pack, its plays, its order."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from protocol.cards import Card, Suit
from protocol.chwech.actions import PASS, Pass, Play
from protocol.vocabulary import Seat
from server.rules.chwech.choices import following, leading
from server.rules.chwech.options import Variant
from server.rules.chwech.order import make_order
from server.rules.chwech.pack import Pack, make_pack

_REMEMBERED: Final = 1 << 16


class Plays:
    """The plays of any set of cards, by their places; equal cards count once.

    They are asked for again and again, so they are remembered, and all forgotten when there are too many.
    """

    def __init__(self, pack: Pack, plays: Mapping[Card, tuple[Play, ...]], *more: Pass) -> None:
        """Take the plays of each card, and what may be done besides."""
        self.known: dict[int, tuple[Pass | Play, ...]] = {}
        """What is remembered. A plain dictionary: one that fills itself is several times slower to ask."""
        self._pack = pack
        self._plays = plays
        self._more = more

    def work_out(self, places: int) -> tuple[Pass | Play, ...]:
        """Give the plays of cards that are not known yet, and remember them."""
        if len(self.known) >= _REMEMBERED:
            self.known.clear()
        found: list[Pass | Play] = []
        rest = places
        while rest:
            card = self._pack.cards[(rest & -rest).bit_length() - 1]
            found += self._plays[card]
            rest &= ~self._pack.copies[card]
        self.known[places] = plays = (*found, *self._more)
        return plays


class Rulebook:
    """The tables of one variant; there is one object for each variant, so that two states compare by it."""

    def __init__(self, variant: Variant) -> None:
        """Work out the tables."""
        self.variant = variant
        """The variant."""
        self.pack = make_pack(variant)
        """Its cards."""
        self.places = frozenset(range(len(self.pack.cards)))
        """The number of each place."""
        seats = [Seat(seat) for seat in range(variant.players)]
        self.rounds = tuple((*seats[first:], *seats[:first]) for first in seats)
        """All seats in turn, from each of them."""
        self.only = {card: places for card, places in self.pack.copies.items() if places.bit_count() == 1}
        """The place of each face that the pack has once."""
        self.single = self.pack.jokers if variant.one_joker_a_trick else 0
        """The places of the cards of which only one may be played to a trick."""
        self.order = make_order(variant, self.pack.copies)
        """Who takes a trick."""
        cards = self.pack.copies
        self.follow = Plays(self.pack, {card: following(card, variant) for card in cards}, PASS)
        """The actions that a follower has with these cards, which fit the trick."""
        self._lead_part = Plays(self.pack, {card: leading(card, variant) for card in cards})
        self._parts = (*self.pack.suits.values(), self.pack.jokers)

    def first_copy(self, card: Card, hand: int) -> int:
        """Give the place of a card of which there are several, for a hand that holds one: the first it has."""
        copies = self.pack.copies[card] & hand
        return copies & -copies

    def places_open_to(self, suit: Suit, led: int) -> int:
        """Give the places of all cards that may be played to a trick in this suit, led with one of these places."""
        return self.pack.suits[suit] if led & self.single else self.pack.suits[suit] | self.pack.jokers

    def lead(self, hand: int) -> tuple[Pass | Play, ...]:
        """Give the actions that a seat has with this hand when it may lead or pass the lead."""
        known = self._lead_part.known
        clubs, diamonds, hearts, spades, jokers = self._parts
        try:
            return (
                *known[hand & clubs],
                *known[hand & diamonds],
                *known[hand & hearts],
                *known[hand & spades],
                *known[hand & jokers],
                PASS,
            )
        except KeyError:
            parts = [self._lead_part.work_out(hand & part) for part in self._parts]
            return (*(play for plays in parts for play in plays), PASS)

    def open(self, hand: int) -> tuple[Pass | Play, ...]:
        """Give the actions that a seat has with this hand for the first lead, which may not be passed."""
        return self.lead(hand)[:-1]


rulebook = lru_cache(maxsize=256)(Rulebook)
"""Give the rulebook of a variant."""
