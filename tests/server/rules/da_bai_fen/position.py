"""Positions of chosen cards, written as people write hands, and ways to go on from them."""

from collections.abc import Sequence

from protocol.cards import Card, Rank, Suit, read_card
from protocol.da_bai_fen.actions import read_action
from protocol.da_bai_fen.events import DealSheet, Ending
from protocol.da_bai_fen.order import PACK, Trumps
from protocol.da_bai_fen.views import Trick, Turn
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Event, Seat
from server.rules.da_bai_fen.deal import Deal, Dealing, Match, Playing, State
from server.rules.da_bai_fen.game import GAMES
from server.rules.da_bai_fen.play import decide, evolve
from server.rules.da_bai_fen.variant import NAME, read_variant
from server.rules.game import CHANCE, Shuffled
from server.rules.hands import in_order

GAME = GAMES[NAME]


def cards(text: str) -> tuple[Card, ...]:
    """Read cards with spaces between them."""
    return tuple(read_card(card) for card in text.split())


def sheet(
    leader: int = 0, took: int = 0, totals: tuple[int, int] = (0, 0), ending: Ending = Ending.PLAYED
) -> DealSheet:
    """Give the sheet of a deal, as far as the next one depends on it."""
    return DealSheet(
        dealer=Seat(leader),
        ending=ending,
        leader=Seat(leader),
        rank=Rank.TWO,
        trump=Suit.SPADES,
        tricks=(3, 3, 3, 3),
        took=took,
        points=(0, 0, 0, 0),
        totals=totals * 2,
    )


def dealing(sheets: Sequence[DealSheet] = (), first: int = 0, **options: OptionValue) -> Dealing:
    """Give the state before a deal."""
    return Dealing(Match(read_variant(Setup(NAME, 4, options)), Seat(first), tuple(sheets)))


def playing(
    hands: Sequence[str],
    trump: str = "S",
    aside: str = "",
    *,
    leader: int = 0,
    starts: int | None = None,
    won: str = "",
    totals: tuple[int, int] = (0, 0),
    **options: OptionValue,
) -> Playing:
    """Give the state in which a seat leads; opponents of seat 0 have won these cards in an earlier trick."""
    before = [sheet(leader=(leader + 2) % 4, totals=totals)] * 3 if totals != (0, 0) else []
    match = dealing(before, leader, **options).match
    held = tuple(in_order(cards(hand)) for hand in hands)
    trick = Trick((Turn(Seat(1), cards(won)),), len(won.split()), Seat(1))
    return Playing(
        Deal(match, held, (), None, None),
        held,
        Trumps(match.rank, Suit(trump)),
        Seat(leader),
        None,
        None,
        (),
        cards(aside),
        Seat(leader if starts is None else starts),
        tricks=(trick,),
    )


def play(state: State, moves: str) -> tuple[State, list[Event]]:
    """Give the state after moves such as ``0 AH+, 0 KH, 3 3H``, and what happened."""
    events: list[Event] = []
    for move in filter(None, moves.split(",")):
        seat, action = move.split(maxsplit=1)
        for event in decide(state, Seat(int(seat)), read_action(action.strip())):
            events.append(event)
            state = evolve(state, event)
    return state, events


def deal(state: Dealing, hands: dict[int, str], six: str = "") -> tuple[State, list[Event]]:
    """Give the state after a shuffle: each seat draws these cards first, and the last six begin with those."""
    fixed = {card for text in (*hands.values(), six) for card in cards(text)}
    free = [card for card in PACK if card not in fixed]
    drawn = {seat: [*cards(hands.get(seat, ""))] for seat in range(4)}
    last = [*cards(six)]
    for own, number in [*((drawn[seat], 12) for seat in range(4)), (last, 6)]:
        while len(own) < number:
            own.append(free.pop())
    seats = [(state.match.dealer - step) % 4 for step in range(4)]
    order = [drawn[seat][number] for number in range(12) for seat in seats] + last
    events = list(decide(state, CHANCE, Shuffled(tuple(PACK.index(card) for card in order), "00" * 32)))
    after: State = state
    for event in events:
        after = evolve(after, event)
    return after, events


def names(events: Sequence[Event]) -> list[str]:
    """Name what happened."""
    return [type(event).__name__ for event in events]
