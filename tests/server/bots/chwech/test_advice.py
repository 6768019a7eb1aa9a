"""The advice of Chwech: a value for each legal action, and reasons; from what the seat may know."""

from collections.abc import Callable

import pytest

from games.chwech.reasons import MOST_REASONS
from protocol.setup import Setup
from server.bots.bot import play_at_random
from server.bots.chwech import strong
from server.bots.registry import ADVISERS
from tests.server.bots.chwech.nets import made_net
from tests.server.bots.chwech.sights import turns


def use(monkeypatch: pytest.MonkeyPatch, find: Callable[[], object]) -> None:
    """Have the advice found by this net, or by none."""
    monkeypatch.setattr(strong, "net", find)
    monkeypatch.setattr(strong, "net", find)


@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_every_action_has_a_value_at_every_turn(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At each turn of a game there are as many values as legal actions, and one reason or two, or none."""
    net = made_net()
    use(monkeypatch, lambda: net)
    adviser = ADVISERS["chwech"]
    assert adviser.prepare is not None
    assert adviser.prepare()
    for _state, _seat, sight, _action in turns(Setup("chwech", players, {"deals": 1}), play_at_random, "values"):
        given = adviser.advise(sight)
        assert given is not None
        assert len(given.values) == len(sight.view.legal)
        assert len(given.reasons) <= MOST_REASONS


def test_without_a_net_there_is_no_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the net cannot be read, that is known before a hint is taken, and nothing is made up."""
    use(monkeypatch, lambda: None)
    _state, _seat, sight, _action = next(turns(Setup("chwech", 6), play_at_random, "none"))
    adviser = ADVISERS["chwech"]
    assert adviser.prepare is not None
    assert not adviser.prepare()
    assert adviser.advise(sight) is None
