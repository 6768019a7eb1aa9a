"""The reasons for refusing an action, as sentences; they reveal nothing of any hand except the mover's own."""

from typing import Final

from protocol.bete.actions import Play
from protocol.cards import Suit
from protocol.language import N_, sentence
from protocol.vocabulary import Action, Seat
from server.rules.bete.state import Asking, Dealing, Ended, Playing, State
from server.rules.deciding import NOT_YOUR_TURN

_LED: Final = {
    Suit.CLUBS: N_("clubs were led: play one"),
    Suit.DIAMONDS: N_("diamonds were led: play one"),
    Suit.HEARTS: N_("hearts were led: play one"),
    Suit.SPADES: N_("spades were led: play one"),
}
"""What is said where a suit has to be followed, marked for translation."""


def why_illegal(state: State, seat: Seat, action: Action) -> str:
    """Return why an illegal action is refused, and what would be right."""
    if isinstance(state, Dealing):
        return sentence("the cards are not dealt yet")
    if isinstance(state, Ended):
        return sentence("the game is over")
    if state.turn is None:
        return sentence("the trick is being taken")
    if state.turn != seat:
        return sentence(NOT_YOUR_TURN)
    if isinstance(state, Asking):
        return sentence("say first whether you take part or pass")
    if not isinstance(action, Play):
        return sentence("all have said whether they take part: play a card")
    if action.card not in state.hands[seat]:
        return sentence("you do not hold {card}", card=action.card)
    return _why_not_follow(state, seat, action)


def _why_not_follow(state: Playing, seat: Seat, action: Play) -> str:
    led = state.table[0].card.suit
    assert led is not None, "the pack has no Joker"
    follows = any(card.suit is led for card in state.hands[seat])
    if follows and action.card.suit is not led:
        return sentence(_LED[led])
    if follows:
        return sentence("beat the trick: you can, and at this table you have to")
    if action.card.suit is not state.deal.trump:
        return sentence("you cannot follow suit: play a trump")
    return sentence("beat the trumps played: you can, and so you have to")
