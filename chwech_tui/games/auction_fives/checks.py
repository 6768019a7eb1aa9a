"""What a view and the events of Auction Forty-Fives must satisfy before anything is drawn; not the rules."""

from chwech_tui.games.auction_fives.gone import PACK
from chwech_tui.model.checks import (
    LARGEST,
    check_counts,
    check_each_seat,
    check_points,
    check_seats,
    check_trick,
    demand,
)
from protocol.auction_fives.actions import Discard, Pick, Play
from protocol.auction_fives.events import BidMade, DealEnded, DealSheet, Drawn, GameEnded, Held, StockOpened
from protocol.auction_fives.views import AuctionFivesView, Phase, Trick
from protocol.vocabulary import Event

_NAMED_TRUMP = frozenset({Phase.DRAWING, Phase.PICKING, Phase.LEADING, Phase.FOLLOWING})
_CARDS = frozenset(PACK)


def check_view(view: AuctionFivesView, players: int) -> None:
    """Check a view.

    Raises:
        RemoteProtocolError: it contradicts itself or is absurd.
    """
    demand(0 <= view.target <= LARGEST, f"a game to {view.target} is absurd")
    demand(1 <= view.deals <= LARGEST, f"a game of {view.deals} deals is absurd")
    check_counts("cards", (view.kitty, view.stock, view.most, view.bid))
    for seat in view.seats:
        demand(seat.side in (0, 1), f"there is no side {seat.side}")
        check_counts("cards", (seat.cards, seat.tricks, seat.drawn or 0))
        check_points((seat.total,))
    check_seats((view.bidder, view.first, *(call.seat for call in view.calls)), players)
    check_counts("points", (call.points or 0 for call in view.calls))
    demand(view.phase is not Phase.OVER or view.winners, "a game is over that nobody has won")
    for sheet in view.sheets:
        _check_sheet(sheet, players)
    _check_cards(view, players)


def _check_cards(view: AuctionFivesView, players: int) -> None:
    """Check that the cards are those of the deal, and that its trumps are known where they matter."""
    played = view.trick.turns or view.last_trick or view.gone
    demand(view.trump is not None or (view.phase not in _NAMED_TRUMP and not played), "there is no trump suit")
    demand(view.trump is None or view.bidder is not None, "nobody has named the trump suit")
    demand(view.trump is None or view.first is not None, "nobody leads")
    demand(view.phase is not Phase.FOLLOWING or view.trick.turns, "a card is followed that nobody has led")
    demand(not view.last_trick or view.last_trick.turns, "a trick of no cards was taken")
    for trick in (view.trick, view.last_trick):
        check_trick(trick or Trick(), players)
    demand(len(view.gone) % players == 0, "a trick was taken before all had played")
    meant = [action.card for action in view.legal if isinstance(action, Play | Discard | Pick)]
    turns = [turn.card for trick in (view.trick, view.last_trick or Trick()) for turn in trick.turns]
    strange = {*view.hand, *view.gone, *view.discards, *view.open_stock, *meant, *turns} - _CARDS
    demand(not strange, "there are cards that the pack does not have")


def check_event(event: Event, players: int) -> None:
    """Check an event.

    Raises:
        RemoteProtocolError: it contradicts itself or is absurd.
    """
    match event:
        case BidMade(points=number) | Held(points=number) | Drawn(count=number) | StockOpened(count=number):
            check_counts("points or cards", (number,))
        case DealEnded(sheet=sheet):
            _check_sheet(sheet, players)
        case GameEnded(winners=winners):
            demand(winners, "a game is over that nobody has won")


def _check_sheet(sheet: DealSheet, players: int) -> None:
    check_seats((sheet.dealer, sheet.bidder, sheet.best_seat), players)
    for numbers in (sheet.tricks, sheet.taken, sheet.points, sheet.totals):
        check_each_seat("scores", numbers, players)
        check_points(numbers)
    check_counts("points", (sheet.bid,))
