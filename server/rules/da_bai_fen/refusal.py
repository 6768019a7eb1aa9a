"""The reasons for refusing an action, as sentences; they reveal nothing of any hand except the mover's own."""

from typing import Final

from protocol.cards import Suit
from protocol.da_bai_fen.actions import Bury, Claim, Expose, Finish, Lay, Pass, Play
from protocol.da_bai_fen.order import suit_of
from protocol.language import N_, sentence
from protocol.vocabulary import Action, Seat
from server.rules.da_bai_fen.legal import together
from server.rules.da_bai_fen.state import Burying, Dealing, Drawing, Ended, Playing, State
from server.rules.da_bai_fen.variant import SIX
from server.rules.deciding import NOT_YOUR_TURN

_LED: Final = {
    Suit.CLUBS: N_("clubs were led: play one"),
    Suit.DIAMONDS: N_("diamonds were led: play one"),
    Suit.HEARTS: N_("hearts were led: play one"),
    Suit.SPADES: N_("spades were led: play one"),
    None: N_("trumps were led: play one"),
}
"""What is said where a suit has to be followed, marked for translation."""


def why_illegal(state: State, seat: Seat, action: Action) -> str:
    """Return why an illegal action is refused, and what would be right."""
    if isinstance(state, Dealing):
        return sentence("the cards are not dealt yet")
    if isinstance(state, Ended):
        return sentence("the game is over")
    if isinstance(state, Drawing):
        return _why_not_expose(state, seat, action)
    if isinstance(action, Claim):
        return sentence("a deal is annulled only by a hand without a trump, before the opening lead")
    if not state.awaited:
        return sentence("the trick is being taken")
    assert isinstance(state, Burying | Playing), "the others await nobody"
    if seat not in state.awaited:
        return sentence(NOT_YOUR_TURN)
    if isinstance(action, Bury | Lay | Play) and action.card not in state.hands[seat]:
        return sentence("you do not hold {card}", card=action.card)
    if isinstance(state, Burying):
        left = SIX - len(state.buried)
        return sentence("lay {cards} cards aside first: {left} to go", cards=SIX, left=left)
    return _why_not_play(state, seat, action)


def _why_not_expose(state: Drawing, seat: Seat, action: Action) -> str:
    rank = state.match.rank.value
    if seat not in state.awaited:
        return sentence("you have answered already: wait for the next draw")
    if isinstance(action, Expose):
        return sentence("only a card of the trump rank, {rank}, that you hold can be exposed: or pass", rank=rank)
    if state.is_last:
        return sentence("this is the last question: expose a card of the trump rank, {rank}, or pass", rank=rank)
    return sentence("cards are still drawn: expose a card of the trump rank, {rank}, or pass", rank=rank)


def _why_not_play(state: Playing, seat: Seat, action: Action) -> str:
    if isinstance(action, Expose | Pass | Finish | Bury):
        return sentence("the draw is over: play a card")
    table = state.table
    if table and table[0].seat != seat:
        if isinstance(action, Lay):
            return sentence("only who leads says that more cards follow: play one card after the other")
        return sentence(_LED[suit_of(table[0].cards[0], state.trumps)])
    if len(together(state, seat)) == 1 or not isinstance(action, Lay):
        return sentence("that card cannot be led with the others: one that can is of their suit, and unbeatable")
    return sentence("several cards are led only if all are of one suit, and nobody can hold a higher one of it")
