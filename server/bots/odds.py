"""Estimates in a game of tricks with trumps: the chance that a card takes a trick, and the later value of a card.

They assume that unseen cards are spread evenly over the other hands and the stock, and that a player who holds a
winning card plays it with a fixed probability.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final, Protocol

from protocol.cards import Card
from protocol.colour_order import Order
from protocol.vocabulary import Seat

WILLING: Final = 0.45
"""The probability that a seat plays a winning card that it holds to a trick led by a plain card."""

DRAWN: Final = 0.7
"""The same for a trick led by a trump, to which trumps have to be played."""

PARTNER: Final = 0.8
"""The probability that a partner who acts later saves a trick that would be lost."""

NARROW: Final = 0.5
"""The value of a plain card as a share of what its rank promises: it takes a trick only in its own suit."""


class _Turn(Protocol):
    """A card of a trick, and who played it."""

    @property
    def seat(self) -> Seat:
        """Who."""

    @property
    def card(self) -> Card:
        """The card."""


class _Trick(Protocol):
    """A trick."""

    @property
    def turns(self) -> Sequence[_Turn]:
        """Its cards in order."""


class _SeatView(Protocol):
    """A seat in public."""

    @property
    def cards(self) -> int:
        """Cards in hand."""


class _PlayView(Protocol):
    """What the estimates need of a view."""

    @property
    def viewer(self) -> Seat | None:
        """The seat that looks."""

    @property
    def order(self) -> Order | None:
        """How the cards rank."""

    @property
    def hand(self) -> tuple[Card, ...]:
        """Its cards."""

    @property
    def discards(self) -> tuple[Card, ...]:
        """The cards that it has laid aside."""

    @property
    def gone(self) -> tuple[Card, ...]:
        """The cards of all tricks taken."""

    @property
    def trick(self) -> _Trick:
        """The open trick."""

    @property
    def seats(self) -> Sequence[_SeatView]:
        """Every seat."""


class Odds:
    """The estimates from one view in which the trump suit is known."""

    def __init__(self, view: _PlayView, sides: int, open_cards: Iterable[Card] = ()) -> None:
        """Set the view of a seat in a deal.

        Args:
            view: the view.
            sides: the number of sides; seat n is of side n modulo this.
            open_cards: other cards known to be in no hand.
        """
        assert view.viewer is not None
        assert view.order is not None
        self.view = view
        self.sides = sides
        self.viewer = view.viewer
        self.order = view.order
        self._open = frozenset(open_cards)

    @cached_property
    def unseen(self) -> frozenset[Card]:
        """The cards that may be in another hand or in the stock."""
        view = self.view
        known = {*view.hand, *view.discards, *view.gone, *(turn.card for turn in view.trick.turns), *self._open}
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
        return seat % self.sides == self.viewer % self.sides
