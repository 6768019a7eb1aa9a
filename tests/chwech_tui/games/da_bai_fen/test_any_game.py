"""Laws of the screens of Da Bai Fen, in games of bots."""

import pytest

from protocol.da_bai_fen.actions import Bury, Lay
from protocol.da_bai_fen.views import DaBaiFenView, Phase
from protocol.setup import Setup
from protocol.vocabulary import Action, Seat
from tests.chwech_tui.games.laws import check_drawing, check_refusals, reachable
from tests.chwech_tui.games.stage import Stage, people

SETUPS = (
    Setup("da-bai-fen", 4, {"most_deals": 1}),
    Setup("da-bai-fen", 4, {"most_deals": 4, "leads": "at_risk", "show_six": True, "draw": 4}),
)


@pytest.mark.parametrize("on", SETUPS, ids=("usual", "other"))
def test_every_view_can_be_drawn(on: Setup) -> None:
    """At three sizes, for players and spectators, every part fits into its place, from the first deal to the end."""
    stage = Stage(on, seed="drawn", level="steady" if on is SETUPS[0] else "random")
    for number, event in enumerate(stage.turns()):
        check_drawing(stage, number, event)
        stage.kind.sentence(stage.game.tell(event, stage.viewer), people(on.players, stage.viewer))


@pytest.mark.parametrize("on", SETUPS, ids=("usual", "other"))
def test_the_keys_reach_every_legal_action_and_no_other(on: Setup) -> None:
    """Whoever is to act can do by keys all that the rules allow, and is asked for it in words."""
    stage = Stage(on, seed="keys")
    for _ in stage.turns():
        for seat in stage.state.awaited:
            view = stage.view(seat)
            assert isinstance(view, DaBaiFenView)
            check_reach(stage, seat, view)
            assert stage.kind.turn_words(view)
            check_refusals(stage, view, but_enter=True)


def check_reach(stage: Stage, seat: Seat, view: DaBaiFenView) -> None:
    """Check what the keys and the marks of a seat lead to."""
    kind = stage.kind
    lays = {action for action in view.legal if isinstance(action, Lay)}
    due = kind.several(view) is not None and view.phase is Phase.FOLLOWING
    if due or any(isinstance(action, Bury) for action in view.legal):
        sent = {kind.several_action(view, (card,)) for card in kind.usable(view)}
        sent = {action for action in sent if isinstance(action, Action)}
    else:
        sent = set(reachable(stage, seat))
        for lay in lays:
            others = [other.card for other in lays if other is not lay]
            sent |= {kind.several_action(view, (lay.card, other)) for other in others} & set(lays)
    assert sent | (lays if view.trick.turns else set()) == set(view.legal)
