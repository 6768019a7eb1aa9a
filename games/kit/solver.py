"""The end of a deal, solved: what it brings if all cards are seen, and everyone plays as well as they can.

The seats of a side play together, and all others against them. It tries everything, so it is for a few cards alone.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from math import inf
from typing import Any

from games.kit.asking import Question, Shuffle
from games.kit.run import Run, fork


class TooLarge(Exception):
    """There is too much to try."""


def asked(asks: Question | None) -> int | None:
    """Return the seat that is asked, the first of several; None between deals."""
    return None if asks is None or isinstance(asks, Shuffle) else next(iter(asks.asked))


@dataclass
class Ending:
    """The end of a deal, as one side looks at it."""

    deal: int
    """The number of the deal."""
    friends: Collection[int]
    """The seats of the side."""
    value: Callable[[Any], float]
    """Returns what the sheet of a deal is worth to the side."""
    lines: int
    """How many lines of play may still be tried."""

    def outcome(self, run: Run, least: float = -inf, most: float = inf) -> float:
        """Return what the deal brings, exactly if it is between two bounds; the run is played on.

        Raises:
            TooLarge: there are more lines to try than there may be.
        """
        while len(run.match.sheets) < self.deal:
            seat = asked(run.asks)
            assert seat is not None
            choices = run.legal(seat)
            if len(choices) > 1:
                return self._best(run, seat, least, most)
            run.act(seat, choices[0])
        self.lines -= 1
        if self.lines < 0:
            raise TooLarge
        return self.value(run.match.sheets[-1])

    def _best(self, run: Run, seat: int, least: float, most: float) -> float:
        own, values = seat in self.friends, list[float]()
        *others, last = run.legal(seat)
        for choice in [*others, last]:
            then = run if choice is last else fork(run)
            then.act(seat, choice)
            values.append(self.outcome(then, least, most))
            least, most = (max(least, values[-1]), most) if own else (least, min(most, values[-1]))
            if least >= most:
                break
        return max(values) if own else min(values)
