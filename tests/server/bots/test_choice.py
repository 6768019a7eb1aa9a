"""A soft choice between actions."""

from collections import Counter
from random import Random

from games.kit.sampler import choose_softly


def test_the_better_the_likelier() -> None:
    """Of two values that lie ``softness`` apart, the better is taken about 2.7 times as often."""
    whims = Random(1)
    taken = Counter(choose_softly((0, 10, 60), float, 10, whims) for _ in range(20_000))
    assert 50 < taken[60] / max(1, taken[10]) < 400
    near = Counter(choose_softly((0, 10), float, 10, whims) for _ in range(20_000))
    assert 2.5 < near[10] / near[0] < 2.95


def test_values_far_apart_are_no_trouble() -> None:
    """What is far worse is never taken, however large the numbers."""
    assert choose_softly((-1e9, 1e9), float, 0.1, Random(1)) == 1e9


def test_one_action_is_taken() -> None:
    """There is nothing to choose."""
    assert choose_softly(("pass",), lambda _: 0.0, 1, Random(1)) == "pass"
