"""What a view and the events of Chwech must satisfy before anything is drawn from them; not the rules of the game."""

from chwech_tui.model.checks import LARGEST, check_counts, check_each_seat, check_seats, demand
from protocol.chwech.events import DealEnded, DealSheet
from protocol.chwech.views import ChwechView, Phase, Trick
from protocol.vocabulary import Event


def check_view(view: ChwechView, players: int) -> None:
    """Check a view.

    Raises:
        RemoteProtocolError: it contradicts itself or is absurd.
    """
    demand(1 <= view.deals <= LARGEST, f"there is no deal {view.deal} of {view.deals}")
    for seat in view.seats:
        check_counts("cards", (seat.cards, seat.won))
        check_counts("points", (seat.worth, seat.total))
    for trick in (view.trick, view.last_trick):
        _check_trick(trick or Trick(), players)
    led = any(turn.play is not None for turn in view.trick.turns)
    demand(view.phase is not Phase.FOLLOWING or led, "a card is followed that nobody has led")
    for sheet in view.sheets:
        _check_sheet(sheet, players)


def check_event(event: Event, players: int) -> None:
    """Check an event.

    Raises:
        RemoteProtocolError: it contradicts itself or is absurd.
    """
    if isinstance(event, DealEnded):
        _check_sheet(event.sheet, players)


def _check_trick(trick: Trick, players: int) -> None:
    check_seats((trick.taker, *(turn.seat for turn in trick.turns)), players)
    demand(len(trick.turns) <= 2 * players, "more people take part in a trick than there are")


def _check_sheet(sheet: DealSheet, players: int) -> None:
    check_seats((sheet.dealer,), players)
    for numbers in (sheet.won, sheet.left, sheet.factors, sheet.scores, sheet.totals):
        check_each_seat("scores", numbers, players)
        check_counts("points", numbers)
