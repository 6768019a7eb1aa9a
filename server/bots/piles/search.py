"""A search of positions in which two seats hold cards and know all of them: Challenge, and the end of other deals.

It looks at every way to go on for so many cards and pick-ups as its bound allows, and takes a position that has been
there before for a draw. The bound counts positions and not time, so that it chooses the same on every machine.

The cards of a pack are numbered by suit and then by rank, and a set of them is a whole number with those bits.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import log
from typing import Final, NamedTuple

from protocol.cards import Card, Suit
from protocol.piles.order import beats, pack_of

SPREAD: Final = 0.6
"""How sure a card is to pass where the others hold one card that beats it; with two the square of this, and so on."""

HOLD: Final = 5.0
"""How much the cards count that either side can beat of the other, by the logarithm of their number."""

_SURE: Final = tuple([1 - SPREAD**beaters for beaters in range(60)])


@cache
def beaters(cards: int, trump: Suit | None) -> tuple[int, ...]:
    """Return for each card of a pack those that beat it, if a seat with this trump suit plays them."""
    pack = pack_of(cards)
    return tuple([as_bits([card for card in pack if beats(card, top, trump)], cards) for top in pack])


@cache
def _places(cards: int) -> dict[Card, int]:
    return {card: place for place, card in enumerate(pack_of(cards))}


def place_of(card: Card, cards: int) -> int:
    """Return the number of a card in a pack of so many cards."""
    return _places(cards)[card]


def as_bits(held: Iterable[Card], cards: int) -> int:
    """Return a set of cards of a pack as bits."""
    places = _places(cards)
    found = 0
    for card in held:
        found |= 1 << places[card]
    return found


def bits(cards: int) -> Iterator[int]:
    """Yield the numbers of a set of cards, from the lowest."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


def weakness(own: int, other: int, beating: Sequence[int]) -> float:
    """Return how many of one's own cards the other hand can beat: one that few cards beat counts less.

    Args:
        own: one's own cards.
        other: the cards of the other hand.
        beating: for each card, those with which the other seat beats it.
    """
    return sum([_SURE[(beating[card] & other).bit_count()] for card in bits(own)])


def balance(theirs: float, own: float) -> float:
    """Return the worth of a hand by the weakness of the others' cards and of one's own."""
    return HOLD * (log(1 + theirs) - log(1 + own))


WON: Final = 1000.0
"""The value of a deal that is won; one that is won sooner has a little more."""

HELD: Final = 0.3
"""The value of a card that the opponent holds more."""

LEAD: Final = 0.5
"""The value of the right to play any card."""

SURE: Final = 2
"""The depth to which all ways are looked at whatever they cost: a card or pick-up, and each reply to it."""

TAKE: Final = -1
"""The move that takes up the pile; any other is the number of a card."""


class Position(NamedTuple):
    """A position between seat 0 and seat 1: the hands and the pile as bits, the top card, and who moves."""

    hands: tuple[int, int]
    pile: int
    top: int
    """The number of the top card; -1 where there is none to beat."""

    mover: int


class Ways(NamedTuple):
    """How a deal goes on."""

    beaters: tuple[Sequence[int], Sequence[int]]
    """For each seat, and each card of the pack, the cards with which that seat beats it."""

    adds: bool
    """True if who beats a card adds another."""

    taker_leads: bool
    """True if who takes up the pile begins the next one."""


class Search:
    """A search from one position."""

    def __init__(self, ways: Ways, seen: frozenset[Position], most: int) -> None:
        """Set what may be looked at.

        Args:
            ways: how the deal goes on.
            seen: the positions without a pile that have been there in this deal.
            most: the number of cards in hand, summed over all positions, to look at; a depth that would need more is
                given up.
        """
        self.ways = ways
        self.seen = seen
        self.left = most
        self.cards = 0
        self.bounded = True
        self.path: set[Position] = set()

    def best(self, position: Position, deepest: int) -> tuple[int, int]:
        """Return the best move, and the depth to which all ways were looked at; 0 for a move without choice."""
        self.cards = (position.hands[0] | position.hands[1] | position.pile).bit_count()
        order, depth = self.moves(position), 0
        while depth < deepest and len(order) > 1:
            self.bounded = depth >= SURE
            try:
                values = self.values(position, order, depth + 1)
            except _OutOfBounds:
                break
            depth += 1
            order = sorted(order, key=lambda move: -values[move])
            if abs(values[order[0]]) >= WON:
                break
        return order[0], depth

    def values(self, position: Position, moves: Sequence[int], depth: int) -> dict[int, float]:
        """Return the value of each move at a depth; exact for the best, and not above it for the others."""
        best, values = -2 * WON, dict[int, float]()
        for move in moves:
            values[move] = self._after(position, move, depth, best, 2 * WON)
            best = max(best, values[move])
        return values

    def moves(self, position: Position) -> list[int]:
        """Return every move, those first that mostly prove best: few cards beat them, or they are the lowest."""
        hands, _, top, mover = position
        own, other = hands[mover], hands[1 - mover]
        if top >= 0:
            return [*bits(own & self.ways.beaters[mover][top]), TAKE]
        beating = self.ways.beaters[1 - mover]
        return sorted(bits(own), key=lambda card: (beating[card] & other).bit_count())

    def _after(self, position: Position, move: int, depth: int, least: float, most: float) -> float:
        """Return the value of a move for who makes it."""
        (first, second), pile, top, mover = position
        if move == TAKE:
            hands = (first | pile, second) if mover == 0 else (first, second | pile)
            after = Position(hands, 0, -1, mover if self.ways.taker_leads else 1 - mover)
            if after in self.seen or after in self.path:
                return 0.0
        else:
            card = 1 << move
            hands = (first ^ card, second) if mover == 0 else (first, second ^ card)
            if not hands[mover]:
                return WON + depth
            adds = top >= 0 and self.ways.adds
            after = Position(hands, pile | card, -1 if adds else move, mover if adds else 1 - mover)
        if after.mover == mover:
            return self._value(after, depth - 1, least, most)
        return -self._value(after, depth - 1, -most, -least)

    def _value(self, position: Position, depth: int, least: float, most: float) -> float:
        """Return the value of a position for its mover; exact if it is between the bounds."""
        self.left -= self.cards - position.pile.bit_count()
        if self.bounded and self.left < 0:
            raise _OutOfBounds
        if depth == 0:
            return self.estimate(position)
        if not position.pile:
            self.path.add(position)
        for move in self.moves(position):
            least = max(least, self._after(position, move, depth, least, most))
            if least >= most:
                break
        self.path.discard(position)
        return least

    def estimate(self, position: Position) -> float:
        """Return the value of a position for its mover, by the cards that each hand can beat of the other."""
        hands, pile, top, mover = position
        own, other = hands[mover], hands[1 - mover]
        beating = self.ways.beaters
        if top >= 0 and not own & beating[mover][top]:
            own |= pile
        worth = balance(weakness(other, own, beating[mover]), weakness(own, other, beating[1 - mover]))
        return worth + HELD * (other.bit_count() - own.bit_count()) + (LEAD if top < 0 else 0.0)


class _OutOfBounds(Exception):
    """The search has looked at as many positions as it may."""
