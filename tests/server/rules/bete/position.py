"""Deals of chosen cards, written as people write hands, and ways to go on from them."""

from collections.abc import Sequence

from protocol.bete.actions import read_action
from protocol.bete.events import DealSheet, Ending
from protocol.bete.order import PACK
from protocol.bete.views import OpenDeal
from protocol.cards import Card, read_card
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Event, Seat
from server.rules.bete.deal import Dealing, Match, State
from server.rules.bete.game import GAMES
from server.rules.bete.play import decide, evolve
from server.rules.bete.variant import read_variant
from server.rules.game import CHANCE, Shuffled
from tests.server.rules.moves import play_moves

GAME = GAMES["bete"]

HANDS = ("KC QC JC AC 7H", "KD QD 9C 8H 7S", "10D 9D 8D 10H 9H", "7D 8S 9S 10S JS")
"""Four hands: the first has the best clubs, the second the best diamonds."""


def cards(text: str) -> tuple[Card, ...]:
    """Read cards with spaces between them."""
    return tuple(read_card(card) for card in text.split())


def dealing(players: int, totals: Sequence[int] = (), carried: int = 0, **options: OptionValue) -> Dealing:
    """Give the state before a deal by the last seat, after one that led to these totals, if any."""
    variant = read_variant(Setup("bete", players, options))
    dealer = Seat(players - 1)
    if not totals:
        return Dealing(Match(variant, dealer))
    nothing = (0,) * players
    sheet = DealSheet(dealer, Ending.CARRIED, (), nothing, players, nothing, tuple(totals), carried)
    past = OpenDeal(((),) * players, ((),) * players, PACK[0])
    before = Match(variant, Seat((dealer - variant.step) % players), (sheet,), (past,))
    return Dealing(before)


def begun(
    hands: Sequence[str] = HANDS,
    turned: str = "8C",
    totals: Sequence[int] = (),
    carried: int = 0,
    **options: OptionValue,
) -> State:
    """Give the state after a deal by the last seat, so that seat 0 speaks first where the play goes to the left."""
    players = len(hands)
    state = dealing(players, totals, carried, **options)
    held = [cards(hand) for hand in hands]
    match = state.match
    seats = [match.after(match.dealer, steps) for steps in range(1, players + 1)]
    top = [card for seat in seats for card in held[seat][:2]] + [card for seat in seats for card in held[seat][2:]]
    top += cards(turned)
    assert len(set(top)) == len(top), "no card is there twice"
    order = [PACK.index(card) for card in top]
    order += [place for place in range(len(PACK)) if place not in order]
    (event,) = decide(state, CHANCE, Shuffled(tuple(order), "00" * 32))
    return evolve(state, event)


def play(state: State, moves: str = "") -> tuple[State, list[Event]]:
    """Give the state after moves such as ``in, -, QH``, each of the seat whose turn it is, and what happened."""
    return play_moves(state, moves, read_action, decide, evolve)


def names(events: Sequence[Event]) -> list[str]:
    """Name what happened."""
    return [type(event).__name__ for event in events]
