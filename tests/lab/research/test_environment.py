"""Chwech as an environment of PettingZoo, judged by PettingZoo's own tests."""

from collections.abc import Mapping

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]  # it carries no types

from games.kit.options import InvalidSetup
from lab.research.environment import ILLEGAL_REWARD, env, raw_env
from protocol.setup import OptionValue
from server.tables.position import IllegalAction

SHORT: Mapping[str, OptionValue] = {"deals": 1}


# What is shown is a map with a mask, as PettingZoo asks of games with illegal actions; its test warns of every map.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.parametrize(
    ("players", "options"), [(6, {}), (4, {}), (5, {"ruleset": "original"}), (7, {"seven_pack": "two_packs"})]
)
def test_the_api_test_of_pettingzoo_passes(players: int, options: Mapping[str, OptionValue]) -> None:
    """For every number of players."""
    api_test(env(players, options), num_cycles=300, verbose_progress=False)


def test_the_seed_test_of_pettingzoo_passes() -> None:
    """The same seed gives the same game."""
    seed_test(lambda: env(6, SHORT), num_cycles=100)


def test_every_agent_is_rewarded_when_a_deal_ends() -> None:
    """With its score less the mean of the table, once for each deal, whoever has acted last."""
    table = raw_env(6, {"deals": 3})
    table.reset(seed=7)
    chance, sums = np.random.default_rng(7), dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, over, _cut, _info = table.last()
        sums[agent] += reward
        if over:
            final = table.state_of_game
            table.step(None)
        else:
            table.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    assert list(sums.values()) == pytest.approx(final.returns())
    assert any(sums.values())


def test_the_mask_says_what_is_legal() -> None:
    """To the agent whose turn it is; to the others nothing is."""
    table = raw_env()
    table.reset(seed=1)
    for agent in table.agents:
        mask = table.observe(agent)["action_mask"]
        legal = table.state_of_game.legal_actions(table.possible_agents.index(agent))
        assert np.flatnonzero(mask).tolist() == legal
        assert bool(legal) == (agent == table.agent_selection)


def test_an_illegal_action_ends_the_game() -> None:
    """With the wrappers it costs the worst reward; without them it is refused."""
    table = env()
    table.reset(seed=1)
    agent = table.agent_selection
    table.step(0)
    assert table.rewards[agent] == ILLEGAL_REWARD
    raw = raw_env()
    raw.reset(seed=1)
    with pytest.raises(IllegalAction):
        raw.step(0)


def test_a_table_that_does_not_exist_is_refused() -> None:
    """As elsewhere."""
    with pytest.raises(InvalidSetup):
        env(3)


def test_a_table_without_a_seed_is_dealt_anew() -> None:
    """Two games differ."""
    table = raw_env()
    hands = []
    for _ in range(2):
        table.reset()
        hands.append(table.state_of_game.observation_string(0))
    assert hands[0] != hands[1]


def test_a_table_is_shown_as_spectators_see_it() -> None:
    """As text, if that is asked for."""
    table = raw_env(render_mode="ansi")
    table.reset(seed=1)
    shown = table.render()
    assert shown is not None
    assert '"hand"' not in shown
    table.close()
    assert raw_env().render() is None
