"""What can be asked of a table by persons, by chance and by bots, and what becomes of it."""

from typing import Final, Generic, TypeVar

from msgspec import Struct

from protocol.absence import Resign, SetAway, SetPause
from protocol.errors import ErrorCode
from protocol.hosting import FillSeats, GiveHost, RemoveSeat, SetReady
from protocol.messages import Act, Begin, Continue, LeaveTable
from protocol.vocabulary import Action, Event, Seat
from server.tables.change_limit import CHANGES
from server.tables.log import NO_TIME, Cause, LogRecord
from server.tables.table import AnyFact, Progress, Table, advance

HostMessage = FillSeats | RemoveSeat | GiveHost
"""What only the host of a table can ask."""

SeatedMessage = LeaveTable | Begin | Continue | Act[Action] | SetAway | Resign | SetPause | SetReady | HostMessage
"""What somebody asks of the table at which they have a seat."""


class Sit(Struct, frozen=True, gc=False):
    """A person takes a seat, or comes back to it."""

    cause: Cause
    """Whose command."""

    name: str
    """What the person is called."""

    ready: bool = False
    """Whether they are ready for the game at once."""


class Asked(Struct, frozen=True, gc=False):
    """A person with a seat asks for something; for ``Continue`` and ``Act``, ``cause.seq`` says in which state."""

    cause: Cause
    """Whose command."""

    message: SeatedMessage
    """What they ask, as the protocol has it."""


class OfferRematch(Struct, frozen=True, gc=False):
    """A person wants another game of the same people."""

    cause: Cause
    """Whose command."""

    code: str
    """The words that will name the table for it, if nobody has asked before."""


class DealCards(Struct, frozen=True, gc=False):
    """Chance shuffles."""

    entropy: bytes
    """32 random bytes; a table with a seed of its own does not use them."""


class BotMove(Struct, frozen=True, gc=False):
    """A bot acts for a seat."""

    seat: Seat
    """Which."""

    level: str
    """The bot that was asked."""

    seq: int
    """The number of the state that it saw."""

    action: Action
    """What it does."""


class Speak(Struct, frozen=True, gc=False):
    """A person at the table, on a seat or watching, says something."""

    cause: Cause
    """Whose command."""

    name: str
    """What the person is called."""

    text: str
    """What is said, cleaned."""

    phrase: int | None = None
    """The number of the quick phrase, if it is one."""


class Tick(Struct, frozen=True, gc=False):
    """Time has passed: the table's moment says how much."""


class Depart(Struct, frozen=True, gc=False):
    """Somebody's connection has ended: the table's present persons are who is still there."""


SeatedCommand = Asked | OfferRematch
"""What only somebody with a seat can ask."""

Command = Sit | SeatedCommand | DealCards | BotMove | Speak | Tick | Depart


S = TypeVar("S")


class Done(Struct, Generic[S], frozen=True, gc=False):
    """The command is carried out as soon as its record is stored, and not before."""

    record: LogRecord[Event]
    """What is to be stored."""

    progress: Progress[S]
    """The table then, and what everybody is told."""


class Granted(Struct, frozen=True, gc=False):
    """There is nothing to do: things are already as the command wants them."""

    seq: int
    """The number to answer with."""


class Denied(Struct, frozen=True, gc=False):
    """The command is refused; nothing changes."""

    code: ErrorCode
    """Why, for a program."""

    text: str
    """Why, for a person, and what would be right."""


Outcome = Done[S] | Granted | Denied


def carried_out(table: Table[S], facts: tuple[AnyFact, ...], now: float, cause: Cause | None) -> Done[S]:
    """Give the record of these facts and the table after it."""
    record: LogRecord[Event] = LogRecord(facts, now, cause, spent=round(table.moment.lapsed, 3) or NO_TIME)
    return Done(record, advance(table, record))


TOO_MANY_CHANGES: Final = Denied(
    ErrorCode.TOO_MANY, f"you have come and gone, or changed your mind, {CHANGES} times at this table: that is enough"
)
"""What is said to whoever has."""


def is_change(message: SeatedMessage) -> bool:
    """True where the limit on changes can refuse this; coming back and letting the game go on are never refused."""
    match message:
        case SetReady(ready=wanted) | SetAway(away=wanted) | SetPause(paused=wanted):
            return wanted
    return isinstance(message, FillSeats | RemoveSeat | GiveHost)
