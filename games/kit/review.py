"""The review of a game: what each choice was worth, and how much of a score was luck.

Every worth is in points of the deal over the mean of the table. What reviews a game is loaded when it is asked for.
"""

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import Final

from msgspec import Struct

from protocol.message import Seat

TURNING_POINTS: Final = 3
"""How many turning points a deal has at most."""

LEAST_SWING: Final = 0.5
"""The points by which a choice must be worse than another to be called a mistake."""

SURE: Final = 2
"""The standard errors by which it must be worse."""


class Pace(Enum):
    """How much time a review takes."""

    QUICK = "quick"
    """A third of the usual time, and greater errors."""

    USUAL = "usual"


class NoReview(ValueError):
    """There can be no review; the text says why."""


class Decision(Struct, frozen=True, omit_defaults=True):
    """One turn of a seat."""

    turn: int
    """The number of the turn in the deal, from 1."""

    trick: int
    """The number of the trick in the deal, from 1."""

    seat: Seat
    action: str
    """What the seat did, as records write it."""

    worth: float
    """What that was worth, as far as the seat could know."""

    other: str | None = None
    """The best of the other actions; None if there was none."""

    other_worth: float = 0.0
    error: float = 0.0
    """The standard error of the difference of the two."""

    @property
    def forced(self) -> bool:
        """True if nothing else could be done."""
        return self.other is None

    @property
    def swing(self) -> float:
        """What was given away, in points: 0 if nothing else was better."""
        return 0.0 if self.forced else max(0.0, round(self.other_worth - self.worth, 2))

    @property
    def mistake(self) -> bool:
        """True if something else was better, beyond what chance in the estimate explains."""
        return self.swing > max(LEAST_SWING, SURE * self.error)


class Share(Struct, frozen=True):
    """The score of a seat in a deal, taken apart: the mean score of the table, luck and skill add up to it."""

    score: int
    lead: float
    """The score over the mean of the table, in tenths."""

    luck: float
    """What bots in all seats make of this hand over the mean of the table, in tenths."""

    error: float
    """The standard error of the luck, and so of the skill."""

    @property
    def skill(self) -> float:
        """What the choices have brought: the rest."""
        return round(self.lead - self.luck, 1)


class DealReview(Struct, frozen=True):
    """One deal."""

    number: int
    """The number of the deal, from 1."""

    shares: tuple[Share, ...]
    """The score of each seat."""

    decisions: tuple[Decision, ...]
    """Every turn, in order."""

    def turning_points(self, seat: int | None = None) -> tuple[Decision, ...]:
        """Return the choices with the greatest swings, the greatest first: those of a seat, or of anybody.

        What is certainly a mistake comes first; a swing that is too small for one counts as none.
        """
        found = [one for one in self.decisions if one.swing > max(LEAST_SWING, one.error) and seat in (None, one.seat)]
        return tuple(sorted(found, key=lambda one: (not one.mistake, -one.swing))[:TURNING_POINTS])


class Review(Struct, frozen=True):
    """A game."""

    names: tuple[str, ...]
    """The players by seat; empty if the record names nobody."""

    players: int
    deals: tuple[DealReview, ...]

    def mistakes(self, seat: int) -> int:
        """Return how many mistakes a seat has made."""
        return sum(one.mistake and one.seat == seat for deal in self.deals for one in deal.decisions)


def sum_shares(shares: Iterable[Share]) -> Share:
    """Return the score of a seat over several deals."""
    given = tuple(shares)
    return Share(
        sum(one.score for one in given),
        round(sum(one.lead for one in given), 1),
        round(sum(one.luck for one in given), 1),
        round(sum(one.error**2 for one in given) ** 0.5, 1),
    )


Reviewer = Callable[[str, Pace, int], Iterator[DealReview]]
"""Reviews a record deal by deal, or the one deal of a number; 0 for all.

Raises:
    RecordFault: the record breaks the rules.
    NoReview: what plays the game well is not there.
"""
