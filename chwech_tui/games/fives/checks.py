"""What a view and the events of the Fives must satisfy before anything is drawn; not the rules."""

from chwech_tui.games.fives.spoil import TRICKS
from chwech_tui.games.fives.words import TITLES
from chwech_tui.model.checks import LARGEST, check_counts, check_each_seat, check_seats, check_trick, demand
from protocol.fives.actions import Play, Rob, TakeJoker
from protocol.fives.events import BestCardScored, DealEnded, DealSheet, GameEnded, Swept, TricksScored
from protocol.fives.views import Claim, FivesView, Phase, Spoil, Trick
from protocol.vocabulary import Event

_NAMED_TRUMP = frozenset({Phase.OFFERING, Phase.LEADING, Phase.FOLLOWING})


def check_view(view: FivesView, players: int) -> None:
    """Check a view.

    Raises:
        RemoteProtocolError: it contradicts itself or is absurd.
    """
    demand(view.game in TITLES, "the view is of no game that is known")
    demand(1 <= view.target <= LARGEST, f"a game to {view.target} is absurd")
    demand(1 <= view.sides <= players, f"{view.sides} sides of {players} players are absurd")
    check_counts("chips", () if view.pool is None else (view.pool,))
    for seat in view.seats:
        demand(0 <= seat.side < view.sides, f"there is no side {seat.side}")
        check_counts("cards", (seat.cards, seat.tricks))
        # Only in Spoil Five can somebody lose what they had.
        check_counts("points", (seat.total if view.spoil is None else abs(seat.total),))
        check_counts("chips", () if seat.chips is None else (seat.chips,))
    if view.spoil is not None:
        _check_spoil(view.spoil, players)
    demand(view.phase is not Phase.JINKING or view.spoil is not None, "there is no pool to choose about")
    check_seats((view.robber, view.best.seat if view.best is not None else None), players)
    demand(view.claim is not Claim.TAKEN or view.robber is not None, "a card was taken by nobody")
    demand(view.phase is not Phase.OVER or view.winners, "a game is over that nobody has won")
    for sheet in view.sheets:
        _check_sheet(sheet, players)
    _check_cards(view, players)


def _check_spoil(spoil: Spoil, players: int) -> None:
    check_seats((spoil.jinker, spoil.barred), players)
    check_counts("pools", (spoil.pools, spoil.stake))
    demand(1 <= spoil.needed <= TRICKS, f"{spoil.needed} tricks for a pool are absurd")


def _check_cards(view: FivesView, players: int) -> None:
    """Check that the cards are those of the deal, and that its trumps are known where they matter."""
    demand(view.phase not in _NAMED_TRUMP or view.trump is not None, "cards are played without a trump suit")
    demand(view.stage.value != "playing" or view.turn_up is not None, "no card is turned up")
    demand(view.phase is not Phase.FOLLOWING or view.trick.turns, "a card is followed that nobody has led")
    demand(not view.trick.turns or view.trump is not None, "a trick is played without a trump suit")
    demand(not view.last_trick or view.last_trick.turns, "a trick of no cards was taken")
    for trick in (view.trick, view.last_trick):
        check_trick(trick or Trick(), players)
    demand(len(view.gone) % players == 0, "a trick was taken before all had played")
    order = view.order
    if order is None:
        demand(not (view.gone or view.last_trick), "tricks were taken without a trump suit")
        return
    held = [
        action.card if isinstance(action, Play) else action.discard
        for action in view.legal
        if isinstance(action, Play | Rob | TakeJoker)
    ]
    played = [turn.card for trick in (view.trick, view.last_trick or Trick()) for turn in trick.turns]
    strange = {*view.hand, *view.gone, *held, *played} - order.heights.keys()
    demand(not strange, "there are cards that the pack does not have")


def check_event(event: Event, players: int) -> None:
    """Check an event.

    Raises:
        RemoteProtocolError: it contradicts itself or is absurd.
    """
    match event:
        case BestCardScored(best=best):
            check_seats((best.seat,), players)
        case TricksScored(side=side):
            check_seats((side,), players)
        case Swept(chips=chips, extra=extra):
            check_counts("chips", (chips, extra))
        case DealEnded(sheet=sheet):
            _check_sheet(sheet, players)
        case GameEnded(winners=winners, chips=chips):
            demand(winners, "a game is over that nobody has won")
            if chips:
                check_each_seat("chips", chips, players)


def _check_sheet(sheet: DealSheet, players: int) -> None:
    check_seats((sheet.dealer, sheet.best.seat if sheet.best is not None else None), players)
    check_seats((sheet.sweeper, sheet.jinker), players)
    check_counts("chips", () if sheet.pool is None else (sheet.pool,))
    for numbers in (sheet.tricks, sheet.points, sheet.totals):
        check_each_seat("scores", numbers, players)
        check_counts("points", numbers if sheet.pool is None else map(abs, numbers))
