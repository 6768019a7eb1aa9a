"""Whether functions are compiled: a process asks for it before it loads them, otherwise they run as they are.

They are written for the compiler: numbers, arrays and loops. Uncompiled they take lists and tuples in place of arrays,
because a number of Python's own is several times faster there than one of numpy's.
"""

import os
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from games.chwech.kernel.compiler import compiler

F = TypeVar("F", bound=Callable[..., Any])

Numbers = Any
"""Whole numbers: an array where functions are compiled, otherwise a list or a tuple."""

Floats = Any
"""An array of fractions, of any shape; where nothing is compiled, a list of them is as good."""

Layers = tuple[Any, ...]
"""The layers of a net: rows of the first, its bias, the second, its bias, the third, its bias."""

ASKED: Final = "CHWECH_COMPILE"
"""The variable of the environment by which a process, and those that it starts, ask for compiled functions."""


_COMPILER: Final = compiler() if os.environ.get(ASKED) else None

COMPILED: Final = _COMPILER is not None
"""True if the functions of this process are compiled."""


def compiled(function: F) -> F:
    """Have a function compiled, where that was asked for."""
    return function if _COMPILER is None else _COMPILER(cache=True, nogil=True)(function)


def compiled_loosely(function: F) -> F:
    """Have a function compiled whose sums of fractions may be added up in any order."""
    return function if _COMPILER is None else _COMPILER(cache=True, nogil=True, fastmath=True)(function)


def inlined(function: F) -> F:
    """Have a function compiled into each that calls it: handing over the tables would cost more than its work."""
    return function if _COMPILER is None else _COMPILER(cache=True, inline="always")(function)


def whole_numbers(numbers: Iterable[int]) -> Numbers:
    """Return numbers as the functions want them: an array where they are compiled, otherwise a tuple."""
    if not COMPILED:
        return tuple(numbers)
    import numpy as np

    return np.array(list(numbers), dtype=np.int64)


def cells(size: int) -> Numbers:
    """Return so many zeros that functions may change."""
    if not COMPILED:
        return [0] * size
    import numpy as np

    return np.zeros(size, dtype=np.int64)


def _count(places: int) -> int:
    pairs = places - ((places >> 1) & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333)
    eights = (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F
    eights += eights >> 8
    eights += eights >> 16
    eights += eights >> 32
    return eights & 0x7F


count = compiled(_count) if COMPILED else int.bit_count
"""Return how many places a set has, of 63 at most."""


def generator(seed: int) -> Numbers:
    """Return the state of a generator, given a seed from 1 to 2 ** 32 - 1."""
    state = cells(1)
    state[0] = seed
    return state


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
