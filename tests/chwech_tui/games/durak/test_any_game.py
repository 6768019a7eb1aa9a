"""Laws of the screens of Durak, in games by chance at tables of every kind."""

import pytest

from protocol.setup import Setup
from protocol.vocabulary import Seat
from tests.chwech_tui.games.durak.stage import SETUPS, Stage
from tests.chwech_tui.games.laws import check_drawing, check_refusals, reachable


@pytest.mark.parametrize("on", SETUPS, ids=str)
def test_every_view_can_be_drawn(on: Setup) -> None:
    """At three sizes, for players and spectators, every part fits into its place, from the first deal to the end."""
    stage = Stage(on, seed="drawn")
    for number, event in enumerate(stage.turns()):
        check_drawing(stage, number, event)


@pytest.mark.parametrize("on", SETUPS, ids=str)
def test_the_keys_reach_every_legal_action_and_no_other(on: Setup) -> None:
    """Whoever may act can do by keys all that the rules allow, asked or not, and every other key says why."""
    stage = Stage(on, seed="keys")
    for number, _ in enumerate(stage.turns()):
        seats = [Seat(seat) for seat in range(on.players) if stage.view(Seat(seat)).legal]
        for seat in seats if number % 5 == 0 else ():
            view = stage.view(seat)
            assert reachable(stage, seat) == set(view.legal)
            assert stage.kind.turn_words(view)
            check_refusals(stage, view)
