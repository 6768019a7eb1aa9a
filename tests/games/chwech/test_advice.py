"""The advice of Chwech: a value for each legal action, and reasons; from what the seat may know."""

from collections.abc import Callable

import pytest

from games.chwech import bot
from games.chwech.bot import advise, prepare
from games.chwech.reasons import MOST_REASONS
from games.kit.sampler import play_at_random
from protocol.setup import Setup
from tests.games.chwech.any_net import any_net
from tests.games.chwech.sights import turns


def use(monkeypatch: pytest.MonkeyPatch, find: Callable[[], object]) -> None:
    """Have the advice found by this net, or by none."""
    monkeypatch.setattr(bot, "net", find)


@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_every_action_has_a_value_at_every_turn(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At each turn of a game there are as many values as legal actions, and one reason or two, or none."""
    net = any_net()
    use(monkeypatch, lambda: net)
    assert prepare()
    for _run, seen, _choice in turns(Setup("chwech", players, {"deals": 1}), play_at_random, "values"):
        given = advise(seen)
        assert len(given.values) == len(seen.choices)
        assert len(given.reasons) <= MOST_REASONS


def test_without_a_net_there_is_no_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the net cannot be read, that is known before a hint is taken, and nothing is made up."""
    use(monkeypatch, lambda: None)
    _run, seen, _choice = next(turns(Setup("chwech", 6), play_at_random, "none"))
    assert not prepare()
    assert advise(seen) is None
