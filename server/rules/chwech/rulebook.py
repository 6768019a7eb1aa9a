"""The lookup tables of a variant: its pack, the plays of its cards when leading and following, and their order."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from protocol.cards import Card, Rank, Suit
from protocol.chwech.actions import PASS, AceHeight, Pass, Play
from protocol.chwech.order import make_order
from protocol.vocabulary import Seat
from server.rules.chwech.options import Ruleset, Variant
from server.rules.chwech.pack import Pack, counts_as_joker, make_pack, rules_of_order


def following(card: Card, variant: Variant) -> tuple[Play, ...]:
    """Return the plays of a card when another seat leads.

    In the original rules the player of an Ace says whether it is high or low.
    """
    if variant.ruleset is Ruleset.ORIGINAL and card.rank is Rank.ACE:
        return Play(card, ace=AceHeight.HIGH), Play(card, ace=AceHeight.LOW)
    return (Play(card),)


def leading(card: Card, variant: Variant) -> tuple[Play, ...]:
    """Return the plays of a card as a lead.

    A Joker may be led in the revised rules only, for a suit that its player names (Parlett, revised point 3).
    """
    if not counts_as_joker(card, variant):
        return following(card, variant)
    if variant.ruleset is Ruleset.ORIGINAL:
        return ()
    return tuple(Play(card, suit=suit) for suit in Suit)


_REMEMBERED: Final = 1 << 16


class Plays:
    """The plays of any set of cards, given by their places; equal cards count once.

    Results are cached, because the same sets recur; the cache is emptied when it is full.
    """

    def __init__(self, pack: Pack, plays: Mapping[Card, tuple[Play, ...]], *more: Pass) -> None:
        self.known: dict[int, tuple[Pass | Play, ...]] = {}
        """The cache. It is a plain dictionary, because one with ``__missing__`` is several times slower to read."""
        self._pack = pack
        self._plays = plays
        self._more = more

    def work_out(self, places: int) -> tuple[Pass | Play, ...]:
        """Compute and cache the plays for these places."""
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
    """The lookup tables of one variant; one object per variant, so that states compare it by identity."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.pack = make_pack(variant)
        self.places = frozenset(range(len(self.pack.cards)))
        seats = [Seat(seat) for seat in range(variant.players)]
        self.rounds = tuple((*seats[first:], *seats[:first], None) for first in seats)
        """For each seat, all seats in turn from it, and None after the last."""
        self.only = {card: places for card, places in self.pack.copies.items() if places.bit_count() == 1}
        """The place of each card that the pack has once."""
        self.only_or_none = {card: self.only.get(card, 0) for card in self.pack.copies}
        """The same, with no place for every other card."""
        self.single = self.pack.jokers if variant.one_joker_a_trick else 0
        """The places of the cards of which only one may be played to a trick."""
        self.order = make_order(rules_of_order(variant), self.pack.copies)
        cards = self.pack.copies
        self.follow = Plays(self.pack, {card: following(card, variant) for card in cards}, PASS)
        """The actions of a follower, by the cards in hand that fit the trick."""
        self._lead_part = Plays(self.pack, {card: leading(card, variant) for card in cards})
        self._parts = (*self.pack.suits.values(), self.pack.jokers)

    def first_copy(self, card: Card, hand: int) -> int:
        """Return the first place, in a hand, of a card that the pack has several times."""
        copies = self.pack.copies[card] & hand
        return copies & -copies

    def places_open_to(self, suit: Suit, led: int) -> int:
        """Return the places of all cards playable to a trick in this suit; ``led`` is the place of the lead."""
        return self.pack.suits[suit] if led & self.single else self.pack.suits[suit] | self.pack.jokers

    def lead(self, hand: int) -> tuple[Pass | Play, ...]:
        """Return the actions of a seat with this hand when it may lead or pass the lead."""
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
        """Return the actions of a seat with this hand for the first lead, which must not be passed."""
        return self.lead(hand)[:-1]


rulebook = lru_cache(maxsize=256)(Rulebook)
