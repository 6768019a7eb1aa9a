"""Views of Bête for tests: positions of the real rules, as a viewer sees them."""

from chwech_tui.model.people import People
from protocol.bete.views import BeteView
from protocol.setup import OptionValue
from protocol.vocabulary import Seat
from tests.server.rules.bete.position import GAME, HANDS, begun, play

PEOPLE = People(("Megan", "Owain", "Rhys", "Nia"), Seat(0))


def at(
    moves: str = "", viewer: int | None = 0, hands: tuple[str, ...] = HANDS, turned: str = "8C", **options: OptionValue
) -> BeteView:
    """Give what a viewer sees after these moves in a deal by the last seat."""
    state, _ = play(begun(hands, turned, (), 0, **options), moves)
    return GAME.view(state, None if viewer is None else Seat(viewer))
