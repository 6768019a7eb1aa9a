"""What a view or an event of Da Bai Fen must satisfy to be plausible, whatever server it comes from."""

from chwech_tui.model.checks import LARGEST, check_counts, check_each_seat, check_points, check_seats, demand
from protocol.da_bai_fen.actions import Claim, Finish, Pass
from protocol.da_bai_fen.events import DealEnded, DealSheet, Drawn, GameEnded, TrickTaken
from protocol.da_bai_fen.order import HEIGHTS, PACK
from protocol.da_bai_fen.views import DaBaiFenView, Phase, Trick
from protocol.vocabulary import Event

_SEATS = 4
_KNOWN = frozenset(PACK)
_DECLARED = frozenset({Phase.BURYING, Phase.LEADING, Phase.FOLLOWING})


def check_view(view: DaBaiFenView, players: int) -> None:
    """Check a view.

    Raises:
        RemoteProtocolError: it contradicts itself or is absurd.
    """
    demand(players == _SEATS, f"a game for {players} is absurd")
    demand(1 <= view.target <= LARGEST, f"a game to {view.target} is absurd")
    demand(view.rank in HEIGHTS, "there is no such trump rank")
    check_counts("deals", (view.last_deal,))
    check_counts("cards", (view.drawn, view.aside))
    for seat in view.seats:
        demand(seat.side in (0, 1), f"there is no side {seat.side}")
        check_counts("cards", (seat.cards, seat.tricks))
        check_points((seat.total,))
    check_seats((view.leader, view.exposer), players)
    demand(view.phase is not Phase.OVER or view.winners, "a game is over that nobody has won")
    for sheet in view.sheets:
        _check_sheet(sheet, players)
    _check_cards(view, players)


def _check_cards(view: DaBaiFenView, players: int) -> None:
    """Check that the cards are those of the pack, and that trumps and the Leader are known where they matter."""
    declared = view.leader is not None and view.trump is not None
    demand(view.phase not in _DECLARED or declared, "cards are played without a Leader or trumps")
    demand(declared or not (view.trick.turns or view.last_trick or view.gone), "a trick is played without trumps")
    demand(view.phase is not Phase.FOLLOWING or view.trick.turns, "cards are followed that nobody has led")
    for trick in (view.trick, view.last_trick or Trick()):
        check_seats((trick.taker, *(turn.seat for turn in trick.turns)), players)
        demand(len(trick.turns) <= players, "more people take part in a trick than there are")
        demand(all(turn.cards for turn in trick.turns), "somebody has laid no card to a trick")
        check_counts("cards", (trick.number,))
    demand(not view.last_trick or view.last_trick.turns, "a trick of no cards was taken")
    tricks = (view.trick, view.last_trick or Trick())
    played = [card for trick in tricks for turn in trick.turns for card in turn.cards]
    legal = [action.card for action in view.legal if not isinstance(action, Pass | Finish | Claim)]
    exposed = () if view.exposed is None else (view.exposed,)
    cards = {*view.hand, *view.gone, *view.won, *view.six, *view.turned, *view.buried, *exposed, *played, *legal}
    demand(cards <= _KNOWN, "there are cards that the pack does not have")


def check_event(event: Event, players: int) -> None:
    """Check an event.

    Raises:
        RemoteProtocolError: it contradicts itself or is absurd.
    """
    match event:
        case Drawn(number=number, cards=cards):
            check_counts("cards", (number,))
            check_each_seat("cards", cards, players)
        case TrickTaken(points=points):
            check_counts("points", (points,))
        case DealEnded(sheet=sheet):
            _check_sheet(sheet, players)
        case GameEnded(winners=winners, totals=totals):
            demand(winners, "a game is over that nobody has won")
            check_each_seat("scores", totals, players)


def _check_sheet(sheet: DealSheet, players: int) -> None:
    check_seats((sheet.dealer, sheet.leader, sheet.culprit), players)
    for numbers in (sheet.tricks, sheet.points, sheet.totals):
        check_each_seat("scores", numbers, players)
        check_points(numbers)
    check_counts("points", (sheet.took,))
