"""What happens at any table, whatever it plays: people sit down and get up, the game begins."""

from protocol.absence import CameBack, Paused, Resigned, Resumed, StoodIn
from protocol.hosting import HostMoved, Readied, RematchOffered, Removed
from protocol.setup import TimedOut
from protocol.talk import Said
from protocol.vocabulary import Event, Seat


class SeatTaken(Event, frozen=True, gc=False, tag="table.seat_taken"):
    """A person or a bot has taken a seat."""

    seat: Seat
    """Which."""

    name: str
    """Who, cleaned."""

    bot: str = ""
    """The level, if it is a bot."""

    was: str = ""
    """What the bot was called that had the seat: it has another name from now on, or a person has taken its place."""


class SeatLeft(Event, frozen=True, gc=False, tag="table.seat_left"):
    """A person has got up."""

    seat: Seat
    """Which."""

    name: str
    """Who, cleaned."""


class Began(Event, frozen=True, gc=False, tag="table.began"):
    """The game has begun."""


SEATING = (
    Said,
    SeatTaken,
    SeatLeft,
    Removed,
    HostMoved,
    Readied,
    Began,
    StoodIn,
    CameBack,
    Resigned,
    TimedOut,
    Paused,
    Resumed,
    RematchOffered,
)
"""Every event of the table itself."""
