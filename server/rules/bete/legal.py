"""The legal actions of a seat (rules, sections 2 and 3), and the one for a seat that did not act in time."""

from collections.abc import Sequence

from protocol.bete import order
from protocol.bete.actions import PASS, TAKE_PART, BeteAction, Play
from protocol.cards import Card
from protocol.vocabulary import Seat
from server.rules.bete.state import Asking, InDeal, Playing, State


def legal(state: State, seat: Seat) -> tuple[BeteAction, ...]:
    """Return every legal action of the seat; none if it is not its turn."""
    if not isinstance(state, InDeal) or state.turn != seat:
        return ()
    if isinstance(state, Asking):
        return (TAKE_PART, PASS)
    assert isinstance(state, Playing)
    return tuple([Play(card) for card in playable(state, seat)])


def playable(state: Playing, seat: Seat) -> Sequence[Card]:
    """Return the cards of a seat that may be played to the current trick."""
    table = [play.card for play in state.table]
    return order.playable(state.hands[seat], table, state.deal.trump, head=state.variant.head)


def fallback(state: State, seat: Seat) -> BeteAction:
    """Return a pass, or the lowest legal card, plain cards before trumps."""
    choices = legal(state, seat)
    if PASS in choices:
        return PASS
    assert isinstance(state, Playing)
    trump = state.deal.trump
    cards = [choice.card for choice in choices if isinstance(choice, Play)]
    return Play(min(cards, key=lambda card: (card.suit is trump, order.HEIGHTS[card.rank])))
