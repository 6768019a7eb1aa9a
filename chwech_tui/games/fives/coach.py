"""The coach of the Fives: the advice that fits the moment, from what the player sees."""

from chwech_tui.games.fives.spoil import near
from chwech_tui.games.fives.tricks import TRICK
from chwech_tui.games.fives.words import scores_each
from chwech_tui.games.ranks import best_trump_advice
from chwech_tui.model.people import People
from protocol.fives.actions import Play
from protocol.fives.views import FivesView, Phase
from protocol.language import _
from protocol.setup import Setup
from protocol.vocabulary import Seat


def advice(setup: Setup, view: FivesView, people: People) -> str:
    """Return the advice for the viewer's turn; empty if there is nothing to decide or nothing stands out."""
    if view.phase is Phase.JINKING:
        return _("All five bring a chip more from each; lose a trick, and you get nothing.")
    if view.viewer is None or len(view.legal) < 2 or not any(isinstance(action, Play) for action in view.legal):
        return ""
    best = best_trump_advice(view.order, view.hand, view.trick, {*view.gone, *view.discards})
    return best or _near(setup, view, view.viewer, people)


def _near(setup: Setup, view: FivesView, viewer: Seat, people: People) -> str:
    """Return who of the others wins with one more trick; several are not named, for the line is short."""
    if view.spoil is not None:
        return _near_the_pool(near(view, view.spoil), viewer, people)
    if not scores_each(setup):
        return ""
    own = viewer % view.sides
    if view.seats[viewer].total + TRICK >= view.target:
        return _("One more trick wins you the game: save your best card for it.")
    others = [
        Seat(seat)
        for seat, shown in enumerate(view.seats)
        if seat % view.sides != own and shown.total + TRICK >= view.target
    ]
    if not others:
        return ""
    if len(others) > 1:
        return _("Others need one more trick to win: take this one if you can.")
    return _("{name} needs one more trick to win: take this one if you can.", name=people.name(others[0]))


def _near_the_pool(seats: list[Seat], viewer: Seat, people: People) -> str:
    """Return who needs one more trick for the pool."""
    if viewer in seats:
        return _("One more trick brings you the pool: save your best card for it.")
    if not seats:
        return ""
    if len(seats) > 1:
        return _("Others need one more trick for the pool: take this one if you can.")
    return _("{name} needs one more trick for the pool: take this one if you can.", name=people.name(seats[0]))
