"""Places by score: a tie shares a place, and the next place is left out for each side that shares."""

from collections.abc import Sequence

from msgspec import Struct

from protocol.vocabulary import Seat


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
