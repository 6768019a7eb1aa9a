"""Chwech as an AEC environment of PettingZoo: ``from lab.research.environment import env``.

It needs the dependency group ``lab``. Agents are called ``seat_0``, ``seat_1`` and so on. When a deal ends every
seat is rewarded with its score less the mean of the table; until then all rewards are 0.
"""

import secrets
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]  # it carries no types
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]  # likewise

from lab.research.observation import observe, size
from lab.research.state import SAMPLE, ChwechGame, ChwechState
from protocol.setup import OptionValue, Setup

ILLEGAL_REWARD: Final = -81.0  # What an illegal action costs in ``env``, which ends the game: the best score of a deal.

_SEED_BYTES: Final = 16

Seen = dict[str, NDArray[Any]]
"""What an agent is shown: ``observation`` and ``action_mask``."""


def env(players: int = 6, options: Mapping[str, OptionValue] | None = None, render_mode: str | None = None) -> AECEnv:
    """Return the environment with the usual wrappers: an illegal action ends the game, and misuse is told.

    Raises:
        InvalidSetup: there is no such table.
    """
    raw = raw_env(players, options, render_mode)
    guarded = wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, ILLEGAL_REWARD))
    return wrappers.OrderEnforcingWrapper(guarded)


def raw_env(
    players: int = 6, options: Mapping[str, OptionValue] | None = None, render_mode: str | None = None
) -> "ChwechEnvironment":
    """Return the environment without wrappers.

    Args:
        players: how many seats the table has.
        options: the options of the table, such as ``{"deals": 1}``.
        render_mode: ``ansi`` for a text, or None.

    Raises:
        InvalidSetup: there is no such table.
    """
    return ChwechEnvironment(Setup("chwech", players, dict(options or {})), render_mode)


class ChwechEnvironment(AECEnv):  # type: ignore[misc]  # its base carries no types
    """A table of Chwech; its agents are the seats."""

    metadata: dict[str, Any] = {"name": "chwech_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, setup: Setup, render_mode: str | None = None) -> None:
        """Prepare a table; ``reset`` begins a game.

        Raises:
            InvalidSetup: there is no such table.
        """
        super().__init__()
        self.render_mode = render_mode
        self._game = ChwechGame(setup)
        self._state = self._game.new_initial_state()
        self.possible_agents = [f"seat_{seat}" for seat in range(setup.players)]
        self.agents: list[str] = []
        numbering = self._game.numbering
        shape, actions = (size(numbering, setup.players),), len(numbering.actions)
        shown: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0.0, 1.0, shape, np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(shown) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent is shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of the actions; ``action_mask`` says which of them are legal."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game and deal; the same seed gives the same deals."""
        word = secrets.token_hex(_SEED_BYTES) if seed is None else f"seed {seed}"
        self._state = self._game.new_initial_state(word)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._deal()

    def observe(self, agent: str) -> Seen:
        """Return what an agent knows of the present deal, and which actions are legal for it now."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(len(self._game.numbering.actions), np.int8)
        mask[self._state.legal_actions(seat)] = 1
        seen = observe(self._game.numbering, self._state.view(seat), self._state.told_of_deal(seat))
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take the action of the agent whose turn it is.

        Raises:
            IllegalAction: the rules do not allow it now.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._state.apply_action(int(action))
        self.rewards = dict(zip(self.possible_agents, self._state.rewards(), strict=True))
        self._accumulate_rewards()
        self._deal()

    def render(self) -> str | None:
        """Return the table as a spectator may see it, as JSON, if the mode is ``ansi``."""
        return self._state.public_string() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    @property
    def state_of_game(self) -> ChwechState:
        """The state with every hand, for tests and for search; no agent is to see it."""
        return self._state.clone()

    def _deal(self) -> None:
        """Deal if cards are to be dealt, then choose the agent to act; at the end every agent is done."""
        if self._state.is_chance_node():
            self._state.apply_action(SAMPLE)
        if self._state.is_terminal():
            self.terminations = dict.fromkeys(self.agents, True)
            return
        self.agent_selection = self.possible_agents[self._state.current_player()]
