"""What a seat makes of its view: what others may hold, what a hand is worth, and what each action comes to.

It assumes that cards that nobody has seen are spread evenly over the other hands.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from protocol.cards import Card, Suit
from protocol.piles.actions import NameTrump, PilesAction, Play, ShowTrump
from protocol.piles.order import pack_of
from protocol.piles.views import Phase, PilesView
from protocol.temper import Temper
from protocol.vocabulary import Seat
from server.bots.piles.field import SPREAD, as_bits, balance, beaters, bits, place_of

OUT: Final = 1000.0
"""The value of a last card that is played."""

HELD: Final = {Temper.EVEN: 0.3, Temper.BOLD: 0.15, Temper.CAREFUL: 0.5}
"""What each card in hand costs: who is bold takes up a pile more readily."""

STUCK: Final = 2.0
"""The value of a card that the next seat cannot beat."""


class Weigher:
    """The estimates from one view in which cards are played."""

    def __init__(self, view: PilesView, temper: Temper, *, adds: bool) -> None:
        """Set the view of the seat that is to act.

        Args:
            view: the view.
            temper: how the bot leans.
            adds: True if who beats a card adds another.
        """
        assert view.viewer is not None
        self.view = view
        self.viewer = view.viewer
        self.adds = adds
        self.held = HELD[temper]
        self.hand = as_bits(view.hand, view.pack)

    @cached_property
    def next_seat(self) -> Seat:
        """The seat that acts next: the next one with cards."""
        seats = self.view.seats
        order = [Seat((self.viewer + step) % len(seats)) for step in range(1, len(seats))]
        return next((seat for seat in order if seats[seat].cards), order[0])

    @cached_property
    def chances(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """For each card of the pack, the chance that the next seat holds it, and that any other seat does."""
        view = self.view
        known = [card for number, seat in enumerate(view.seats) if number != self.viewer for card in seat.known]
        drawn = [] if view.drawn is None else [view.drawn]
        seen = {*view.hand, *drawn, *(turn.card for turn in view.pile), *view.killed, *known}
        hidden = [
            0 if number == self.viewer else seat.cards - len(seat.known) + seat.drawn
            for number, seat in enumerate(view.seats)
        ]
        share = hidden[self.next_seat] / max(1, sum(hidden))
        following = view.seats[self.next_seat].known
        pack = pack_of(view.pack)
        nexts = [share if card not in seen else float(card in following) for card in pack]
        others = [1.0 if card not in seen else float(card in known) for card in pack]
        return tuple(nexts), tuple(others)

    @cached_property
    def risks(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """For each card of the pack, how surely the next seat beats it: by how many beaters it holds, and if any."""
        trump = self.view.seats[self.next_seat].trump
        nexts, _ = self.chances
        expected, passing = [], []
        for beating in beaters(self.view.pack, trump):
            held = [nexts[card] for card in bits(beating)]
            expected.append(1 - SPREAD ** sum(held))
            passes = 1.0
            for chance in held:
                passes *= 1 - chance
            passing.append(passes)
        return tuple(expected), tuple(passing)

    def worth(self, hand: int, trump: Suit | None) -> float:
        """Return what a hand is worth: by what it beats, what of it is beaten, and the number of its cards."""
        beating = beaters(self.view.pack, trump)
        _, others = self.chances
        expected, _ = self.risks
        theirs = sum(
            [chance * (1 - SPREAD ** (beating[card] & hand).bit_count()) for card, chance in enumerate(others)]
        )
        own = sum([expected[card] for card in bits(hand)])
        return balance(theirs / max(1, len(self.view.seats) - 1), own) - self.held * hand.bit_count()

    @property
    def trump(self) -> Suit | None:
        """The viewer's own trump suit."""
        return self.view.seats[self.viewer].trump

    def value(self, action: PilesAction) -> float:
        """Return what comes of an action, by the hand that is left and by what the next seat can do."""
        match action:
            case Play(card):
                return self._played(self.hand ^ 1 << self._place(card), self._place(card))
            case NameTrump(suit):
                return self.worth(self.hand, suit)
            case ShowTrump():
                assert self.view.drawn is not None
                return self.worth(self.hand | 1 << self._place(self.view.drawn), self.view.drawn.suit)
        return self.worth(self.hand | self._pickup, self.trump)

    def _played(self, hand: int, card: int) -> float:
        """Return what a hand comes to from which a card was played: to pass on, or to beat and add another."""
        if not hand:
            return OUT
        if self.view.phase is Phase.BEATING and self.adds:
            return max([self._passed_on(hand ^ 1 << added, added) for added in bits(hand)])
        return self._passed_on(hand, card)

    def _passed_on(self, hand: int, card: int) -> float:
        _, passing = self.risks
        return self.worth(hand, self.trump) + STUCK * passing[card] if hand else OUT

    @property
    def _pickup(self) -> int:
        pile: Sequence[Card] = [turn.card for turn in self.view.pile]
        return as_bits(pile[len(pile) - self.view.pickup :], self.view.pack)

    def _place(self, card: Card) -> int:
        return place_of(card, self.view.pack)
