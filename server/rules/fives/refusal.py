"""The reasons for refusing an action, as sentences; they reveal nothing of any hand except the mover's own."""

from typing import Final

from protocol.cards import Suit
from protocol.fives.actions import Decline, Jink, Play, Rob, Sweep
from protocol.language import N_, sentence
from protocol.vocabulary import Action, Seat
from server.rules.deciding import NOT_YOUR_TURN
from server.rules.fives.state import Dealing, Ended, Exchanging, Offering, Playing, State

_LED: Final = {
    Suit.CLUBS: N_("clubs were led: play one, or a trump"),
    Suit.DIAMONDS: N_("diamonds were led: play one, or a trump"),
    Suit.HEARTS: N_("hearts were led: play one, or a trump"),
    Suit.SPADES: N_("spades were led: play one, or a trump"),
}
"""What is said where a suit has to be followed, marked for translation."""


def why_illegal(state: State, seat: Seat, action: Action) -> str:
    """Return why an illegal action is refused, and what would be right."""
    if isinstance(state, Dealing):
        return sentence("the cards are not dealt yet")
    if isinstance(state, Ended):
        return sentence("the game is over")
    if state.turn != seat:
        if state.turn is None:
            return sentence("the trick is being taken")
        return sentence(NOT_YOUR_TURN)
    if isinstance(state, Exchanging):
        return sentence("the Joker is turned up: take it, and put one of your five cards under the pack")
    if isinstance(state, Offering):
        return sentence("an Ace is turned up: take it for one of your five cards, or decline it")
    if state.chooser is not None:
        return sentence("you have won every trick so far: take the pool, or undertake all five tricks")
    return _why_not_in_play(state, seat, action)


def _why_not_in_play(state: Playing, seat: Seat, action: Action) -> str:
    match action:
        case Play(card) if card not in state.hands[seat]:
            return sentence("you do not hold {card}", card=card)
        case Play():
            return _why_not_follow(state)
        case Rob(discard) if discard not in state.hands[seat]:
            return sentence("you do not hold {card}", card=discard)
        case Rob() | Decline():
            return sentence("only who was dealt the Ace of trumps may rob or decline, at the first turn: play a card")
        case Sweep() | Jink():
            return sentence("only who has won every trick so far may choose, once there are enough: play a card")
    return sentence("no Joker is turned up: play a card")


def _why_not_follow(state: Playing) -> str:
    led = state.table[0].card
    if state.order.is_trump(led):
        return sentence("a trump was led: play a trump; only a top trump above {card} may be kept back", card=led)
    assert led.suit is not None
    return sentence(_LED[led.suit])
