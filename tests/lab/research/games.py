"""Random games for the interfaces of research."""

from collections.abc import Iterator
from random import Random

from lab.research.state import ChwechGame, ChwechState
from protocol.setup import Setup

SETUPS = (
    Setup("chwech", 6, {"deals": 2}),
    Setup("chwech", 4, {"deals": 2}),
    Setup("chwech", 5, {"ruleset": "original", "deals": 2}),
    Setup("chwech", 7, {"deals": 1, "thirteens_as_jokers": True}),
    Setup("chwech", 7, {"deals": 1, "seven_pack": "two_packs", "ruleset": "original"}),
)
"""Tables whose cards or actions differ."""


def played(setup: Setup, seed: int) -> Iterator[ChwechState]:
    """Yield the one state of a random game before each action, and at the end."""
    chance = Random(seed)
    state = ChwechGame(setup).new_initial_state(f"game {seed}")
    while not state.is_terminal():
        yield state
        # Passing rarely makes games longer, and their deals end in more ways.
        legal = state.legal_actions()
        state.apply_action(chance.choice(legal[1:] if len(legal) > 1 and chance.random() < 0.7 else legal))
    yield state
