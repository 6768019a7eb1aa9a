"""Laws of the screens of Roque, in games of bots at tables of both kinds."""

import pytest

from chwech_tui.model.keys import press
from protocol.roque.actions import Bury
from protocol.roque.views import Phase, RoqueView
from protocol.setup import Setup
from protocol.vocabulary import Action, Seat
from tests.chwech_tui.games.laws import check_drawing, check_refusals, ways
from tests.chwech_tui.games.stage import Stage

SETUPS = (Setup("roque", 4, {"most_deals": 1}), Setup("roque-three", 3, {"most_deals": 1, "forced_dealer": True}))


@pytest.mark.parametrize("on", SETUPS, ids=lambda on: on.game)
def test_every_view_can_be_drawn(on: Setup) -> None:
    """At three sizes, for players and spectators, every part fits into its place, from the first deal to the end."""
    stage = Stage(on, seed="drawn")
    for number, event in enumerate(stage.turns()):
        check_drawing(stage, number, event)


def reachable(stage: Stage, seat: Seat) -> set[Action]:
    """Give all that the keys of a seat lead to, where it chooses by the arrows and Enter."""
    found: set[Action] = set()
    for now, move in ways(stage, seat):
        after, action = press(now, move.key)
        for _ in move.choices if action is None else ():
            _, action = press(after, "enter")
            found.add(action)  # type: ignore[arg-type]
            after, _ = press(after, "right")
        found.add(action)  # type: ignore[arg-type]
    return found


@pytest.mark.parametrize("on", SETUPS, ids=lambda on: on.game)
def test_the_keys_reach_every_legal_action_and_no_other(on: Setup) -> None:
    """Whoever is to act can do by keys all that the rules allow, and is asked for it in words."""
    stage = Stage(on, seed="keys")
    for _ in stage.turns():
        turn = stage.state.turn
        if turn is None:
            continue
        view = stage.view(turn)
        assert isinstance(view, RoqueView)
        if view.phase is Phase.BURYING:
            cards = [action.card for action in view.legal if isinstance(action, Bury)]
            assert {stage.kind.several_action(view, (card,)) for card in cards} == set(view.legal)
        else:
            assert reachable(stage, turn) == set(view.legal)
        assert stage.kind.turn_words(view)
        check_refusals(stage, view, but_enter=view.phase is Phase.BURYING)
