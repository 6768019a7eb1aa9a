"""How well somebody plays, as a number with its uncertainty; and places by score, which those that tie share."""

from collections.abc import Sequence

from msgspec import Struct

from protocol.message import Seat


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


class Ranked(Struct, frozen=True, gc=False):
    """A seat, or the seats of one side, with its place."""

    place: int
    """The place, from 1."""
    seat: Seat
    """Who; the first seat of the side where people play in sides."""
    total: int

    partners: tuple[Seat, ...] = ()
    """The other seats of the side."""


def ranking(totals: Sequence[int], sides: Sequence[int] = ()) -> tuple[Ranked, ...]:
    """Return the seats, or the sides if people play in sides, by score, the highest first.

    Raises:
        ValueError: there are sides, but not one for each seat.
    """
    members: dict[int, list[Seat]] = {}
    for seat, side in zip(range(len(totals)), sides or range(len(totals)), strict=True):
        members.setdefault(side, []).append(Seat(seat))
    ordered = sorted(members.values(), key=lambda seats: -totals[seats[0]])
    scores = [totals[seats[0]] for seats in ordered]
    return tuple(
        Ranked(1 + sum(other > score for other in scores), first, score, tuple(partners))
        for score, (first, *partners) in zip(scores, ordered, strict=True)
    )
