"""A search of positions in which two seats hold cards and know all of them: Challenge, and the end of other deals.

It looks at every way to go on for so many cards and pick-ups as its bound allows, and takes a position that has been
there before for a draw. The bound counts positions and not time, so that it chooses the same on every machine.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from server.bots.piles.field import balance, bits, weakness

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
