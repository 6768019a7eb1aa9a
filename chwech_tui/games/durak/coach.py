"""The coach of Durak: the advice that fits the moment, from what the player sees."""

from chwech_tui.model.cards import card_words
from chwech_tui.model.people import People
from protocol.cards import Card
from protocol.durak.actions import FINISH, GIVE_UP, Beat
from protocol.durak.pack import power
from protocol.durak.views import DurakView, Phase
from protocol.language import _

_FEW = 2
"""So few cards in a hand are worth a word."""


def advice(view: DurakView, people: People) -> str:
    """Return the advice for the viewer's turn; empty if there is nothing to decide or nothing stands out."""
    if view.viewer is None or view.trump is None or len(view.legal) < 2 or FINISH in view.legal:
        return ""
    if view.phase is Phase.ATTACKING:
        return _attack(view, people)
    return _defence(view) if GIVE_UP in view.legal else _adding(view)


def _attack(view: DurakView, people: People) -> str:
    """Return how to begin a bout: with low cards, and against a hand of few cards as hard as can be."""
    assert view.bout is not None
    defender = view.bout.defender
    if not view.stock and view.seats[defender].cards <= _FEW:
        return _("{name} is nearly out: attack with what is hard to beat.", name=people.name(defender))
    if not view.stock:
        return ""
    lowest = min(view.hand, key=lambda card: _power(view, card))
    return _("While there is a stock, attack low and keep your trumps: {card}.", card=card_words(lowest))


def _defence(view: DurakView) -> str:
    """Return whether it costs a trump to beat the cards, while there is a stock."""
    beating = [action.card for action in view.legal if isinstance(action, Beat)]
    plain = [card for card in beating if card.suit is not view.trump]
    if plain or not beating or not view.stock or view.bout is None or len(view.bout.cards) > _FEW:
        return ""
    cheapest = min(beating, key=lambda card: _power(view, card))
    return _("Only a trump beats this; taking up can be cheaper than {card}.", card=card_words(cheapest))


def _adding(view: DurakView) -> str:
    """Return what to throw in for somebody who takes up."""
    if view.bout is None or not view.bout.given_up:
        return ""
    return _("Who takes up keeps what you throw in: give away low cards only.")


def _power(view: DurakView, card: Card) -> int:
    return power(card, view.trump) if view.trump is not None else 0
