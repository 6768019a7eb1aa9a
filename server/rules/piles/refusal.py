"""The reasons for refusing an action, as sentences; they reveal nothing of any hand except the mover's own."""

from typing import Final

from protocol.cards import Card, Suit
from protocol.language import N_, sentence
from protocol.piles.actions import NameSide, NameTrump, Play, ShowTrump
from protocol.piles.views import Phase
from protocol.vocabulary import Action, Seat
from server.rules.deciding import NOT_YOUR_TURN
from server.rules.piles.state import Choosing, Dealing, Ended, Playing, State
from server.rules.piles.variant import Naming

_HIGHER: Final = {
    Suit.CLUBS: N_("{card} does not beat {top}: play a higher club or a trump of yours, or take up the pile"),
    Suit.DIAMONDS: N_("{card} does not beat {top}: play a higher diamond or a trump of yours, or take up the pile"),
    Suit.HEARTS: N_("{card} does not beat {top}: play a higher heart or a trump of yours, or take up the pile"),
    Suit.SPADES: N_("{card} does not beat {top}: play a higher spade or a trump of yours, or take up the pile"),
}
"""What is said of a card that does not beat the top of the pile, marked for translation."""


def why_illegal(state: State, seat: Seat, action: Action) -> str:
    """Return why an illegal action is refused, and what would be right."""
    if isinstance(state, Dealing):
        return sentence("the cards are not dealt yet")
    if isinstance(state, Ended):
        return sentence("the game is over")
    if state.turn != seat:
        if state.turn is None:
            return sentence("the deal is being counted")
        return sentence(NOT_YOUR_TURN)
    if isinstance(state, Choosing):
        return _why_not_named(state, seat, action)
    match action:
        case Play(card):
            return _why_not_played(state, seat, card)
        case NameTrump(suit):
            return _why_no_trump(state, seat, suit)
        case ShowTrump():
            return sentence("you have no trump card to turn up")
        case NameSide():
            return sentence("a second suit is named only before the deal, and only by the dealer")
    return sentence("there is nothing to take up: play a card")


def _why_not_named(state: Choosing, seat: Seat, action: Action) -> str:
    match action:
        case NameTrump(suit) | NameSide(suit) if suit not in state.free:
            return sentence("{suit} is taken: name another suit", suit=suit.value)
    if state.trumps[seat] is None:
        return sentence("name your trump suit first: the cards are dealt then")
    return sentence("name your second suit first: your opponent has the other two")


def _why_not_played(state: Playing, seat: Seat, card: Card) -> str:
    if card not in state.hands[seat]:
        return sentence("you do not hold {card}", card=card)
    assert state.phase is Phase.BEATING, "any other card may be played"
    top = state.pile[-1].card
    assert top.suit is not None
    if top.suit is state.trumps[seat]:
        return sentence("{card} does not beat {top}, your own trump: only a higher one does", card=card, top=top)
    return sentence(_HIGHER[top.suit], card=card, top=top)


def _why_no_trump(state: Playing, seat: Seat, suit: Suit) -> str:
    own = state.trumps[seat]
    if own is not None:
        return sentence("your trump suit is {suit}, and never changes", suit=own.value)
    if state.variant.naming is Naming.DRAWN:
        return sentence("your trump suit is that of the card before you: turn it up")
    return sentence("{suit} is taken: name another suit", suit=suit.value)
