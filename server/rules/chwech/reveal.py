"""What there is to see of a state once its game has ended: all hands lie open; while a game is on nobody is told."""

from msgspec.structs import replace

from protocol.chwech.views import ChwechView, OpenDeal
from server.rules.chwech.state import Dealing, InDeal, Match, State
from server.rules.chwech.view import view


def reveal(state: State) -> ChwechView:
    """Give what everybody could see, with all hands of the present deal, or of the one that has just ended."""
    seen = view(state, None)
    if isinstance(state, InDeal):
        # The deals before are left out: they would be told again at every step.
        hands = _open(state.deal.match, state.deal.dealt, state.hands)
        return replace(seen, sheets=(), hands=(hands,))
    if isinstance(state, Dealing) and state.match.past:
        past = state.match.past[-1]
        return replace(seen, hands=(_open(state.match, past.dealt, past.left),))
    return seen


def _open(match: Match, dealt: tuple[int, ...], left: tuple[int, ...]) -> OpenDeal:
    faces = match.book.pack.faces
    return OpenDeal(tuple(map(faces, dealt)), tuple(map(faces, left)))
