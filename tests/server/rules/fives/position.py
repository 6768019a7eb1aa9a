"""Deals of chosen cards, written as people write hands, and ways to go on from them."""

from collections.abc import Sequence

from protocol.cards import read_card
from protocol.fives.actions import read_action
from protocol.fives.events import DealSheet, Ending
from protocol.fives.views import OpenDeal
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Event, Seat
from server.rules.fives.deal import Dealing, Match, State
from server.rules.fives.game import GAMES
from server.rules.fives.play import decide, evolve
from server.rules.fives.variant import read_variant
from server.rules.game import CHANCE, Shuffled
from tests.server.rules.moves import play_moves

TWENTY_FIVE = "twenty-five"
FORTY_FIVE = "forty-five"
SPOIL_FIVE = "spoil-five"

REST = "2D 3D 4D 6D 7D"
"""A hand of no great use."""


def dealing(game: str, players: int, totals: Sequence[int] = (), **options: OptionValue) -> Dealing:
    """Give the state before a deal by the last seat, after one that led to these totals, if any."""
    variant = read_variant(game, Setup(game, players, options))
    first = Seat(players - 1)
    if not totals:
        return Dealing(Match(variant, first))
    nothing = (0,) * players
    sheet = DealSheet(Seat(players - 2), Ending.PLAYED, nothing, nothing, tuple(totals))
    before = Match(variant, Seat(players - 2), (sheet,), (OpenDeal(((),) * players, ((),) * players, ()),))
    return Dealing(before)


def dealt(state: Dealing, hands: Sequence[str], turned: str) -> State:
    """Give the state after a deal of these hands, by seat, with these cards turned up."""
    return evolve(state, deal_of(state, hands, turned))


def deal_of(state: Dealing, hands: Sequence[str], turned: str) -> Event:
    """Give the deal of these hands, by seat, with these cards turned up."""
    players = len(hands)
    pack = state.match.variant.pack
    held = [[read_card(card) for card in hand.split()] for hand in hands]
    seats = [(state.match.dealer + step) % players for step in range(1, players + 1)]
    top = [card for seat in seats for card in held[seat][:2]] + [card for seat in seats for card in held[seat][2:]]
    top += [read_card(card) for card in turned.split()]
    assert len(set(top)) == len(top), "no card is there twice"
    order = [pack.index(card) for card in top]
    order += [place for place in range(len(pack)) if place not in order]
    (event,) = decide(state, CHANCE, Shuffled(tuple(order), "00" * 32))
    return event


def begun(game: str, hands: Sequence[str], turned: str, totals: Sequence[int] = (), **options: OptionValue) -> State:
    """Give the state after a deal by the last seat, so that seat 0 leads."""
    return dealt(dealing(game, len(hands), totals, **options), hands, turned)


def play(state: State, moves: str = "") -> tuple[State, list[Event]]:
    """Give the state after moves such as ``QH, rob 2S, -``, each of the seat whose turn it is, and what happened."""
    return play_moves(state, moves, read_action, decide, evolve)


def names(events: Sequence[Event]) -> list[str]:
    """Name what happened."""
    return [type(event).__name__ for event in events]


__all__ = [
    "FORTY_FIVE",
    "GAMES",
    "REST",
    "SPOIL_FIVE",
    "TWENTY_FIVE",
    "begun",
    "deal_of",
    "dealing",
    "dealt",
    "names",
    "play",
]
