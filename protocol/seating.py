"""Messages and events about the seats of a table: who takes them, who is ready, and what the host may do with them."""

from typing import Annotated

from msgspec import Meta

from protocol.absence import CameBack, Paused, Resigned, Resumed, StoodIn, TimedOut
from protocol.message import ClientCommand, Name, SeatEvent, TableCode, TableEvent
from protocol.setup import Setup
from protocol.talk import Said
from protocol.vocabulary import Seat


class SetReady(ClientCommand, frozen=True, tag="set_ready"):
    """Say before the game whether one is ready; it begins by itself once all people who have a seat are."""

    ready: bool
    """Whether one is."""


class QuickTable(ClientCommand, frozen=True, tag="quick_table"):
    """Sit down at a listed table that gathers people for this game, where most are waiting, or make one."""

    setup: Setup = Setup()
    """The game and its options; the first dealer in it is not heeded."""


class Rematch(ClientCommand, frozen=True, tag="rematch"):
    """After the game go to a new table of the same people on the same seats, which the first to ask for it makes."""


class Readied(TableEvent, frozen=True, gc=False, tag="table.ready"):
    """Somebody has said whether they are ready."""

    seat: Seat
    """Whose seat it is."""

    ready: bool
    """Whether they are."""


class RematchOffered(TableEvent, frozen=True, gc=False, tag="table.rematch"):
    """Somebody wants to play once more: the same people have their seats at another table."""

    table: TableCode
    """The code of that table."""

    seat: Seat
    """Who has asked."""


AnySeat = Annotated[Seat, Meta(ge=0, le=31)]
"""A seat of the largest table."""


class FillSeats(ClientCommand, frozen=True, tag="fill_seats"):
    """Let bots take free seats before the game; people can still take those seats over. For the host of the table."""

    seat: AnySeat | None = None
    """Which seat; nil for every free one."""


class RemoveSeat(ClientCommand, frozen=True, tag="remove_seat"):
    """Free a seat before the game; a person who is removed cannot sit down there again. For the host of the table."""

    seat: AnySeat
    """Which seat."""

    name: Name = ""
    """Whom the client sees there: where it is somebody else by now, nothing is done."""


class GiveHost(ClientCommand, frozen=True, tag="give_host"):
    """Let another person run the table. For the host of the table."""

    seat: AnySeat
    """The seat of that person."""

    name: Name = ""
    """Whom the client sees there: where it is somebody else by now, nothing is done."""


class HostGiven(SeatEvent, frozen=True, gc=False, tag="table.host_moved"):
    """Another person runs the table."""


class Removed(SeatEvent, frozen=True, gc=False, tag="table.removed"):
    """The host has freed a seat."""

    bot: str = ""
    """The level, if it was a bot."""


class SeatTaken(SeatEvent, frozen=True, gc=False, tag="table.seat_taken"):
    """A person or a bot has taken a seat."""

    bot: str = ""
    """The level, if it is a bot."""

    was: str = ""
    """What the bot was called that had the seat: it has another name from now on, or a person has taken its place."""


class SeatLeft(SeatEvent, frozen=True, gc=False, tag="table.seat_left"):
    """A person has got up."""


class Began(TableEvent, frozen=True, gc=False, tag="table.began"):
    """The game has begun."""


SEATING = (
    Said,
    SeatTaken,
    SeatLeft,
    Removed,
    HostGiven,
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
