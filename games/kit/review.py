"""The review of a game: what each choice was worth, and how much of a score was luck.

Every worth is in points of the deal over the mean of the table. What reviews a game is loaded when it is asked for.
"""

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import Final

from protocol.archive import ReviewPart, SeatReview, TurnReview

TURNING_POINTS: Final = 3  # How many turning points a deal has at most.
LEAST_SWING: Final = 0.5  # The points by which a choice must be worse than another to be called a mistake.
SURE: Final = 2  # The standard errors by which it must be worse.


class Pace(Enum):
    """How much time a review takes."""

    QUICK = "quick"
    """A third of the usual time, and greater errors."""
    USUAL = "usual"


class NoReview(ValueError):
    """There can be no review; the text says why."""


def is_mistake(swing: float, error: float) -> bool:
    """Return True if something else was better by so much, beyond what chance in the estimate explains."""
    return swing > max(LEAST_SWING, SURE * error)


def turning_points(turns: Iterable[TurnReview], seat: int | None = None) -> tuple[int, ...]:
    """Return the numbers of the turns with the greatest swings, the greatest first: those of a seat, or of anybody.

    What is certainly a mistake comes first; a swing that is too small for one counts as none.
    """
    found = [one for one in turns if one.swing > max(LEAST_SWING, one.error) and seat in (None, one.seat)]
    found.sort(key=lambda one: (not one.mistake, -one.swing))
    return tuple([one.turn for one in found[:TURNING_POINTS]])


def added(seats: Iterable[SeatReview]) -> SeatReview:
    """Return the score of a seat over several deals."""
    given = tuple(seats)
    return SeatReview(
        sum(one.score for one in given),
        round(sum(one.luck for one in given), 1),
        round(sum(one.skill for one in given), 1),
        round(sum(one.error**2 for one in given) ** 0.5, 1),
    )


Reviewer = Callable[[str, Pace, int], Iterator[ReviewPart]]
"""Reviews a record deal by deal, or the one deal of a number; 0 for all.

Raises:
    RecordFault: the record breaks the rules.
    NoReview: what plays the game well is not there.
"""
