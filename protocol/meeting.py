"""Messages and events of people who meet for a game: ready for it, on the quick way to it, and once more after it."""

from protocol.message import ClientMessage, CommandId, TableCode
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
