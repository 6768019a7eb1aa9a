"""Facts of the log about people who meet: who runs the table, who is ready, whose a seat is to be, and once more."""

from protocol.vocabulary import Seat
from server.tables.fact import Fact


class HostGiven(Fact, frozen=True, gc=False, tag="host_given"):
    """Another person runs the table."""

    seat: Seat
    """Whose seat it is."""


class SeatFreed(Fact, frozen=True, gc=False, tag="seat_freed"):
    """The host freed a seat; a person who had it cannot sit down here again."""

    seat: Seat
    """Which."""


class ReadySet(Fact, frozen=True, gc=False, tag="ready_set"):
    """A person said whether they are ready."""

    seat: Seat
    """Whose seat it is."""

    ready: bool
    """Whether they are."""


class SeatKept(Fact, frozen=True, gc=False, tag="seat_kept"):
    """A seat is kept for somebody until the game begins, because they had it in the game before."""

    seat: Seat
    """Which."""

    account: str
    """For whom."""

    name: str
    """What they are called."""


class RematchMade(Fact, frozen=True, gc=False, tag="rematch_made"):
    """A person asked for another game of the same people."""

    code: str
    """The words that name the table for it."""

    seat: Seat
    """Who asked."""


Meeting = HostGiven | SeatFreed | ReadySet | SeatKept | RematchMade
"""Any of these facts."""
