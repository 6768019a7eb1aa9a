"""Estimates from the view of a seat: the chance that a card takes a trick, and the later value of a card.

They assume that unseen cards are spread evenly over the other hands and the stock, and that a player who holds a
winning card plays it with a fixed probability.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Final

from protocol.cards import Card
from protocol.fives.views import FivesView
from protocol.vocabulary import Seat

WILLING: Final = 0.45
"""The probability that a seat plays a winning card that it holds to a trick led by a plain card."""

DRAWN: Final = 0.7
"""The same for a trick led by a trump, to which trumps have to be played."""

PARTNER: Final = 0.8
"""The probability that a partner who acts later saves a trick that would be lost."""

NARROW: Final = 0.5
"""The value of a plain card as a share of what its rank promises: it takes a trick only in its own suit."""


class Odds:
    """The estimates from one view in which the trump suit is known."""

    def __init__(self, view: FivesView) -> None:
        """Set the view of a seat in a deal."""
        assert view.viewer is not None
        assert view.order is not None
        self.view = view
        self.viewer = view.viewer
        self.order = view.order

    @cached_property
    def unseen(self) -> frozenset[Card]:
        """The cards that may be in another hand or in the stock."""
        view = self.view
        known = {*view.hand, *view.discards, *view.gone, *(turn.card for turn in view.trick.turns)}
        if view.turn_up is not None and view.robber is None:
            known.add(view.turn_up)
        return frozenset(self.order.heights) - known

    def takes(self, card: Card) -> float:
        """Return the estimated chance that the viewer's side takes the trick if it plays this card now."""
        played, best = self._trick_with(card)
        willing = DRAWN if self.order.is_trump(played[0]) else WILLING
        chance = 1.0 if self.takes_now(card) else 0.0
        for seat in self._later():
            if self._friendly(seat):
                chance += (1 - chance) * self._holds(seat, self._above(played[best], played[0])) * PARTNER
            else:
                chance *= 1 - self._holds(seat, self._above(played[best], played[0])) * willing
        return chance

    def takes_now(self, card: Card) -> bool:
        """True if the viewer's side would take the trick if it ended with this card."""
        turns = self.view.trick.turns
        _, best = self._trick_with(card)
        return self._friendly(self.viewer if best == len(turns) else turns[best].seat)

    def _trick_with(self, card: Card) -> tuple[list[Card], int]:
        """Return the cards of the trick with one more, and the place of the best of them."""
        played = [*(turn.card for turn in self.view.trick.turns), card]
        return played, self.order.taker(played)

    def power(self, card: Card) -> float:
        """Return the later value of a card: the estimated chance that nobody will beat it."""
        others = sum(seat.cards for number, seat in enumerate(self.view.seats) if not self._friendly(Seat(number)))
        above = self._above(card, card)
        chance = (1 - above / max(1, len(self.unseen) + above)) ** (others / 2)
        return float(chance if self.order.is_trump(card) else NARROW * chance)

    def _above(self, card: Card, led: Card) -> int:
        """Return the number of unseen cards that would beat this card in a trick begun by ``led``."""
        trump = self.order.is_trump(card)
        return sum(
            self.order.outranks(other, card)
            for other in self.unseen
            if self.order.is_trump(other) or (not trump and other.suit is led.suit)
        )

    def _holds(self, seat: Seat, cards: int) -> float:
        """Return the estimated chance that a seat holds at least one of ``cards`` unseen cards."""
        share = min(1.0, cards / max(1, len(self.unseen)))
        return float(1 - (1 - share) ** self.view.seats[seat].cards)

    def _later(self) -> Iterable[Seat]:
        """Return the seats that act after the viewer in this trick."""
        players = len(self.view.seats)
        left = players - len(self.view.trick.turns) - 1
        return [Seat((self.viewer + step) % players) for step in range(1, left + 1)]

    def _friendly(self, seat: Seat) -> bool:
        """True if a seat is on the viewer's side."""
        return seat % self.view.sides == self.viewer % self.view.sides
