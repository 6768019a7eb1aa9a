"""Whether functions are compiled: a process asks for it before it loads them, otherwise they run as they are.

They are written for the compiler: numbers, arrays and loops. Uncompiled they take lists in place of arrays,
because a number of Python's own is several times faster there than one of numpy's.
"""

import os
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, Final, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

Numbers = Any
"""Whole numbers: an array where functions are compiled, otherwise a list."""

Floats = Any
"""An array of fractions, of any shape; where nothing is compiled, a list of them is as good."""

Layers = tuple[Any, ...]
"""The layers of a net: rows of the first, its bias, the second, its bias, the third, its bias."""

ASKED: Final = "CHWECH_COMPILE"
"""The variable of the environment by which a process, and those that it starts, ask for compiled functions."""


def compiler() -> Callable[..., Callable[[F], F]] | None:
    """Return what makes decorators that compile; None without numba."""
    try:
        njit: Callable[..., Callable[[F], F]] = import_module("numba").njit
    except ImportError:
        return None
    return njit


_COMPILER: Final = compiler() if os.environ.get(ASKED) else None

COMPILED: Final = _COMPILER is not None  # True if the functions of this process are compiled.


def _decorator(**options: object) -> Callable[[F], F]:
    return _COMPILER(cache=True, **options) if _COMPILER is not None else lambda function: function


compiled = _decorator(nogil=True)  # Has a function compiled, where that was asked for.

compiled_loosely = _decorator(nogil=True, fastmath=True)
"""The same of a function whose sums of fractions may be added up in any order."""

inlined = _decorator(inline="always")
"""The same into each function that calls it: handing over the tables would cost more than its work."""


def whole_numbers(numbers: Iterable[int]) -> Numbers:
    """Return numbers as the functions want them: an array where they are compiled, otherwise a list."""
    if not COMPILED:
        return [*numbers]
    import numpy as np

    return np.array([*numbers], dtype=np.int64)


def cells(size: int) -> Numbers:
    """Return so many zeros that functions may change."""
    return whole_numbers([0] * size)


def _count(places: int) -> int:
    pairs = places - ((places >> 1) & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333)
    eights = (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F
    eights += eights >> 8
    eights += eights >> 16
    eights += eights >> 32
    return eights & 0x7F


count = compiled(_count) if COMPILED else int.bit_count  # Return how many places a set has, of 63 at most.


def generator(seed: int) -> Numbers:
    """Return the state of a generator, given a seed from 1 to 2 ** 32 - 1."""
    return whole_numbers([seed])


@compiled
def draw(state: Numbers, below: int) -> int:
    """Return a number from 0 to ``below`` - 1, and move the generator on; its state is never 0."""
    word = state[0]
    word ^= (word << 13) & 0xFFFFFFFF
    word ^= word >> 17
    word ^= (word << 5) & 0xFFFFFFFF
    state[0] = word
    return (word * below) >> 32


_WHOLE = 1 << 30


@compiled
def luck(state: Numbers) -> float:
    """Return a fraction from 0 to below 1, and move the generator on."""
    return draw(state, _WHOLE) / _WHOLE
