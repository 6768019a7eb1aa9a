"""Places by score: a tie shares a place, and the next place is left out for each that shares."""

from collections.abc import Sequence

from msgspec import Struct

from protocol.vocabulary import Seat


class Ranked(Struct, frozen=True):
    """A seat with its place."""

    place: int
    """The place, from 1."""

    seat: Seat

    total: int


def ranking(totals: Sequence[int]) -> tuple[Ranked, ...]:
    """Return the seats by score, the highest first."""
    seats = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    return tuple(Ranked(1 + sum(total > totals[seat] for total in totals), Seat(seat), totals[seat]) for seat in seats)
