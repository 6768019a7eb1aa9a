"""Views of Roque for tests: positions of the real rules, as a viewer sees them."""

from chwech_tui.model.people import People
from protocol.roque.views import RoqueView
from protocol.setup import OptionValue
from protocol.vocabulary import Seat
from tests.server.rules.roque.position import FOUR, GAMES, begun, play

HANDS = {0: "C32 DAKQJ H5432 S32", 3: "CAKQJ1098 H109876"}
"""Seat 0 has two small clubs, seat 3 seven high ones."""

AUCTION = "bid 85, -, -, -"
"""Seat 0 is the declarer."""

BURIED = f"{AUCTION}, bury 4C, bury 5C, bury 6C, bury 7C"
"""The widow is laid aside again."""

PEOPLE = People(("Megan", "Owain", "Rhys", "Nia"), Seat(0), sides=(0, 1, 0, 1))


def at(moves: str = "", viewer: int | None = 0, game: str = FOUR, **options: OptionValue) -> RoqueView:
    """Give what a viewer sees after these moves in a deal of these hands by seat 1, with small clubs for a widow."""
    hands = HANDS if game == FOUR else {}
    state, _ = play(begun(hands, "C4567" if game == FOUR else "", game, (), **options), moves)
    return GAMES[game].view(state, None if viewer is None else Seat(viewer))
