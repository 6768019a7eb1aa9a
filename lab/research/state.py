"""Chwech behind an interface like that of OpenSpiel: a game, and states that are changed by numbered actions.

It does not depend on OpenSpiel. Chance is sampled: a chance node has one outcome, and what it deals follows from the
seed of the state. Nothing that a player is told of a state depends on what this player may not know.
"""

import json
from collections.abc import Sequence
from typing import Any, Final, Self

from msgspec import Struct
from msgspec.structs import replace

from games.kit.deck import derive
from games.registry import GAMES
from lab.research.numbering import Numbering
from protocol.codec import to_plain
from protocol.game import Answered, Stage, View
from protocol.message import Seat
from protocol.setup import Setup
from protocol.table import Event
from server.tables.position import Position, first_position

CHANCE_PLAYER: Final = -1  # The player of a chance node, as OpenSpiel has it.
TERMINAL_PLAYER: Final = -4  # The player of a terminal state, as OpenSpiel has it.
SAMPLE: Final = 0  # The one action of a chance node: deal.

_RULES: Final = GAMES["chwech"]


class ChwechGame:
    """The game of one table."""

    def __init__(self, setup: Setup | None = None) -> None:
        """Take a setup, or the usual one.

        Raises:
            InvalidSetup: Chwech does not support it.
        """
        self.setup = setup or Setup("chwech")  # The setup; its first dealer is drawn with each initial state.
        first_position(_RULES, replace(self.setup, first_dealer=Seat(0)))
        self.numbering = Numbering(self.setup)  # The numbers of the actions and cards.

    def num_players(self) -> int:
        """Return the number of players."""
        return self.setup.players

    def num_distinct_actions(self) -> int:
        """Return the number of actions that a player can ever take."""
        return len(self.numbering.actions)

    def new_initial_state(self, seed: str = "") -> "ChwechState":
        """Return the state before the first deal; the same seed gives the same deals and the same first dealer."""
        dealer = Seat(derive(seed, 1, 0)[0] % self.setup.players)
        start, nothing = first_position(_RULES, replace(self.setup, first_dealer=dealer)), (0.0,) * self.setup.players
        return ChwechState(self, _Course(start, seed, rewards=nothing, returns=nothing))


class _Course(Struct, frozen=True):
    """What a state is made of: it is replaced as a whole."""

    state: Position
    """The state of the rules."""
    seed: str
    rewards: tuple[float, ...]
    returns: tuple[float, ...]
    events: tuple[tuple[Answered, Any], ...] = ()
    """Every event so far, with what is hidden from players, and the state after it."""
    dealt: int = 0
    """How many of them were before the present deal."""


class ChwechState:
    """A state of the game; ``apply_action`` changes it, ``clone`` copies it."""

    def __init__(self, game: ChwechGame, course: _Course) -> None:
        """Begin somewhere in a game; ``ChwechGame.new_initial_state`` makes the first state."""
        self._game = game
        self._now = course

    def get_game(self) -> ChwechGame:
        """Return the game."""
        return self._game

    # Whose turn it is

    def current_player(self) -> int:
        """Return the player to act, ``CHANCE_PLAYER`` or ``TERMINAL_PLAYER``."""
        state = self._now.state
        if state.seats:
            return int(min(state.seats))
        return CHANCE_PLAYER if state.stage is Stage.DEALING else TERMINAL_PLAYER

    def is_chance_node(self) -> bool:
        """Return True if cards are to be dealt."""
        return self.current_player() == CHANCE_PLAYER

    def is_terminal(self) -> bool:
        """Return True if the game is over."""
        return self._now.state.stage is Stage.OVER

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node with their probabilities: a single one, since chance is sampled."""
        return [(SAMPLE, 1.0)] if self.is_chance_node() else []

    # Actions

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions of a player, or of the one to act, in rising order; none if it is not their turn."""
        acting = self.current_player()
        if acting == CHANCE_PLAYER and player in (None, CHANCE_PLAYER):
            return [SAMPLE]
        if acting < 0 or player not in (None, acting):
            return []
        return sorted(self._game.numbering.of_action[action] for action in self._now.state.legal(Seat(acting)))

    def apply_action(self, action: int) -> None:
        """Take an action, or deal at a chance node.

        Raises:
            IllegalAction: the player may not do this now.
            IndexError: there is no such action.
        """
        state, actions = self._now.state, self._game.numbering.actions
        if state.stage is Stage.DEALING:
            self._follow(state.shuffle(derive(self._now.seed, 1, state.deals + 1)), dealt=True)
            return
        if not 0 <= action < len(actions):
            raise IndexError(f"there is no action {action}: they go from 0 to {len(actions) - 1}")
        self._follow(state.decide(Seat(self.current_player()), actions[action]))

    def _follow(self, event: Answered, *, dealt: bool = False) -> None:
        """Change the state by what an action leads to, and reward the players if a deal has ended."""
        now, state = self._now, self._now.state
        rewards = (0.0,) * self._game.num_players()
        before = state
        state = state.evolve(event)
        if before.deals < state.deals:
            rewards = _above_mean(before.totals, state.totals)
        self._now = replace(
            now,
            state=state,
            rewards=rewards,
            returns=tuple(sum(pair) for pair in zip(now.returns, rewards, strict=True)),
            events=(*now.events, (event, state)),
            dealt=len(now.events) if dealt else now.dealt,
        )

    # Rewards

    def rewards(self) -> list[float]:
        """Return what the last action brought each player: at the end of a deal its score above the table's mean."""
        return list(self._now.rewards)

    def returns(self) -> list[float]:
        """Return the sum of all rewards of each player; the sum over the players is zero."""
        return list(self._now.returns)

    # What a player knows

    def view(self, player: int | None) -> View:
        """Return all that a player sees of the table now, and a spectator if there is none.

        Commitments are left out: one to a seed that can be guessed would tell the cards.
        """
        seen = self._now.state.view(None if player is None else Seat(player))
        assert isinstance(seen, View)
        sheets = tuple([replace(sheet, commitment=None) for sheet in seen.sheets])
        return replace(seen, commitment=None, sheets=sheets)

    def told(self, player: int) -> tuple[Event, ...]:
        """Return every event so far as a player was told it."""
        return self._told(player, 0)

    def told_of_deal(self, player: int) -> tuple[Event, ...]:
        """Return the events since the last cards were dealt, so far as a player was told them."""
        return self._told(player, self._now.dealt)

    def _told(self, player: int, first: int) -> tuple[Event, ...]:
        return tuple([state.tell(event, Seat(player)) for event, state in self._now.events[first:]])

    def observation_string(self, player: int) -> str:
        """Return what a player sees now, as JSON."""
        return json.dumps(to_plain(self.view(player)))

    def public_string(self) -> str:
        """Return what a spectator sees now, as JSON."""
        return json.dumps(to_plain(self.view(None)))

    def information_state_string(self, player: int) -> str:
        """Return what a player has been told, in order, as lines of JSON: the seat, then events and hands as dealt."""
        lines = [str(player)]
        for event, (_event, state) in zip(self.told(player), self._now.events, strict=True):
            lines.append(json.dumps(to_plain(event)))
            if event == Answered(told=getattr(event, "told", ())):
                lines.append(json.dumps([card.text for card in state.view(Seat(player)).hand]))
        return "\n".join(lines)

    # The state itself

    def action_to_string(self, _player: int, action: int) -> str:
        """Return an action as JSON."""
        return json.dumps(to_plain(self._game.numbering.actions[action]))

    def clone(self) -> Self:
        """Return a copy, whose changes do not change this state; it deals the same cards."""
        return type(self)(self._game, self._now)

    def reseeded(self, seed: str) -> Self:
        """Return a copy that deals other cards from the next deal on."""
        return type(self)(self._game, replace(self._now, seed=seed))


def _above_mean(before: Sequence[int], after: Sequence[int]) -> tuple[float, ...]:
    """Return what each seat has scored in a deal, less the mean of the table."""
    scores = [new - old for old, new in zip(before, after, strict=True)]
    mean = sum(scores) / len(scores)
    return tuple(score - mean for score in scores)
