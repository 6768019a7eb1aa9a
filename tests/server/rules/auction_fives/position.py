"""Deals of Auction Forty-Fives with chosen cards, and ways to go on from them."""

from collections.abc import Sequence

from protocol.auction_fives.actions import read_action
from protocol.auction_fives.events import DealSheet, Ending
from protocol.auction_fives.views import AuctionFivesView, OpenDeal
from protocol.cards import read_card
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Event, Seat
from server.rules.auction_fives.deal import Dealing, Match, State
from server.rules.auction_fives.game import GAMES
from server.rules.auction_fives.variant import NAME, PACK, read_variant
from server.rules.game import CHANCE, Shuffled

GAME = GAMES["auction-forty-fives"]

HANDS = ("5C JC AC KC 2H", "2D 3D 4D 6D 7D", "QC 2C 3S 4S 6S", "8D 9D 10D JD QD")
"""Seat 0 is strong in clubs, and its partner, seat 2, has two."""

NAMED = "bid 20, pass, pass, pass, name C"
"""Seat 0 names clubs, for 20."""

KEPT = f"{NAMED}, draw, draw, draw, draw"
"""Nobody lays a card aside."""


def dealing(players: int = 4, totals: Sequence[int] = (), **options: OptionValue) -> Dealing:
    """Give the state before a deal by the last seat, after one that led to these totals, if any."""
    variant = read_variant(Setup(NAME, players, options))
    if not totals:
        return Dealing(Match(variant, Seat(players - 1)))
    nothing = (0,) * players
    by_seat = tuple(totals[seat % 2] for seat in range(players))
    sheet = DealSheet(Seat(players - 2), Ending.MADE, nothing, nothing, nothing, by_seat, bidder=Seat(0), bid=5)
    empty: tuple[tuple[()], ...] = ((),) * players
    return Dealing(Match(variant, Seat(players - 2), (sheet,), (OpenDeal(empty, empty),)))


def deal_of(state: Dealing, hands: Sequence[str] = HANDS, rest: str = "") -> Event:
    """Give the deal of these hands, by seat; of the rest, the first cards are the kitty or lie on top of the stock."""
    players = len(hands)
    held = [[read_card(card) for card in hand.split()] for hand in hands]
    seats = [(state.match.dealer + step) % players for step in range(1, players + 1)]
    top = [card for seat in seats for card in held[seat][:2]] + [card for seat in seats for card in held[seat][2:]]
    top += [read_card(card) for card in rest.split()]
    order = [PACK.index(card) for card in top]
    order += [place for place in range(len(PACK)) if place not in order]
    (event,) = GAME.decide(state, CHANCE, Shuffled(tuple(order)))
    return event


def begun(hands: Sequence[str] = HANDS, rest: str = "", totals: Sequence[int] = (), **options: OptionValue) -> State:
    """Give the state after a deal by the last seat, so that seat 0 speaks first."""
    state = dealing(len(hands), totals, **options)
    return GAME.evolve(state, deal_of(state, hands, rest))


def play(state: State, moves: str = "") -> tuple[State, list[Event]]:
    """Give the state after moves such as ``bid 15, pass, QH``, each of the seat whose turn it is, and what happened."""
    events: list[Event] = []
    for move in filter(None, moves.split(",")):
        assert state.turn is not None, "somebody's turn"
        for event in GAME.decide(state, state.turn, read_action(move.strip())):
            events.append(event)
            state = GAME.evolve(state, event)
    return state, events


def seen(state: State, seat: int | None = None) -> AuctionFivesView:
    """Give what a seat sees."""
    return GAME.view(state, None if seat is None else Seat(seat))
