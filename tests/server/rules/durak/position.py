"""Bouts of chosen cards, written as people write hands, and ways to go on from them."""

from collections.abc import Sequence

from protocol.cards import Card, read_card
from protocol.durak.actions import read_action
from protocol.durak.events import BoutBegun, DealSheet
from protocol.durak.pack import PACK
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Event, Seat
from server.rules.durak.deal import Deal, Dealing, Fighting, Match, Settling, State, limit_of
from server.rules.durak.game import GAMES
from server.rules.durak.play import decide, evolve
from server.rules.durak.variant import NAME, read_variant
from server.rules.game import CHANCE, Shuffled

GAME = GAMES[NAME]


def cards(text: str) -> tuple[Card, ...]:
    """Read cards with spaces between them."""
    return tuple(read_card(card) for card in text.split())


def dealing(players: int = 4, sheets: Sequence[DealSheet] = (), first: int = 0, **options: OptionValue) -> Dealing:
    """Give the state before a deal."""
    variant = read_variant(Setup(NAME, players, options))
    return Dealing(Match(variant, Seat(first), tuple(sheets)))


def bout(
    hands: Sequence[str],
    turn_up: str = "6H",
    stock: str = "",
    *,
    by: int = 0,
    bouts: int = 1,
    out: Sequence[int] = (),
    match: Match | None = None,
    options: dict[str, OptionValue] | None = None,
) -> Fighting:
    """Give the state in which a seat attacks the next one; cards that are nowhere else have left the game."""
    held = tuple(cards(hand) for hand in hands)
    left = cards(stock)
    there = {*left, *(card for hand in held for card in hand)}
    variant = read_variant(Setup(NAME, len(hands), options or {}))
    deal = Deal(match or Match(variant, Seat(0)), held, left, read_card(turn_up), None, None, None)
    nobody = (frozenset[Card](),) * len(hands)
    gone = tuple(card for card in PACK if card not in there)
    gone_out = tuple(map(Seat, out))
    settling = Settling(deal, held, left, gone, (0,) * len(hands), nobody, gone_out, bouts, None)
    defender = next(
        Seat((by + step) % len(hands)) for step in range(1, len(hands), 2) if (by + step) % len(hands) not in out
    )
    state = evolve(settling, BoutBegun(Seat(by), defender, limit_of(settling, defender)))
    assert isinstance(state, Fighting)
    return state


def play(state: State, moves: str) -> tuple[State, list[Event]]:
    """Give the state after moves such as ``0 6S, 1 8S>6S, 2 -``, and what happened."""
    events: list[Event] = []
    for move in filter(None, moves.split(",")):
        seat, action = move.split()
        for event in decide(state, Seat(int(seat)), read_action(action)):
            events.append(event)
            state = evolve(state, event)
    return state, events


def deal(state: Dealing, order: Sequence[str]) -> tuple[State, list[Event]]:
    """Give the state after a deal of these cards from the top, the others below in the order of the pack."""
    top = [PACK.index(read_card(card)) for card in order]
    rest = [place for place in range(len(PACK)) if place not in top]
    events = list(decide(state, CHANCE, Shuffled((*top, *rest), "00" * 32)))
    after: State = state
    for event in events:
        after = evolve(after, event)
    return after, events


def names(events: Sequence[Event]) -> list[str]:
    """Name what happened."""
    return [type(event).__name__ for event in events]
