"""A soft choice: the better an action seems, the likelier it is taken."""

from collections.abc import Callable, Sequence
from math import exp
from random import Random
from typing import TypeVar

A = TypeVar("A")


def choose_softly(actions: Sequence[A], value: Callable[[A], float], softness: float, whims: Random) -> A:
    """Return one of the actions; one that seems worse than another by ``softness`` is taken 2.7 times less often."""
    values = [value(action) for action in actions]
    best = max(values)
    return whims.choices(actions, [exp((value - best) / softness) for value in values])[0]
