"""A measure: what was taken several times in one run, beside floors and peers that did the same in that run."""

import statistics
from collections.abc import Sequence
from enum import Enum
from typing import Final

from msgspec import Struct

FLOOR: Final = "floor"  # What the name of a floor begins with; every other name is that of a peer.


class Better(Enum):
    """Which way is the better one."""

    LESS = "less"
    MORE = "more"


class Other(Struct, frozen=True):
    """A floor or a peer of the same run."""

    who: str
    rounds: tuple[float, ...]

    @property
    def middle(self) -> float:
        return statistics.median(self.rounds)

    @property
    def floor(self) -> bool:
        """True if this is the least that the machine takes for it, and no other program."""
        return self.who.startswith(FLOOR)


class Bar(Struct, frozen=True):
    """How much it may be at most, or has to be at least."""

    limit: float
    of: str = ""
    """The other whose figure the limit multiplies; empty if it is in the unit of the measure."""


class Measure(Struct, frozen=True):
    """One figure of one run."""

    name: str
    unit: str
    better: Better
    rounds: tuple[float, ...]
    """What each round gave, in the unit."""
    others: tuple[Other, ...] = ()
    bars: tuple[Bar, ...] = ()
    change: str = ""
    """How it moved against the committed run; empty if it stayed within the spread."""

    @property
    def middle(self) -> float:
        return statistics.median(self.rounds)

    def ratio(self, other: Other) -> float | None:
        """Return how many times the figure of another it is, both at their median; None if the other has nothing."""
        return self.middle / other.middle if other.middle else None

    def limit(self, bar: Bar) -> float | None:
        """Return the limit of a bar in the unit of the measure; None if whom it names was left out of this run."""
        if not bar.of:
            return bar.limit
        return next((bar.limit * one.middle for one in self.others if one.who == bar.of), None)

    def met(self, bar: Bar) -> bool | None:
        """Return whether the median keeps within a bar; None if that cannot be said in this run."""
        limit = self.limit(bar)
        if limit is None:
            return None
        return self.middle <= limit if self.better is Better.LESS else self.middle >= limit


class Findings(Struct, frozen=True):
    """What one part of the benchmark has found."""

    measures: tuple[Measure, ...]
    notes: tuple[str, ...] = ()
    """What a reader has to know to compare, in whole sentences: what each peer does and does not do."""
    left_out: tuple[str, ...] = ()
    """Why a peer is missing, a sentence each."""
    versions: dict[str, str] = {}
    """The peers, and what they run on, with their versions."""


class Scale(Struct, frozen=True):
    """How much is measured."""

    rounds: int
    """How often each figure is taken at the most."""
    share: float
    """The share of the usual number of things, between 0 and 1."""

    def of(self, usual: int, least: int = 1) -> int:
        """Return how many of so many things are measured."""
        return max(least, round(usual * self.share))

    def seconds(self, usual: float, least: float = 0.5) -> float:
        return max(least, usual * self.share)


FULL: Final = Scale(3, 1.0)

SMALLEST: Final = Scale(1, 0.0)
"""Each figure once, of as little as there can be: it shows that the benchmark works, and nothing else."""


def change(now: Measure, before: Measure | None) -> str:
    """Return how a measure moved since another run, in words; empty if the spreads of the two overlap.

    Where both have the same floor, they are compared in times of it: another machine, or a busier one, has another.
    """
    if before is None or before.unit != now.unit or before.better is not now.better:
        return ""
    here, there = _in_floors(now), _in_floors(before)
    what = "times the floor"
    if here is None or there is None:
        here, there, what = now.rounds, before.rounds, now.unit
    if min(here) <= max(there) and min(there) <= max(here):
        return ""
    better = (statistics.median(here) < statistics.median(there)) is (now.better is Better.LESS)
    return f"{'better' if better else 'worse'}, from {span(there)} to {span(here)} {what}"


def _in_floors(measure: Measure) -> Sequence[float] | None:
    """Return each round in times of the floor of that round; None if there is no such floor."""
    for other in measure.others:
        if other.floor and len(other.rounds) == len(measure.rounds) and all(other.rounds):
            return [one / floor for one, floor in zip(measure.rounds, other.rounds, strict=True)]
    return None


def figure(number: float) -> str:
    """Return a number with about three digits that say something."""
    if abs(number) >= 100:
        return f"{number:,.0f}"
    return f"{number:.3g}"


def span(rounds: Sequence[float]) -> str:
    """Return the spread of some rounds."""
    low, high = figure(min(rounds)), figure(max(rounds))
    return low if low == high else f"{low}–{high}"
