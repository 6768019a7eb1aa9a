"""Games of tricks as numbers: a deal in which all cards are known is played on quickly, by simple rules.

Cards are bits of a number: suit after suit, each from its lowest card up, and the trumps last.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from protocol.cards import Card

HAND: Final = 5
"""The number of tricks in a deal."""

LONG: Final = 3
"""With so many trumps it is well to lead one."""

Follow = Callable[[int, int, int], int]
"""Which cards of a hand may follow, given the number of the card led, and that of the one that takes the trick."""


class Deck:
    """The cards of a deal by their numbers."""

    def __init__(self, suits: Sequence[Sequence[Card]]) -> None:
        """Set the suits, each from its lowest card up, the trumps last."""
        self.number: Final = {card: number for number, card in enumerate([card for suit in suits for card in suit])}
        """The number of each card."""
        self.first_trump: Final = len(self.number) - len(suits[-1])
        """The number of the lowest trump."""
        all_cards = (1 << len(self.number)) - 1
        self.trumps: Final = all_cards & -(1 << self.first_trump)
        self.suit: Final = tuple([self.bits(suit) for suit in suits for _ in suit])
        """For each card its suit."""
        self.higher: Final = tuple([bits & -(2 << number) for number, bits in enumerate(self.suit)])
        """For each card those of its suit that are higher."""
        self.rank: Final = tuple([rank for suit in suits for rank in range(len(suit))])
        """For each card how many of its suit are lower."""

    def bits(self, cards: Iterable[Card]) -> int:
        """Return cards as bits."""
        return sum([1 << self.number[card] for card in cards])

    def takes(self, card: int, best: int) -> bool:
        """Return whether a card takes a trick from another that takes it so far."""
        return card > best and (card >= self.first_trump or bool(self.higher[best] >> card & 1))

    def lowest(self, cards: int) -> int:
        """Return the card of the lowest rank, a trump only if there is nothing else."""
        found, rank, rest = -1, len(self.rank), cards & ~self.trumps or cards
        while rest:
            card = rest.bit_length() - 1
            rest ^= 1 << card
            if self.rank[card] < rank:
                found, rank = card, self.rank[card]
        return found


class Table:
    """A deal in which all cards are known; who plays is a place, in the order of play from the leader of this trick."""

    def __init__(self, deck: Deck, follow: Follow, hands: Sequence[int], seen: int, takers: Sequence[int] = ()) -> None:
        """Set the cards.

        Args:
            deck: the cards.
            follow: what may be played.
            hands: the hand of each place; place 0 leads.
            seen: the cards that are in no hand.
            takers: the places that took the tricks before.
        """
        self.deck = deck
        self.follow = follow
        self.hands = list(hands)
        self.seen = seen
        self.takers = list(takers)
        self.turn = self.played = 0
        self.led = self.best = self.holder = -1

    def copy(self) -> "Table":
        """Return the same position."""
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.hands, other.takers = self.hands[:], self.takers[:]
        return other

    def play(self, card: int) -> None:
        """Play a card of the place whose turn it is."""
        place = self.turn
        self.hands[place] &= ~(1 << card)
        self.seen |= 1 << card
        if not self.played:
            self.led = self.best = card
            self.holder = place
        elif self.deck.takes(card, self.best):
            self.best, self.holder = card, place
        self.played += 1
        self.turn = place + 1 if place + 1 < len(self.hands) else 0
        if self.played == len(self.hands):
            self.takers.append(self.holder)
            self.turn, self.played = self.holder, 0

    def play_on(self, enough: int) -> None:
        """Play a card as anybody might who wants so many tricks, and nobody else to have them."""
        self.play(self._following(enough) if self.played else self._leading())

    def _leading(self) -> int:
        """Return a card to lead: a trump that nothing beats or one of many, or else the plain card that fewest beat."""
        deck, hand = self.deck, self.hands[self.turn]
        out = ~(self.seen | hand)
        top = hand.bit_length() - 1
        if top >= deck.first_trump and (not deck.higher[top] & out or (hand & deck.trumps).bit_count() >= LONG):
            return top
        found, fewest, rest = top, len(deck.rank), hand & ~deck.trumps
        while rest:
            card = rest.bit_length() - 1
            rest &= ~deck.suit[card]
            above = (deck.higher[card] & out).bit_count()
            if above < fewest:
                found, fewest = card, above
        return found

    def _following(self, enough: int) -> int:
        """Return a card to follow with: what takes the trick if it seems worth it, else the lowest."""
        deck, hand, best = self.deck, self.hands[self.turn], self.best
        may = self.follow(hand, self.led, best)
        taking = may & (deck.higher[best] | (deck.trumps if best < deck.first_trump else 0))
        if not taking:
            return deck.lowest(may)
        if self.played + 1 == len(self.hands):
            return (taking & -taking).bit_length() - 1
        if self.takers.count(self.holder) + 1 >= enough:
            return taking.bit_length() - 1
        plain = taking & ~deck.trumps
        if plain:
            return plain.bit_length() - 1
        if self.led < deck.first_trump:
            return (taking & -taking).bit_length() - 1
        top = taking.bit_length() - 1
        return deck.lowest(may) if deck.higher[top] & ~(self.seen | hand) else top


def lacking(deck: Deck, follow: Follow, trick: Sequence[int]) -> list[int]:
    """Return for each card of a trick what its player cannot have held then, or would have had to play it instead."""
    best, found = trick[0], [0]
    for card in trick[1:]:
        pairs = [(1 << other, 1 << card | 1 << other) for other in range(len(deck.rank))]
        found.append(sum([bit for bit, pair in pairs if not follow(pair, trick[0], best) >> card & 1]))
        if deck.takes(card, best):
            best = card
    return found
