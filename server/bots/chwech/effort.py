"""How hard a search works."""

from typing import NamedTuple


class Effort(NamedTuple):
    """How hard is searched."""

    trials: int
    """How many trials the actions share at the beginning of a deal; later, when trials are shorter, they share more."""

    depth: int
    """How many times the seat is to act again before the net's value is taken; many play the deal to its end."""

    prior: float
    """How many trials the net's own value counts for."""

    margin: float
    """Actions that the net finds worse than its best by more than this are not tried, in its units."""
