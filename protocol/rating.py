"""How well somebody plays, as a number with its uncertainty; what it is estimated from is the server's matter."""

from msgspec import Struct


class Rating(Struct, frozen=True, gc=False, omit_defaults=True):
    """How well somebody plays one game by one ruleset; a newcomer has 1500 points."""

    points: int
    """The estimate."""

    deviation: int
    """One standard deviation of the estimate, in points."""

    games: int
    """The number of rated games behind it."""

    provisional: bool = False
    """True while there are too few games to take the estimate seriously."""


class RulesetRating(Struct, frozen=True, gc=False):
    """A rating with the ruleset that it is for."""

    ruleset: str
    """The value of the option ``ruleset``; empty for a game without it."""

    rating: Rating


class SeatRating(Struct, frozen=True, gc=False, omit_defaults=True):
    """The rating of whoever has a seat."""

    rating: Rating
    """The rating; after a rated game the one that the game has led to."""

    change: int | None = None
    """The points won or lost by this game; nil until it is over and rated."""
