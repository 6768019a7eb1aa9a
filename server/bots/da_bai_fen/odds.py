"""Estimates from the view of a seat: the chance that its side takes a trick, and the later value of a card.

They assume that unseen cards are spread evenly over the other hands and the cards laid aside.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from protocol.cards import Card, Suit
from protocol.da_bai_fen.order import PACK, Trumps, count, height, is_trump, suit_of, taker
from protocol.da_bai_fen.views import DaBaiFenView
from protocol.vocabulary import Seat

WILLING: Final = 0.75
"""The probability that a seat plays a card that takes the trick, if it has one."""

TRICK: Final = 4.0
"""What a trick is worth besides its cards: the lead, and at last the cards laid aside."""

AVERAGE: Final = 12.0
"""What a trick is worth on average."""

_PLAYERS: Final = 4


class Odds:
    """The estimates from one view of the play."""

    def __init__(self, view: DaBaiFenView) -> None:
        """Set the view of a seat in a deal whose trumps are known."""
        assert view.viewer is not None
        assert view.trump is not None
        self.view = view
        self.viewer = view.viewer
        self.trumps = Trumps(view.rank, view.trump)

    @cached_property
    def unseen(self) -> Sequence[Card]:
        """The cards that may be in another hand or laid aside by another seat."""
        view = self.view
        laid = [card for turn in view.trick.turns for card in turn.cards]
        known = {*view.hand, *view.buried, *view.gone, *laid}
        return [card for card in PACK if card not in known]

    def certain(self, card: Card) -> bool:
        """Return True if nobody else can hold a higher card of the suit of this one."""
        return not self.above(card)

    def above(self, card: Card) -> int:
        """Return the number of unseen cards of the same suit that are higher."""
        suit, high = suit_of(card, self.trumps), height(card, self.trumps)
        return sum([suit_of(one, self.trumps) is suit and height(one, self.trumps) > high for one in self.unseen])

    def out(self, suit: Suit | None) -> int:
        """Return the number of unseen cards of a suit, or of trumps."""
        return sum([suit_of(card, self.trumps) is suit for card in self.unseen])

    def friendly(self, seat: Seat | None) -> bool:
        """Return True if a seat is of the viewer's side."""
        seats = self.view.seats
        return seat is not None and seats[seat].side == seats[self.viewer].side

    def takes(self, card: Card) -> float:
        """Return the estimated chance that the viewer's side takes a trick of single cards with this one."""
        turns = self.view.trick.turns
        laid = [turn.cards for turn in turns] + [(card,)]
        best = taker(laid, self.trumps)
        chance = 1.0 if self.friendly(self.viewer if best == len(turns) else turns[best].seat) else 0.0
        for step in range(1, _PLAYERS - len(turns)):
            seat = Seat((self.viewer - step) % _PLAYERS)
            beaten = WILLING * self._beats(seat, laid[best][0], laid[0][0])
            chance = chance + (1 - chance) * beaten if self.friendly(seat) else chance * (1 - beaten)
        return chance

    def _beats(self, seat: Seat, card: Card, lead: Card) -> float:
        """Return the estimated chance that a seat can beat this card."""
        held, led = self.view.seats[seat].cards, suit_of(lead, self.trumps)
        higher = self._holds(held, self.above(card))
        if led is None:
            return higher
        void = 1 - self._holds(held, self.out(led))
        if is_trump(card, self.trumps):
            return void * higher
        return higher + void * self._holds(held, self.out(None))

    def _holds(self, held: int, cards: int) -> float:
        """Return the estimated chance that a hand of so many cards has at least one of so many unseen cards."""
        share = min(1.0, cards / max(1, len(self.unseen)))
        return float(1 - (1 - share) ** held)

    def at_stake(self, card: Card) -> float:
        """Return what the trick is worth with this card, as far as it goes."""
        laid = [one for turn in self.view.trick.turns for one in turn.cards]
        return TRICK + count([*laid, card])

    def power(self, card: Card) -> float:
        """Return the later value of a card in points: the estimated chance that it takes a trick, times a trick."""
        share = self.above(card) / max(1, len(self.unseen))
        chance = float((1 - share) ** (2 * len(self.view.hand)))
        if is_trump(card, self.trumps):
            chance = max(chance, 0.3 + 0.02 * height(card, self.trumps))
        else:
            # A plain card is beaten by trumps as well.
            chance *= 0.7
        return AVERAGE * chance
