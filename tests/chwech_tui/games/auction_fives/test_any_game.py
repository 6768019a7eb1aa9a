"""Laws of the screens of Auction Forty-Fives, in games by chance at tables of every kind."""

import pytest
from msgspec.structs import replace

from protocol.auction_fives.actions import Discard
from protocol.auction_fives.views import Phase
from protocol.setup import Setup
from protocol.vocabulary import Action, Seat
from tests.chwech_tui.games.auction_fives.stage import SETUPS, Stage
from tests.chwech_tui.games.laws import SIZES, check_drawing


@pytest.mark.parametrize("on", SETUPS)
def test_every_view_can_be_drawn(on: Setup) -> None:
    """At three sizes, for players and spectators, every part fits into its place, for some deals and at the end."""
    stage = Stage(on, seed="drawn")
    for number, event in enumerate(stage.turns()):
        if number <= 250 or stage.view(None).winners:
            check_drawing(stage, number, event)


def reachable(stage: Stage, seat: Seat) -> set[Action]:
    """Give all that the keys of a seat lead to, and the cards that it can mark."""
    view = stage.view(seat)
    found: set[Action] = set()
    for card in (None, *view.hand):
        for move in stage.kind.moves(view, card):
            found.update(choice.action for choice in move.choices)
    asked = stage.kind.several(view)
    for card in view.hand if asked is not None else ():
        action = stage.kind.several_action(view, (card,))
        assert isinstance(action, Discard)
        found.add(action)
    return found


@pytest.mark.parametrize("on", SETUPS)
def test_the_keys_reach_every_legal_action_and_no_other(on: Setup) -> None:
    """Whoever is to act can do by keys all that the rules allow, and is asked for it in words."""
    stage = Stage(on, seed="keys")
    keys = {key.key for key in stage.kind.keys}
    for number, _ in enumerate(stage.turns()):
        turn = stage.state.turn
        if turn is None or number > 250:
            continue
        view = stage.view(turn)
        assert reachable(stage, turn) == set(view.legal)
        assert stage.kind.turn_words(view)
        used = {move.key for move in stage.kind.moves(view, view.hand[0])}
        assert used <= {"enter", *keys}
        for key in {"enter", *keys} - used:
            words = stage.kind.refusal(view, key, view.hand[0])
            assert words.endswith(".")
            assert len(words) <= SIZES[0][0] - 2
        if view.phase not in (Phase.LEADING, Phase.FOLLOWING):
            assert stage.kind.premove_refusal(view, view.hand[0])


@pytest.mark.parametrize("on", SETUPS)
def test_no_more_cards_are_asked_for_than_may_be_laid_aside(on: Setup) -> None:
    """Each of the least and the most that the screen offers is legal, one card after the other."""
    stage = Stage(on, seed="several")
    for number, _ in enumerate(stage.turns()):
        turn = stage.state.turn
        asked = stage.kind.several(stage.view(turn)) if turn is not None else None
        if asked is None or turn is None or number > 400:
            continue
        view = stage.view(turn)
        most = max(0, len(view.hand) - 5 + min(view.most, view.stock))
        assert asked.most == min(len(view.hand), most) > 0
        assert asked.least == max(0, len(view.hand) - 5)
        ends = stage.kind.several_action(replace(view), ())
        assert isinstance(ends, str) == (len(view.hand) > 5)
