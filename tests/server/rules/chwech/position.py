"""Positions of a few cards, written as people write hands, and ways to go on from them."""

from collections.abc import Sequence

from msgspec.structs import replace

from games.kit.deck import shuffle
from protocol.cards import read_card
from protocol.chwech.actions import read_action
from protocol.chwech.views import ChwechView
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Event, Seat
from server.rules.chwech.deal import Leading, Opening, State
from server.rules.chwech.game import Chwech
from server.rules.chwech.play import decide, evolve
from server.rules.chwech.variant import HAND, Pack
from server.rules.game import CHANCE, Shuffled

GAME = Chwech()
"""The game."""


def opened(players: int = 6, dealer: int = 0, **options: OptionValue) -> Opening:
    """Give the state after a deal, always of the same seed."""
    seed = bytes(32)
    state = GAME.start(Setup(players=players, options=options, first_dealer=Seat(dealer)))
    cards = getattr(GAME.awaits(state), "cards", 0)
    (dealt,) = decide(state, CHANCE, Shuffled(shuffle(seed, cards), seed.hex()))
    after = evolve(state, dealt)
    assert isinstance(after, Opening)
    return after


def opening(hands: Sequence[str], **options: OptionValue) -> Opening:
    """Give a deal at its first lead, seat 0's, in which only these cards are held; the others count for nobody."""
    start = opened(len(hands), len(hands) - 1, **options)
    pack = start.deal.book.pack
    places: list[int] = []
    for hand in hands:
        places.append(_places(pack, hand, sum(places)))
    held = sum(places)
    dealt = tuple(places)
    deal = replace(start.deal, dealt=dealt)
    # All other cards lie on the last pile.
    piles = (*start.piles[:-1], pack.everything ^ held)
    frame = replace(start.frame, number=HAND, deal=deal, dealt=dealt, held=held, piles=piles)
    return Opening(frame, held, (), start.turn, frame.book.open(dealt[0]))


def leading(hands: Sequence[str], **options: OptionValue) -> Leading:
    """Give the same at a later lead, which may be passed."""
    first = opening(hands, **options)
    return Leading(first.frame, first.held, (), first.turn, first.frame.book.lead(first.frame.dealt[0]))


def _places(pack: Pack, hand: str, taken: int) -> int:
    """Give the places of cards that are not taken yet."""
    places = 0
    for text in hand.split():
        free = pack.copies[read_card(text)] & ~places & ~taken
        assert free, f"the pack has not so many {text}"
        places |= free & -free
    return places


def play(state: State, *moves: str) -> tuple[State, list[Event]]:
    """Give the state after moves such as ``QH`` or ``-``, each of the seat whose turn it is, and what happened."""
    events: list[Event] = []
    for move in moves:
        assert state.turn is not None, "somebody's turn"
        for event in decide(state, state.turn, read_action(move)):
            events.append(event)
            state = evolve(state, event)
    return state, events


def look(state: State, seat: int | None = None) -> ChwechView:
    """Give what a viewer sees."""
    return GAME.view(state, None if seat is None else Seat(seat))
