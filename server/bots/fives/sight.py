"""The estimates of the bots of the Fives, from one of their views."""

from protocol.fives.views import FivesView
from server.bots.odds import Odds


def odds_of(view: FivesView) -> Odds:
    """Return the estimates from the view of a seat in a deal; a turn-up that nobody has taken is in no hand."""
    stays = (view.turn_up,) if view.turn_up is not None and view.robber is None else ()
    return Odds(view, view.sides, stays)
