"""What a view or an event of Roque must satisfy to be plausible, whatever server it comes from."""

from collections.abc import Iterable

from chwech_tui.games.roque.words import TITLES
from chwech_tui.model.checks import (
    LARGEST,
    check_counts,
    check_each_seat,
    check_points,
    check_seats,
    check_trick,
    demand,
)
from protocol.roque.actions import Bid, Pass
from protocol.roque.events import BidMade, DealEnded, DealSheet, GameEnded, TrickTaken, WidowTaken
from protocol.roque.order import PACKS
from protocol.roque.views import Phase, RoqueView, Trick
from protocol.vocabulary import Event

_DECLARED = frozenset({Phase.BURYING, Phase.LEADING, Phase.FOLLOWING})


def check_view(view: RoqueView, players: int) -> None:
    """Check a view.

    Raises:
        RemoteProtocolError: it contradicts itself or is absurd.
    """
    demand(view.game in TITLES, "the view is of no game that is known")
    demand(players in PACKS, f"a game for {players} is absurd")
    demand(1 <= view.target <= LARGEST, f"a game to {view.target} is absurd")
    check_counts("deals", (view.last_deal,))
    check_counts("cards", (view.widow_cards, view.aside))
    check_counts("points", (view.bid,))
    for seat in view.seats:
        demand(0 <= seat.side < players, f"there is no side {seat.side}")
        check_counts("cards", (seat.cards, seat.tricks, seat.took, seat.bid or 0))
        check_points((seat.total,))
    check_seats((view.declarer,), players)
    demand(view.phase is not Phase.OVER or view.winners, "a game is over that nobody has won")
    for sheet in view.sheets:
        _check_sheet(sheet, players)
    _check_cards(view, players)


def _check_cards(view: RoqueView, players: int) -> None:
    """Check that the cards are those of the pack, and that there is a declarer and a trump suit where they matter."""
    demand(view.phase not in _DECLARED or view.declarer is not None, "cards are played without a declarer")
    demand(view.phase is not Phase.FOLLOWING or view.trick.turns, "a card is followed that nobody has led")
    demand(view.trump is not None or not view.trick.turns, "a trick is played without a trump suit")
    demand(not view.last_trick or view.last_trick.turns, "a trick of no cards was taken")
    demand(len(view.gone) % players == 0, "a trick was taken before all had played")
    demand(view.declarer is not None or not view.gone, "tricks were taken without a declarer")
    tricks = (view.trick, view.last_trick or Trick())
    for trick in tricks:
        check_trick(trick, players)
    played = [turn.card for trick in tricks for turn in trick.turns]
    legal = [action.card for action in view.legal if not isinstance(action, Bid | Pass)]
    known = {*view.hand, *view.gone, *view.widow, *view.buried, *played, *legal}
    demand(known <= set(PACKS[players]), "there are cards that the pack does not have")
    check_counts("points", [action.points for action in view.legal if isinstance(action, Bid)])


def check_event(event: Event, players: int) -> None:
    """Check an event.

    Raises:
        RemoteProtocolError: it contradicts itself or is absurd.
    """
    match event:
        case BidMade(points=points) | WidowTaken(points=points) | TrickTaken(points=points):
            check_counts("points", (points,))
        case DealEnded(sheet=sheet):
            _check_sheet(sheet, players)
        case GameEnded(winners=winners):
            demand(winners, "a game is over that nobody has won")


def _check_sheet(sheet: DealSheet, players: int) -> None:
    check_seats((sheet.dealer, sheet.declarer), players)
    lists: Iterable[tuple[int, ...]] = (sheet.tricks, sheet.took, sheet.points, sheet.totals)
    for numbers in lists:
        check_each_seat("scores", numbers, players)
        check_points(numbers)
    check_counts("points", (sheet.bid, *sheet.took))
