"""Bots for tests of worker processes: one that answers, and some that must not stop a table."""

import os
import sys
from random import Random
from typing import Any

from games.kit.asking import Choice
from games.kit.sampler import Observation, play_at_random
from games.registry import GAMES

__all__ = ["BOTS", "GAMES"]


def first(seen: Observation[Any], _whims: Random) -> Choice:
    """Take the first choice."""
    return seen.choices[0]


def chatty(seen: Observation[Any], whims: Random) -> Choice:
    """Print something, and play."""
    print("a thought")
    sys.stdout.flush()
    return play_at_random(seen, whims)


def broken(_seen: Observation[Any], _whims: Random) -> Choice:
    """Fail."""
    raise RuntimeError("a bot with a fault")


def dying(_seen: Observation[Any], _whims: Random) -> Choice:
    """End the process."""
    os._exit(7)


def stuck(_seen: Observation[Any], _whims: Random) -> Choice:
    """Think for ever."""
    while True:
        pass


BOTS = {
    "chwech": {
        "first": first,
        "random": play_at_random,
        "chatty": chatty,
        "broken": broken,
        "dying": dying,
        "stuck": stuck,
    }
}
"""The bots of these tests."""
