"""The commands that a table accepts from persons, bots and the host process, and their outcomes."""

from hashlib import blake2b
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.game import Answer
from protocol.language import sentence
from protocol.message import Seat
from protocol.messages import Act, Begin, Continue, JoinTable, LeaveTable, ReadTable, WatchTable
from protocol.table import (
    FillSeats,
    GiveHost,
    Hint,
    QuickTable,
    RemoveSeat,
    Resign,
    SayAtTable,
    SetAway,
    SetPace,
    SetPause,
    SetReady,
)
from server.tables.log import CHANGES, NO_TIME, Cause, KnownFact, LogRecord
from server.tables.table import Progress, Table, advance

HostMessage = FillSeats | RemoveSeat | GiveHost | SetPace
"""The messages that only the host of a table may send."""

SeatedMessage = LeaveTable | Begin | Continue | Act | SetAway | Resign | SetPause | SetReady | Hint | HostMessage
"""The messages that need a seat at the table."""


ARRIVALS: Final = frozenset({JoinTable, QuickTable, WatchTable, ReadTable})
"""The messages to a table from people who are not at it yet."""

AtTable = JoinTable | QuickTable | WatchTable | ReadTable | SeatedMessage | SayAtTable
"""Every message to an existing table."""


class Sit(Struct, frozen=True, gc=False):
    """A person takes a seat, or comes back to it."""

    cause: Cause
    name: str
    ready: bool = False
    """True if they are ready for the game at once."""
    guest: bool = False
    """True if it is a guest's account."""


class Asked(Struct, frozen=True, gc=False):
    """A person with a seat sends a message; ``cause.seq`` is the state that a ``Continue`` or an ``Act`` answers."""

    cause: Cause
    message: SeatedMessage


class OfferRematch(Struct, frozen=True, gc=False):
    """A person wants a rematch."""

    cause: Cause
    code: str
    """The code for the rematch table, unless one has been offered before."""


class DealCards(Struct, frozen=True, gc=False):
    """The host process asks for a shuffle."""

    entropy: bytes
    """32 random bytes; unused if the table has its own seed."""


class BotMove(Struct, frozen=True, gc=False):
    """A bot acts for a seat."""

    seat: Seat
    level: str
    seq: int
    """The event number of the state that it saw."""
    action: Answer


class Speak(Struct, frozen=True, gc=False):
    """A person at the table, seated or watching, says something."""

    cause: Cause
    name: str
    text: str


class Tick(Struct, frozen=True, gc=False):
    """Time has passed: ``Table.moment`` says how much."""


class CallTime(Struct, frozen=True, gc=False):
    """The tournament that opened the table wants its result: bots play on for everyone."""


class Depart(Struct, frozen=True, gc=False):
    """A connection has ended: ``Table.present`` holds the persons who are left."""


class CloseTable(Struct, frozen=True, gc=False, tag=True):
    """A moderator or admin closes the table permanently."""


class ResetSeat(Struct, frozen=True, gc=False, tag=True):
    """Someone who runs the server takes a player's seat away."""

    seat: Seat


SeatedCommand = Asked | OfferRematch
Command = Sit | SeatedCommand | DealCards | BotMove | Speak | Tick | Depart | CallTime | CloseTable | ResetSeat


class Done(Struct, frozen=True, gc=False):
    """The command is carried out once its record is stored, and not before."""

    record: LogRecord
    progress: Progress


class Granted(Struct, frozen=True, gc=False):
    """Nothing to do: the state already is what the command asks for."""

    seq: int
    """The event number to answer with."""


class Denied(Struct, frozen=True, gc=False):
    """The command is refused; nothing changes."""

    code: ErrorCode
    text: str


def denied(code: ErrorCode, template: str, **values: object) -> Denied:
    """Return the refusal of a command, in a sentence with these values that every language has."""
    return Denied(code, sentence(template, **values))


def not_now(template: str, **values: object) -> Denied:
    """Return the refusal of a command that may be allowed at another moment."""
    return denied(ErrorCode.NOT_NOW, template, **values)


Outcome = Done | Granted | Denied

Decision = tuple[KnownFact, ...] | Granted | Denied
"""What a command leads to: facts, perhaps none but the time that has run, or why nothing happens."""


def carried_out(table: Table, facts: tuple[KnownFact, ...], now: float, cause: Cause | None) -> Done:
    """Return the record of these facts with the table after it."""
    record: LogRecord = LogRecord(facts, now, cause, round(table.moment.lapsed, 3) or NO_TIME)
    return Done(record, advance(table, record))


def from_network(done: Done, address: str) -> Done:
    """Return what is carried out for someone who sits down, with a digest of the address that they come from.

    It tells the addresses at one table apart, and is far too short to find one by.
    """
    table, cause = done.progress.table, done.record.cause
    if not address or cause is None:
        return done
    origin = int.from_bytes(blake2b(f"{table.opened.code} {address}".encode(), digest_size=2).digest()) or 1
    table = replace(table, origins={**table.origins, cause.account: origin})
    return Done(replace(done.record, origin=origin), Progress(table, done.progress.steps))


def spent(id: int) -> RemoteProtocolError:
    """Return the refusal of a command whose id was used for another one."""
    text = sentence("the command id {id} was used before: use a higher one", id=id)
    return RemoteProtocolError(ErrorCode.STALE, text, id)


TOO_MANY_CHANGES: Final = denied(
    ErrorCode.TOO_MANY,
    "you have come, gone or changed your mind {n} times at this table, which is the limit: play on as you are",
    n=CHANGES,
)


def is_change(message: SeatedMessage) -> bool:
    """True if the change limit can refuse this message; coming back and letting the game go on are never refused."""
    kind = type(message)
    return kind in _EDITS or (kind in _WISHES and bool(getattr(message, _WISHES[kind])))


_EDITS: Final = frozenset({FillSeats, RemoveSeat, GiveHost, SetPace})
_WISHES: Final = {SetReady: "ready", SetAway: "away", SetPause: "paused"}
"""What one may ask for and take back, with the field that says which."""
