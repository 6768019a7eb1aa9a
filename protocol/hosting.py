"""Messages and events about who runs a table, and what that person may do with its seats."""

from typing import Annotated

from msgspec import Meta

from protocol.message import ClientMessage, CommandId, Name, TableCode
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat


class SetReady(ClientMessage, frozen=True, tag="set_ready"):
    """Say before the game whether one is ready; it begins by itself once all people who have a seat are."""

    id: CommandId
    """The command id."""

    ready: bool
    """Whether one is."""


class QuickTable(ClientMessage, frozen=True, tag="quick_table"):
    """Sit down at a listed table that gathers people for this game, where most are waiting, or make one."""

    id: CommandId
    """The command id."""

    setup: Setup = Setup()
    """The game and its options; the first dealer in it is not heeded."""


class Rematch(ClientMessage, frozen=True, tag="rematch"):
    """After the game go to a new table of the same people on the same seats, which the first to ask for it makes."""

    id: CommandId
    """The command id."""


class Readied(Event, frozen=True, gc=False, tag="table.ready"):
    """Somebody has said whether they are ready."""

    seat: Seat
    """Whose seat it is."""

    ready: bool
    """Whether they are."""


class RematchOffered(Event, frozen=True, gc=False, tag="table.rematch"):
    """Somebody wants to play once more: the same people have their seats at another table."""

    table: TableCode
    """The code of that table."""

    seat: Seat
    """Who has asked."""


AnySeat = Annotated[Seat, Meta(ge=0, le=31)]
"""A seat of the largest table."""


class FillSeats(ClientMessage, frozen=True, tag="fill_seats"):
    """Let bots take free seats before the game; people can still take those seats over. For the host of the table."""

    id: CommandId
    """The command id."""

    seat: AnySeat | None = None
    """Which seat; nil for every free one."""


class RemoveSeat(ClientMessage, frozen=True, tag="remove_seat"):
    """Free a seat before the game; a person who is removed cannot sit down there again. For the host of the table."""

    id: CommandId
    """The command id."""

    seat: AnySeat
    """Which seat."""

    name: Name = ""
    """Whom the client sees there: where it is somebody else by now, nothing is done."""


class GiveHost(ClientMessage, frozen=True, tag="give_host"):
    """Let another person run the table. For the host of the table."""

    id: CommandId
    """The command id."""

    seat: AnySeat
    """The seat of that person."""

    name: Name = ""
    """Whom the client sees there: where it is somebody else by now, nothing is done."""


class HostMoved(Event, frozen=True, gc=False, tag="table.host_moved"):
    """Another person runs the table."""

    seat: Seat
    """Whose seat it is."""

    name: str
    """Who, cleaned."""


class Removed(Event, frozen=True, gc=False, tag="table.removed"):
    """The host has freed a seat."""

    seat: Seat
    """Which."""

    name: str
    """Who sat there, cleaned."""

    bot: str = ""
    """The level, if it was a bot."""
