"""The bots of these tests: two that play, one that fails, one that does what nobody may, and a slow one."""

from random import Random
from typing import Any, Final

from games.kit.asking import Choice
from games.kit.sampler import Bot, Observation, play_at_random
from server.bots import registry
from server.bots.registry import Slow
from tests.server.lots import KNOWLEDGE as NOTHING
from tests.server.lots import SECRET

KNOWLEDGE = {"lots": NOTHING, **registry.KNOWLEDGE}  # What they know of each.


def keen(seen: Observation[Any], _random: Random) -> Choice:
    """Bid high."""
    return seen.choices[-1]


def broken(_seen: Observation[Any], _random: Random) -> Choice:
    """Fail."""
    raise RuntimeError("a bot with a fault")


def cheat(_seen: Observation[Any], _random: Random) -> Choice:
    """Bid what nobody may."""
    return (SECRET, 99)


LEVELS: Final[dict[str, Bot]] = {
    "plain": play_at_random,
    "keen": keen,
    "broken": broken,
    "cheat": cheat,
    "slow": play_at_random,
}
"""Those of lots, by level."""

SLOW = {("lots", "slow"): Slow(2.0, "keen")}  # The level of these tests that thinks in a worker process.
BOTS: Final = {"lots": LEVELS, **registry.BOTS}  # The bots of these tests.
