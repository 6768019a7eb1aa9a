"""What somebody has in a tournament."""

from msgspec import Struct


class Score(Struct, frozen=True, gc=False, order=True):
    """What somebody has, compared in this order."""

    points: float = 0.0
    opponents: float = 0.0
    """The first tie-break: for each round, the mean of the points of the people met, added up."""

    margin: float = 0.0
    """The second tie-break: for each round, one's own total less the mean of the other totals, added up."""
