"""Messages and events about the seats of a table: who takes them, who is ready, and what the host may do with them."""

from typing import Annotated

from msgspec import Meta

from protocol.absence import CameBack, Paused, Resigned, Resumed, StoodIn, TimedOut
from protocol.game import Answered
from protocol.message import Name, Seat, SeatEvent, TableCode, TableCommand, TableEvent, VisitCommand
from protocol.setup import Setup
from protocol.talk import Said


class SetReady(TableCommand, frozen=True, tag="set_ready"):
    """Declare whether one is ready; the game begins by itself once everybody with a seat is."""

    ready: bool


class QuickTable(VisitCommand, frozen=True, tag="quick_table"):
    """Take a seat at the listed table for this game where most people wait, or open one."""

    setup: Setup = Setup()
    """The game and its options; its first dealer is ignored."""


class Rematch(VisitCommand, frozen=True, tag="rematch"):
    """Go on to a new table with the same people in the same seats; the first to ask opens it."""


class Readied(TableEvent, frozen=True, gc=False, tag="table.ready"):
    """Somebody became ready, or took that back."""

    seat: Seat
    ready: bool


class RematchOffered(TableEvent, frozen=True, gc=False, tag="table.rematch"):
    """Somebody wants a rematch: the same people have their seats at another table."""

    table: TableCode
    """The code of the rematch table."""
    seat: Seat
    """The seat of the person who asked."""


AnySeat = Annotated[Seat, Meta(ge=0, le=31)]
"""The seat; the largest table has 32."""


class FillSeats(TableCommand, frozen=True, tag="fill_seats"):
    """Fill free seats with bots before the game; people can still take them over. Only for the host of the table."""

    seat: AnySeat | None = None
    """The seat; nil for every free one."""


class RemoveSeat(TableCommand, frozen=True, tag="remove_seat"):
    """Free a seat before the game; a removed person cannot sit down again. Only for the host of the table."""

    seat: AnySeat
    name: Name = ""
    """The name that the client sees there; refused if it is somebody else by now."""


class GiveHost(TableCommand, frozen=True, tag="give_host"):
    """Make another person the host of the table. Only for the present host."""

    seat: AnySeat
    """The seat of that person."""
    name: Name = ""
    """The name that the client sees there; refused if it is somebody else by now."""


class HostGiven(SeatEvent, frozen=True, gc=False, tag="table.host_moved"):
    """Another person became the host of the table."""


class Removed(SeatEvent, frozen=True, gc=False, tag="table.removed"):
    """The host of the table freed a seat."""

    bot: str = ""
    """The level of the bot, if it was one."""


class SeatTaken(SeatEvent, frozen=True, gc=False, tag="table.seat_taken"):
    """A person or a bot took a seat."""

    bot: str = ""
    """The level of the bot, if it is one."""
    was: str = ""
    """The former name of the bot in that seat, if it was renamed or replaced."""


class SeatLeft(SeatEvent, frozen=True, gc=False, tag="table.seat_left"):
    """A person left their seat."""


class Began(TableEvent, frozen=True, gc=False, tag="table.began"):
    """The game began."""


Event = (
    Answered
    | Said
    | SeatTaken
    | SeatLeft
    | Removed
    | HostGiven
    | Readied
    | Began
    | StoodIn
    | CameBack
    | Resigned
    | TimedOut
    | Paused
    | Resumed
    | RematchOffered
)
"""Everything that can happen at a table: in its game, or to the table itself."""
