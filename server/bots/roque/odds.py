"""Estimates from the view of a seat: the chance that a card takes a trick, and the later value of a card.

They assume that unseen cards are spread evenly over the other hands and the cards laid aside.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

from protocol.cards import Card, Suit
from protocol.roque.order import HEIGHTS, ORDER, PACKS, count
from protocol.roque.views import RoqueView
from protocol.vocabulary import Seat

WILLING: Final = 0.8
"""The probability that a seat plays a card that takes the trick, if it has one."""

TEMPTED: Final = 0.02
"""How much likelier that is for each point that lies in the trick."""

AVERAGE: Final = 12.0
"""What a trick counts on average."""


class Odds:
    """The estimates from one view, with a trump suit that is known or planned."""

    def __init__(self, view: RoqueView, trump: Suit | None) -> None:
        """Set the view of a seat in a deal."""
        assert view.viewer is not None
        self.view = view
        self.viewer = view.viewer
        self.trump = trump

    @cached_property
    def unseen(self) -> frozenset[Card]:
        """The cards that may be in another hand or laid aside by another seat."""
        view = self.view
        known = {*view.hand, *view.buried, *view.gone, *(turn.card for turn in view.trick.turns)}
        return frozenset(PACKS[len(view.seats)]) - known

    def takes(self, card: Card) -> float:
        """Return the estimated chance that the viewer's side takes the trick if it plays this card now."""
        played, best = self._trick_with(card)
        led = played[0].suit
        willing = min(1.0, WILLING + TEMPTED * count(played))
        chance = 1.0 if self.takes_now(card) else 0.0
        for seat in self._later():
            beaten = self._beats(seat, played[best], led) * willing
            if self._friendly(seat):
                chance += (1 - chance) * beaten
            else:
                chance *= 1 - beaten
        return chance

    def takes_now(self, card: Card) -> bool:
        """True if the viewer's side would take the trick if it ended with this card."""
        turns = self.view.trick.turns
        _, best = self._trick_with(card)
        return self._friendly(self.viewer if best == len(turns) else turns[best].seat)

    def at_stake(self, card: Card) -> int:
        """Return what the trick counts with this card, as far as it goes."""
        return 5 + count([*(turn.card for turn in self.view.trick.turns), card])

    def power(self, card: Card) -> float:
        """Return the later value of a card in points: the estimated chance that nobody will beat it, times a trick."""
        others = sum([seat.cards for number, seat in enumerate(self.view.seats) if not self._friendly(Seat(number))])
        above = sum([other.suit is card.suit and _above(other, card) for other in self.unseen])
        share = above / max(1, len(self.unseen))
        chance = float((1 - share) ** (others / 2))
        if card.suit is not self.trump:
            # A plain card is beaten by trumps as well.
            chance *= 0.75
        else:
            chance = max(chance, 0.35)
        return AVERAGE * chance

    def _trick_with(self, card: Card) -> tuple[Sequence[Card], int]:
        """Return the cards of the trick with one more, and the place of the best of them."""
        played = [*(turn.card for turn in self.view.trick.turns), card]
        return played, ORDER.taker(played, self.trump)

    def _beats(self, seat: Seat, card: Card, led: Suit | None) -> float:
        """Return the estimated chance that a seat can beat this card in a trick in which a suit was led."""
        held, unseen = self.view.seats[seat].cards, self.unseen
        trumps = sum([other.suit is self.trump for other in unseen])
        of_suit = sum([other.suit is led for other in unseen])
        above = sum([other.suit is card.suit and _above(other, card) for other in unseen])
        follows = self._holds(held, above) if card.suit is led else 0.0
        if led is self.trump:
            return follows
        void = 1 - self._holds(held, of_suit)
        ruff = self._holds(held, above if card.suit is self.trump else trumps)
        return follows + void * ruff

    def _holds(self, held: int, cards: int) -> float:
        """Return the estimated chance that a hand of so many cards has at least one of ``cards`` unseen cards."""
        share = min(1.0, cards / max(1, len(self.unseen)))
        return float(1 - (1 - share) ** held)

    def _later(self) -> Iterable[Seat]:
        """Return the seats that act after the viewer in this trick: to the right."""
        players = len(self.view.seats)
        left = players - len(self.view.trick.turns) - 1
        return [Seat((self.viewer - step) % players) for step in range(1, left + 1)]

    def _friendly(self, seat: Seat) -> bool:
        """True if a seat plays with the viewer: a partner, or of three the other defender."""
        view = self.view
        if len(view.seats) == 4:
            return view.seats[seat].side == view.seats[self.viewer].side
        return (seat == view.declarer) == (self.viewer == view.declarer)


def _above(card: Card, other: Card) -> bool:
    return HEIGHTS[card.rank] > HEIGHTS[other.rank]
