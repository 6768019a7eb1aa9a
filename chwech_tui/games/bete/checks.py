"""What a view or an event of Bête must satisfy to be plausible, whatever server it comes from."""

from typing import Final

from chwech_tui.model.checks import check_counts, check_each_seat, check_seats, check_trick, demand
from protocol.bete.actions import Play
from protocol.bete.events import DealEnded, DealSheet, GameEnded
from protocol.bete.order import PACK
from protocol.bete.views import BeteView, Phase, Trick
from protocol.vocabulary import Event

_MOST: Final = 10**18
"""The most chips that are accepted: a pool that nobody wins grows sixfold from deal to deal."""

_MOST_PLAYERS: Final = 5


def check_view(view: BeteView, players: int) -> None:
    """Check a view.

    Raises:
        RemoteProtocolError: it contradicts itself or is absurd.
    """
    demand(1 <= players <= _MOST_PLAYERS, f"a game for {players} is absurd")
    check_counts("deals", (view.deals,))
    demand(view.step in {1, -1}, "the play goes neither to the left nor to the right")
    _check_chips(view.pool, *(seat.total for seat in view.seats))
    for seat in view.seats:
        check_counts("cards", (seat.cards, seat.tricks))
    demand(view.phase is not Phase.OVER or view.winners, "a game is over that nobody has won")
    for sheet in view.sheets:
        _check_sheet(sheet, players)
    _check_cards(view, players)


def _check_chips(*numbers: int) -> None:
    demand(all(abs(number) <= _MOST for number in numbers), "so many chips are absurd")


def _check_cards(view: BeteView, players: int) -> None:
    """Check that the cards are those of the pack, and that the trump suit is known where it matters."""
    demand(view.stage.value != "playing" or view.turn_up is not None, "no card is turned up")
    demand(view.turn_up is None or view.trump is view.turn_up.suit, "the card turned up is not of the trump suit")
    demand(view.phase is not Phase.FOLLOWING or view.trick.turns, "a card is followed that nobody has led")
    demand(not view.last_trick or view.last_trick.turns, "a trick of no cards was taken")
    demand(len(view.takers) <= len(view.gone), "a trick of no cards was taken")
    check_seats(view.takers, players)
    tricks = (view.trick, view.last_trick or Trick())
    for trick in tricks:
        check_trick(trick, players)
    played = [turn.card for trick in tricks for turn in trick.turns]
    legal = [action.card for action in view.legal if isinstance(action, Play)]
    turned = () if view.turn_up is None else (view.turn_up,)
    known = {*view.hand, *view.gone, *played, *legal, *turned}
    demand(known <= set(PACK), "there are cards that the pack does not have")


def check_event(event: Event, players: int) -> None:
    """Check an event.

    Raises:
        RemoteProtocolError: it contradicts itself or is absurd.
    """
    match event:
        case DealEnded(sheet=sheet):
            _check_sheet(sheet, players)
        case GameEnded(winners=winners):
            demand(winners, "a game is over that nobody has won")


def _check_sheet(sheet: DealSheet, players: int) -> None:
    check_seats((sheet.dealer, sheet.sweeper, sheet.king, *sheet.active), players)
    for numbers in (sheet.tricks, sheet.points, sheet.totals):
        check_each_seat("scores", numbers, players)
        _check_chips(*numbers)
    _check_chips(sheet.pool, sheet.carried)
