"""The legal actions of a seat (rules, sections 1 to 3), and the one for a seat that did not act in time."""

from collections.abc import Sequence
from typing import assert_never

from protocol.cards import Card
from protocol.roque.actions import PASS, Bid, Bury, Play, RoqueAction
from protocol.roque.order import HEIGHTS, count
from protocol.vocabulary import Seat
from server.rules.roque.state import Bidding, Burying, InDeal, Playing, State


def legal(state: State, seat: Seat) -> tuple[RoqueAction, ...]:
    """Return every legal action of the seat; none if it is not its turn."""
    if not isinstance(state, InDeal) or state.turn != seat:
        return ()
    match state:
        case Bidding():
            return (*[Bid(points) for points in bids(state)], PASS)
        case Burying():
            return tuple([Bury(card) for card in state.hands[seat]])
        case Playing():
            return tuple([Play(card) for card in playable(state, seat)])
        case _:
            assert_never(state)


def bids(state: Bidding) -> Sequence[int]:
    """Return the bids that may be made: all above the one that stands."""
    highest = state.auction.highest
    most = highest.points if highest is not None else None
    return [points for points in state.variant.bids if most is None or points > most]


def playable(state: Playing, seat: Seat) -> Sequence[Card]:
    """Return the cards of a seat that may be played to the current trick: those of the suit led, or any without one."""
    hand = state.hands[seat]
    if not state.table:
        return hand
    led = state.table[0].card.suit
    return [card for card in hand if card.suit is led] or hand


def fallback(state: State, seat: Seat) -> RoqueAction:
    """Return a pass, or the legal card that counts least and of these ranks lowest, no trump before a plain card."""
    choices = legal(state, seat)
    if PASS in choices:
        return PASS
    trump = state.trump if isinstance(state, Playing) else None
    return min(
        [choice for choice in choices if isinstance(choice, Bury | Play)],
        key=lambda choice: (choice.card.suit is trump, count([choice.card]), HEIGHTS[choice.card.rank]),
    )
