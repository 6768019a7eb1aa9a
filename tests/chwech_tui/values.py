"""Small hand-made tables for the tests of the model and the pictures."""

from collections.abc import Sequence

from msgspec.structs import replace

from chwech_tui.games.registry import GAMES
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.cards import SMALL, CardLook, Strokes
from protocol.cards import Card, read_card
from protocol.chwech.actions import Pass, Play, read_action
from protocol.chwech.events import DealSheet, Ending
from protocol.chwech.views import ChwechView, Phase, SeatView, Trick, Turn
from protocol.setup import Setup
from protocol.tableview import Occupant, TablePhase, TableView
from protocol.vocabulary import Seat, View

KIND = GAMES["chwech"]
"""The game of these tables."""

EMPTY = Board(kind=KIND)
"""A board of the game before its first snapshot."""

LOOK = CardLook(SMALL, Strokes.COLOUR)
"""Small cards, edged by colour."""

DRAWN = CardLook(SMALL, Strokes.DRAWN)
"""Small cards, edged by lines."""


def chwech(view: View | None) -> ChwechView:
    """Give the view of a board as one of Chwech."""
    assert isinstance(view, ChwechView)
    return view


NAMES = ("Megan", "Owain", "Rhys", "Nia")
"""Who sits at these tables; Megan looks."""


def cards(text: str) -> tuple[Card, ...]:
    """Read cards with spaces between them."""
    return tuple(map(read_card, text.split()))


def actions(text: str) -> tuple[Pass | Play, ...]:
    """Read actions with spaces between them."""
    return tuple(map(read_action, text.split()))


def turn(seat: int, action: str) -> Turn:
    """Give what a seat did in a trick."""
    read = read_action(action)
    return Turn(Seat(seat), read if isinstance(read, Play) else None)


def trick(turns: Sequence[tuple[int, str]], suit: str = "H", taker: int | None = 0) -> Trick:
    """Give a trick."""
    suits = {card.suit.value: card.suit for card in cards("2C 2D 2H 2S") if card.suit}
    return Trick(tuple(turn(*one) for one in turns), suits.get(suit), None if taker is None else Seat(taker))


SHEET = DealSheet(
    dealer=Seat(0),
    ending=Ending.OUT,
    won=(18, 3, 0, 8),
    left=(0, 3, 9, 2),
    factors=(9, 3, 9, 8),
    scores=(81, 18, 0, 56),
    totals=(81, 18, 0, 56),
    commitment="c" * 64,
    seed="5eed" * 16,
)
"""The score of a deal in which Megan did as well as one can."""

VIEW = ChwechView(
    viewer=Seat(0),
    ruleset="revised",
    deal=2,
    deals=8,
    dealer=Seat(1),
    phase=Phase.FOLLOWING,
    turn=Seat(0),
    seats=tuple(SeatView(cards=5 - seat, won=won, worth=9, total=10 * seat) for seat, won in enumerate((0, 9, 12, 3))),
    hand=cards("KC 10D QH AH JK"),
    legal=actions("- QH AH JK"),
    trick=trick([(3, "5H")], taker=3),
    sheets=(SHEET,),
)
"""Megan is to follow hearts."""


def table(
    view: ChwechView | None = VIEW, phase: TablePhase = TablePhase.PLAYING, waits: Sequence[int] = ()
) -> TableView[ChwechView]:
    """Give a table with this game."""
    return TableView(
        table="calm-river",
        seq=7,
        setup=Setup("chwech", 4),
        phase=phase,
        seats=tuple(Occupant(name, "steady" if seat else "") for seat, name in enumerate(NAMES)),
        viewer=Seat(0),
        host=Seat(0),
        waits_for=tuple(map(Seat, waits)),
        game=view,
    )


def board(view: ChwechView | None = VIEW, phase: TablePhase = TablePhase.PLAYING, waits: Sequence[int] = ()) -> Board:
    """Give a board that shows such a table."""
    return boards.changed(EMPTY, table(view, phase, waits))


def waiting_view() -> ChwechView:
    """Give a view in which it is Rhys's turn."""
    return replace(VIEW, turn=Seat(2), legal=())


def dealing_view() -> ChwechView:
    """Give a view between two deals."""
    return replace(VIEW, phase=Phase.DEALING, turn=None, legal=(), hand=(), trick=Trick())
