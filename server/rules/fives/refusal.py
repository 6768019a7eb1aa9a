"""The reasons for refusing an action, as sentences; they reveal nothing of any hand except the mover's own."""

from typing import Final

from protocol.cards import Suit
from protocol.fives.actions import Decline, Play, Rob
from protocol.vocabulary import Action, Seat
from server.rules.fives.state import Dealing, Ended, Exchanging, Offering, Playing, State

SUITS: Final = {Suit.CLUBS: "clubs", Suit.DIAMONDS: "diamonds", Suit.HEARTS: "hearts", Suit.SPADES: "spades"}
"""The names of the suits."""


def why_illegal(state: State, seat: Seat, action: Action) -> str:
    """Return why an illegal action is refused, and what would be right."""
    if isinstance(state, Dealing):
        return "the cards are not dealt yet"
    if isinstance(state, Ended):
        return "the game is over"
    if state.turn != seat:
        return f"it is the turn of seat {state.turn}" if state.turn is not None else "the trick is being taken"
    if isinstance(state, Exchanging):
        return "the Joker is turned up: take it, and put one of your five cards under the pack"
    if isinstance(state, Offering):
        return "an Ace is turned up: take it for one of your five cards, or decline it"
    return _why_not_in_play(state, seat, action)


def _why_not_in_play(state: Playing, seat: Seat, action: Action) -> str:
    match action:
        case Play(card) if card not in state.hands[seat]:
            return f"you do not hold {card}"
        case Play():
            return _why_not_follow(state)
        case Rob(discard) if discard not in state.hands[seat]:
            return f"you do not hold {discard}"
        case Rob() | Decline():
            return "only who was dealt the Ace of trumps may rob or decline, at the first turn: play a card"
    return "no Joker is turned up: play a card"


def _why_not_follow(state: Playing) -> str:
    led = state.table[0].card
    if state.order.is_trump(led):
        return f"a trump was led: play a trump; only a top trump above {led} may be kept back"
    assert led.suit is not None
    return f"{SUITS[led.suit]} were led: play one, or a trump"
