"""The bots of Durak in teams: they do what is worth most by named features of a view.

A point is about a low card got rid of. The weights were tuned by playing against both bots and against earlier weights.
``easy`` often does what seems a little worse.
"""

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Final

from protocol.cards import Card
from protocol.durak.actions import Add, Attack, Beat, DurakAction, GiveUp
from protocol.durak.pack import beats, power
from protocol.durak.views import Bout, DurakView
from protocol.temper import Temper
from protocol.vocabulary import Action
from server.bots.bot import Sight
from server.bots.sampling import choose_softly

HIGHEST: Final = 17
"""The power of the Ace of trumps."""

FEW: Final = 6
"""With so few cards, and the stock empty, a deal comes to its end."""

SHED: Final = 2.2
"""What it is worth to have a card less before the end of a deal."""

SHED_LATE: Final = 3.0
"""The same at the end."""

KEEP: Final = 5.0
"""What the highest trump is worth in hand before the end of a deal."""

KEEP_LATE: Final = 3.0
"""The same at the end."""

TAKEN: Final = 0.9
"""What a card that is picked up costs, whatever it is, as a share of a card got rid of."""

TURN: Final = 1.0
"""What it costs a side to lose its attack."""

PAIRED: Final = 0.5
"""What another card of the same rank adds to an attack: it can be thrown in."""

OPENED: Final = 0.3
"""What it costs to lay a rank that did not lie in the bout: attackers may throw it in."""

GIFT: Final = 1.5
"""How many times as much a good card is missed that is thrown in for the defender to pick up."""

FULL: Final = 0.55
"""What one more card costs a defender who may still be able to beat everything, as a share of its price."""

THRIFT: Final = {Temper.EVEN: 1.0, Temper.BOLD: 0.75, Temper.CAREFUL: 1.3}
"""How much good cards are spared."""


class Worth:
    """The worth of the actions in one view."""

    def __init__(self, view: DurakView, temper: Temper) -> None:
        """Set the view of a seat in a bout."""
        assert view.trump is not None
        assert view.bout is not None
        self.view, self.trump = view, view.trump
        self.bout: Bout = view.bout
        self._late = not view.stock and len(view.hand) <= FEW
        self._keep = (KEEP_LATE if self._late else KEEP) * THRIFT[temper]
        self._shed = SHED_LATE if self._late else SHED

    def of(self, action: DurakAction) -> float:
        """Return what an action is worth; to do nothing is worth nothing."""
        match action:
            case Attack(card):
                return self._attack(card)
            case Add(card):
                return self._add(card)
            case Beat(attack, card):
                return self._beat(attack, card)
            case GiveUp():
                return self._give_up()
        return 0.0

    def price(self, card: Card) -> float:
        """Return what a card is worth in hand: low cards nothing, high trumps most."""
        share = power(card, self.trump) / HIGHEST
        return self._keep * share * share

    def _attack(self, card: Card) -> float:
        again = sum(other.rank is card.rank and other is not card for other in self.view.hand)
        return self._shed - self.price(card) + PAIRED * again * (card.suit is not self.trump)

    def _add(self, card: Card) -> float:
        """Return the worth of throwing in a card: the defender picks it up, or spends a card on it."""
        if self.bout.given_up:
            return self._shed - GIFT * self.price(card)
        return self._shed - self.price(card) + FULL * self._shed

    def _beat(self, attack: Card, card: Card) -> float:
        """Return the worth of beating a card; if the rest cannot be beaten it is only a card shown."""
        if not self._can_hold:
            return -HIGHEST
        opened = OPENED * (all(card.rank is not other.rank for other in self.bout.cards))
        # Of the open cards the highest is beaten first, while there is something for it.
        first = 0.01 * power(attack, self.trump)
        return self._shed - self.price(card) - opened + first

    def _give_up(self) -> float:
        """Return the worth of picking up: cards that cost, a lost attack, and what the cards are good for."""
        cards = self.bout.cards
        gained = sum(self.price(card) for card in cards)
        return gained / 2 - TAKEN * self._shed * len(cards) - TURN * (1 + self._late)

    @cached_property
    def _can_hold(self) -> bool:
        """True if the viewer can beat all open cards, each with a card of its own."""
        return _matched(sorted(self.bout.open, key=self._choices), self.view.hand, self)

    def _choices(self, attack: Card) -> int:
        return sum(beats(card, attack, self.trump) for card in self.view.hand)


def _matched(attacks: Sequence[Card], hand: Sequence[Card], worth: Worth) -> bool:
    """Return True if each attack card has a card of its own that beats it."""
    if not attacks:
        return True
    first, *rest = attacks
    return any(
        _matched(rest, [other for other in hand if other is not card], worth)
        for card in hand
        if beats(card, first, worth.trump)
    )


def play_steadily(sight: Sight, whims: Random) -> Action:
    """Return the action that is worth most; ties are broken at random."""
    view = sight.view
    assert isinstance(view, DurakView)
    if len(view.legal) == 1:
        return view.legal[0]
    worth = Worth(view, sight.temper)
    return max(view.legal, key=lambda action: (worth.of(action), whims.random()))


SOFTNESS: Final = 0.9
"""How much worse an action may seem and still be done now and then."""


def play_easily(sight: Sight, whims: Random) -> Action:
    """Return an action, more often one that is worth much."""
    view = sight.view
    assert isinstance(view, DurakView)
    worth = Worth(view, sight.temper)
    return choose_softly(view.legal, worth.of, SOFTNESS, whims)
