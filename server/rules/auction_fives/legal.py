"""The legal actions of a seat (rules, sections 2 to 4), and the one for a seat that did not act in time."""

from typing import assert_never

from protocol.auction_fives.actions import DRAW, PASS, AuctionFivesAction, Discard, Name, Pick, Play
from protocol.cards import Card, Suit
from protocol.colour_order import JokerPlace, make_order
from protocol.vocabulary import Seat
from server.rules.auction_fives.bidding import calls_of
from server.rules.auction_fives.options import HAND
from server.rules.auction_fives.state import Bidding, Drawing, InDeal, Naming, Picking, Playing, State
from server.rules.hands import in_order
from server.rules.reneging import playable


def legal(state: State, seat: Seat) -> tuple[AuctionFivesAction, ...]:
    """Return every legal action of the seat; none if it is not its turn."""
    if not isinstance(state, InDeal) or state.turn != seat:
        return ()
    match state:
        case Bidding():
            return calls_of(state, seat)
        case Naming():
            return tuple([Name(suit) for suit in Suit])
        case Drawing():
            return _exchanges(state, state.hands[seat])
        case Picking():
            return tuple([Pick(card) for card in in_order(state.stock)])
        case Playing():
            led = state.table[0].card if state.table else None
            strict = state.variant.renege_strict
            return tuple([Play(card) for card in playable(state.hands[seat], led, state.order, strict=strict)])
        case _:
            assert_never(state)


def _exchanges(state: Drawing, hand: tuple[Card, ...]) -> tuple[AuctionFivesAction, ...]:
    """Return the cards that may be laid aside, and the end of that once five or fewer are left in hand."""
    missing = HAND - (len(hand) - 1)
    most = min(state.variant.most_drawn, len(state.stock))
    discards = tuple([Discard(card) for card in hand]) if missing <= most else ()
    return (*discards, DRAW) if len(hand) <= HAND else discards


def fallback(state: State, seat: Seat) -> AuctionFivesAction:
    """Return a pass, the longest suit, no more discards than needed, or the lowest card that may be played."""
    choices = legal(state, seat)
    match state:
        case Bidding():
            return PASS if PASS in choices else choices[0]
        case Naming():
            return Name(_longest(state.hands[seat]))
        case Drawing() if DRAW in choices:
            return DRAW
        case Drawing() | Playing():
            heights = state.order.heights
            cards = [choice for choice in choices if isinstance(choice, Discard | Play)]
            return min(cards, key=lambda choice: heights[choice.card])
    return choices[0]


def _longest(hand: tuple[Card, ...]) -> Suit:
    """Return the suit of which a hand would have the most trumps, the first of equals."""
    return max(Suit, key=lambda suit: sum(map(make_order(suit, JokerPlace.NONE).is_trump, hand)))
