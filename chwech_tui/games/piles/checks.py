"""What a view and the events of the games of one pile must satisfy before anything is drawn; not the rules."""

from collections.abc import Iterable

from chwech_tui.games.piles.words import TITLES
from chwech_tui.model.checks import LARGEST, check_counts, check_each_seat, check_seats, demand
from protocol.cards import Card
from protocol.piles.actions import NameSide, NameTrump, Play
from protocol.piles.events import (
    DealEnded,
    DealSheet,
    Dealt,
    GameEnded,
    PileKilled,
    Played,
    SixHanded,
    Taken,
    TrumpShown,
)
from protocol.piles.order import SUITS, pack_of
from protocol.piles.views import Phase, PilesView
from protocol.vocabulary import Event

_LEAST, _MOST = 24, 52


def check_view(view: PilesView, players: int) -> None:
    """Check a view.

    Raises:
        RemoteProtocolError: it contradicts itself or is absurd.
    """
    demand(view.game in TITLES, "the view is of no game that is known")
    demand(_LEAST <= view.pack <= _MOST and view.pack % SUITS == 0, f"a pack of {view.pack} cards is absurd")
    check_counts("moves", (view.moves, view.limit, view.repeated, view.pickup))
    demand(1 <= view.deals <= LARGEST, f"a game of {view.deals} deals is absurd")
    for seat in view.seats:
        check_counts("cards", (seat.cards, seat.taken))
        check_counts("points", (seat.total,))
        demand(0 <= seat.place <= players, f"there is no place {seat.place}")
        demand(len(seat.known) <= seat.cards, "more cards are known than a hand has")
    demand(view.phase is not Phase.OVER or view.winners, "a game is over that nobody has won")
    demand(view.phase is not Phase.BEATING or view.pile, "a card is beaten that nobody has played")
    demand(view.pickup <= len(view.pile), "more cards are taken up than there are")
    demand(view.last is None or view.last.turns, "nothing was taken up")
    turns = (*view.pile, *(view.last.turns if view.last else ()))
    check_seats((*(turn.seat for turn in turns), view.last.seat if view.last else None), players)
    for sheet in view.sheets:
        _check_sheet(sheet, players)
    held = [action.card for action in view.legal if isinstance(action, Play)]
    known = [card for seat in view.seats for card in seat.known]
    drawn = [] if view.drawn is None else [view.drawn]
    _check_pack((*held, *known, *drawn, *view.hand, *view.killed, *(turn.card for turn in turns)), view.pack)
    named = [action.suit for action in view.legal if isinstance(action, NameTrump | NameSide)]
    demand(len(named) == len(set(named)) or view.phase is not Phase.NAMING, "a suit is offered twice")


def _check_pack(cards: Iterable[Card], pack: int) -> None:
    demand({*cards} <= {*pack_of(pack)}, "there are cards that the pack does not have")


def check_event(event: Event, players: int) -> None:
    """Check an event.

    Raises:
        RemoteProtocolError: it contradicts itself or is absurd.
    """
    match event:
        case DealEnded(sheet=sheet):
            _check_sheet(sheet, players)
        case GameEnded(totals=totals, winners=winners):
            demand(winners, "a game is over that nobody has won")
            check_seats(winners, players)
            check_each_seat("scores", totals, players)
        case Dealt(hands=hands):
            check_each_seat("hands", hands, players)
            _check_pack((card for hand in hands for card in hand), _MOST)
        case SixHanded(giver=giver, taker=taker):
            check_seats((giver, taker), players)
        case Taken(cards=cards) | PileKilled(cards=cards):
            demand(cards, "nothing was taken up")
            _check_pack(cards, _MOST)
        case Played(card=card) | TrumpShown(card=card):
            _check_pack((card,), _MOST)


def _check_sheet(sheet: DealSheet, players: int) -> None:
    check_seats((sheet.dealer, *sheet.out), players)
    demand(len(set(sheet.out)) == len(sheet.out), "a seat went out twice")
    for numbers in (sheet.left, sheet.taken, sheet.points, sheet.totals):
        check_each_seat("scores", numbers, players)
        check_counts("points", numbers)
    demand(sheet.ending.value != "out" or sheet.out, "a deal is over in which nobody went out")
