"""Estimates from the view of a seat: how many tricks its hand promises, and the chance that a card takes a trick.

They assume that unseen cards are spread evenly over the other hands and the cards not dealt.
"""

from functools import cached_property
from typing import Final

from protocol.bete.order import HEIGHTS, ORDER, PACK
from protocol.bete.views import BeteView, Part
from protocol.cards import Card, Rank
from protocol.vocabulary import Seat

LEADING: Final = 0.15
"""What it is worth, in tricks, to lead first."""


class Odds:
    """The estimates from one view in which the trump suit is known."""

    def __init__(self, view: BeteView) -> None:
        """Set the view of a seat in a deal."""
        assert view.viewer is not None
        self.view = view
        self.viewer = view.viewer

    @cached_property
    def unseen(self) -> frozenset[Card]:
        """The cards that may be in another hand."""
        view = self.view
        known = {*view.hand, *view.gone, *(turn.card for turn in view.trick.turns)}
        return frozenset(PACK) - known - {view.turn_up}

    @property
    def opponents(self) -> list[Seat]:
        """The others who play, or may still take part."""
        return [
            Seat(seat)
            for seat, shown in enumerate(self.view.seats)
            if seat != self.viewer and shown.part is not Part.OUT
        ]

    def promise(self) -> float:
        """Return about how many tricks the hand takes."""
        rivals = sum([0.5 if self.view.seats[seat].part is Part.OPEN else 1.0 for seat in self.opponents])
        first = LEADING if all(seat.part is not Part.IN for seat in self.view.seats) else 0.0
        return first + sum([self._promise(card, rivals) for card in self.view.hand])

    def _promise(self, card: Card, rivals: float) -> float:
        """Return about how many tricks a card of a hand that is not played yet takes."""
        above = sum([other.suit is card.suit and HEIGHTS[other.rank] > HEIGHTS[card.rank] for other in self.unseen])
        held = 5 * rivals / max(1, len(self.unseen))
        if card.suit is self.view.trump:
            return float(max(0.25, (1 - held) ** above))
        # A plain card is trumped sooner or later, and low ones take nothing.
        return float(0.8 * (1 - held) ** (above + 0.8 * rivals)) if HEIGHTS[card.rank] > HEIGHTS[Rank.TEN] else 0.05

    def takes(self, card: Card) -> float:
        """Return the estimated chance that this card takes the trick."""
        played = [*(turn.card for turn in self.view.trick.turns), card]
        if ORDER.taker(played, self.view.trump) < len(played) - 1:
            return 0.0
        led = played[0].suit
        mine = ORDER.height(card, led, self.view.trump)
        above = sum([ORDER.height(other, led, self.view.trump) > mine for other in self.unseen])
        playing = sum([seat.part in {Part.IN, Part.AGAINST} for seat in self.view.seats])
        later = playing - len(played)
        held = max([self.view.seats[seat].cards for seat in self.opponents], default=0)
        share = min(1.0, above / max(1, len(self.unseen)))
        # Who could beat it with a trump may have to follow suit instead.
        share *= 1.0 if led is self.view.trump else 0.7
        return float((1 - share) ** (held * later))
