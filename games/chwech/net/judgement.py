"""What a choice was worth to a seat that knew only what it had been shown, and what else it could have done."""

from statistics import fmean
from typing import Final, NamedTuple

from msgspec import Struct

from games.chwech.kernel.compiling import COMPILED, Numbers
from games.chwech.net.rollouts import Rollouts
from games.kit.review import Pace


class Known(NamedTuple):
    """A deal as the seat to act knows it; the hands of the others are not read."""

    table: Numbers
    """The rules."""

    row: Numbers


class Budget(Struct, frozen=True):
    """How often things are tried."""

    screening: int
    """In how many deals the other actions are tried, to find the best of them."""

    tries: int
    """In how many other deals it is then held against what was done."""

    deepening: int
    """In how many more if the choice may be a turning point."""

    replays: int
    """How often a deal is replayed to know what the hands were worth."""

    depth: int
    """How often the seat acts again before the net's value of its choice counts."""


def budget(pace: Pace) -> Budget:
    """Return how often things are tried in a process with or without compiled functions."""
    if COMPILED:
        return Budget(40, 100, 400, 400, 2) if pace is Pace.USUAL else Budget(12, 32, 128, 128, 2)
    return Budget(3, 6, 32, 24, 1) if pace is Pace.USUAL else Budget(2, 3, 12, 8, 1)


_MARGIN: Final = 4.0
"""Actions so many points behind the net's best are not tried, the best of them excepted."""

_MOST_TRIED: Final = 4
_TRUST: Final = 24
"""The number of tries for which the net's value of its own choice counts: what it says of that is sound."""

_USUAL_SPREAD: Final = 4.0
"""The spread of the difference of two actions from deal to deal, in points, as it mostly is."""

_SPREAD_TRUST: Final = 4
"""The number of tries for which that counts: the spread of a few says little."""


class Judgement(Struct, frozen=True):
    """What an action was worth, and the best of the others as a number; None if there was none."""

    worth: float
    other: int | None = None
    other_worth: float = 0.0
    error: float = 0.0


class Judge:
    """Judges the choices of a position."""

    def __init__(self, rollouts: Rollouts, given: Budget) -> None:
        self._rollouts = rollouts
        self._given = given

    def judge(self, known: Known, taken: int, seed: int) -> Judgement:
        """Judge what a seat did, given a seed from 1 to 2 ** 32 - 3."""
        values = self._rollouts.values(known.table, known.row)
        if len(values) == 1:
            return Judgement(round(values[taken], 2))
        others = _candidates(values, taken)
        if len(others) > 1:
            samples = self._tried(known, others, self._given.screening, seed)
            others.sort(key=lambda action: -fmean(samples[action]))
        return self._compare(known, (taken, others[0]), self._given.tries, seed + 1)

    def worth_of_best(self, known: Known, seed: int) -> float:
        """Return what ``judge`` finds the net's own choice worth, without a look at the others."""
        values = self._rollouts.values(known.table, known.row)
        best = max(values, key=values.__getitem__)
        return round(_sound(values[best], self._tried(known, [best], self._given.tries, seed + 1)[best]), 2)

    def deepen(self, known: Known, taken: int, judged: Judgement, seed: int) -> Judgement:
        """Judge anew, in more deals, what was done and the best of the rest."""
        assert judged.other is not None
        return self._compare(known, (taken, judged.other), self._given.deepening, seed + 2)

    def _compare(self, known: Known, pair: tuple[int, int], tries: int, seed: int) -> Judgement:
        """Hold two actions against each other in the same deals.

        What the net says of an action that it would not choose misleads: its value counts for its own choice alone, and
        the others are worth so much more or less as the deals show.
        """
        values = self._rollouts.values(known.table, known.row)
        best = max(values, key=values.__getitem__)
        samples = self._tried(known, [*dict.fromkeys((*pair, best))], tries, seed)
        anchor = _sound(values[best], samples[best]) - fmean(samples[best])
        worths = [round(anchor + fmean(samples[action]), 2) for action in pair]
        return Judgement(worths[0], pair[1], worths[1], round(_error(*(samples[action] for action in pair)), 2))

    def _tried(self, known: Known, actions: list[int], tries: int, seed: int) -> dict[int, list[float]]:
        depth = self._given.depth
        samples = self._rollouts.tried(known.table, known.row, actions, tries=tries, depth=depth, seed=seed)
        return dict(zip(actions, samples, strict=True))


def _sound(value: float, samples: list[float]) -> float:
    """Return what the net's own choice is worth, by its value and by what it came to."""
    return (_TRUST * value + sum(samples)) / (_TRUST + len(samples))


def _candidates(values: dict[int, float], taken: int) -> list[int]:
    """Return the actions that may be the best but for what was done, the net's best first; at least one."""
    others = sorted((action for action in values if action != taken), key=lambda action: -values[action])
    front = max(values.values())
    return [others[0], *(action for action in others[1:_MOST_TRIED] if values[action] > front - _MARGIN)]


def _error(one: list[float], other: list[float]) -> float:
    """Return the standard error of the mean difference of two actions in the same deals."""
    differences = [second - first for first, second in zip(one, other, strict=True)]
    mean, tries = fmean(differences), len(differences)
    squares = sum((value - mean) ** 2 for value in differences) + _SPREAD_TRUST * _USUAL_SPREAD**2
    return float((squares / (tries - 1 + _SPREAD_TRUST) / tries) ** 0.5)
