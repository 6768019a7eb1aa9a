"""The log of a table: one record for each accepted command, with its facts; and what is remembered of each account.

The log is the source of truth: the table is a fold of it. Facts are complete events with hidden information, or are
never sent as they are, so a record never leaves the host process. For each account the answers to its commands are
kept, so that a repeated command acts once, and the number of its changes.
"""

from functools import cache
from operator import attrgetter
from typing import Final
from zlib import crc32

from msgspec import Struct
from msgspec.msgpack import Encoder

from protocol.daily import DailyMark
from protocol.message import AnyEvent, ClientCommand, ClientMessage, Seat
from protocol.messages import Act, Continue, JoinTable
from protocol.setup import USUAL, Arrangement, Setup
from protocol.table import Event, HostGiven, PaceSet, Paused, Readied, Removed, Resumed, StoodIn, TimedOut


class Fact(Struct, frozen=True, gc=False, tag_field="type", omit_defaults=True):
    """A fact about a table that is never sent as it is in the log."""


class Opened(Fact, frozen=True, gc=False, tag="opened"):
    """The table was opened; always the first fact of a log."""

    code: str
    setup: Setup
    """The game and its options, with the first dealer."""
    bots: tuple[str, ...]
    """For each seat, the level of the bot that plays it when no person does."""
    account: str
    """The account that opened the table."""
    pace: float = 0.6
    """Seconds that a bot takes for an action in the mean."""
    seed: str = ""
    """The text from which the deals are derived; empty for random deals."""
    arrangement: Arrangement = USUAL
    tournament: int = 0
    """The number of the tournament that opened the table; 0 for none."""
    daily: DailyMark | None = None
    """What marks a table of the deal of the day; everything at it follows from ``seed`` and from what the person does.
    """
    rules: int = 1
    """The version of the rules of the game."""

    @property
    def duplicate(self) -> int:
        """The number of the duplicate tournament that opened the table; 0 for none: others play the same deals."""
        return self.tournament if self.seed else 0


class PersonSat(Fact, frozen=True, gc=False, tag="person_sat"):
    """A person took a seat, or came back to it."""

    seat: Seat
    account: str
    name: str
    guest: bool = False
    """True if it was a guest's account then."""


class BotSat(Fact, frozen=True, gc=False, tag="bot_sat"):
    """A bot took a free seat."""

    seat: Seat
    name: str
    level: str


class PersonLeft(Fact, frozen=True, gc=False, tag="person_left"):
    """A person left their seat."""

    seat: Seat
    bot: str = ""
    """The level of the bot that plays for them; empty if the seat is free again."""


class SeatKept(Fact, frozen=True, gc=False, tag="seat_kept"):
    """A seat is reserved until the game begins for the person who had it in the previous game."""

    seat: Seat
    account: str
    name: str


class Agreed(Fact, frozen=True, gc=False, tag="agreed"):
    """A person agreed to the next deal."""

    seat: Seat


class PauseAsked(Fact, frozen=True, gc=False, tag="pause_asked"):
    """A person asked for a pause, or withdrew that request."""

    seat: Seat
    wanted: bool = True


class Hinted(Fact, frozen=True, gc=False, tag="hinted"):
    """A person took the first hint on their seat in this game."""

    seat: Seat


class Whispered(Fact, frozen=True, gc=False, tag="whispered"):
    """A chat message between spectators; it is not an event, and the players do not receive it."""

    name: str
    text: str


class TableClosed(Fact, frozen=True, gc=False, tag="table_closed"):
    """The table no longer exists: its last person has left, or those who run the server have closed it."""


class Cause(Struct, frozen=True, gc=False, omit_defaults=True):
    """The part of a person's command by which a repetition of it is recognised."""

    account: str
    id: int
    verb: str
    seq: int | None = None
    """The event number that the command answers, if it answers one."""
    asked: int = 0
    """The checksum of all that the command asks for; 0 for one that asks for no more than its verb says."""


KnownFact = (
    Opened | PersonSat | BotSat | PersonLeft | SeatKept | Agreed | PauseAsked | Hinted | Whispered | TableClosed | Event
)


LOG_VERSION: Final = 1  # The version of the records that are written and read.
NO_TIME: Final = 0.0  # The value of ``spent`` while the clock stood still; it is omitted from the stored record.


def cause_of(account: str, message: ClientCommand) -> Cause:
    """Return the cause that the log keeps of a message, to recognise a repeat."""
    seq = message.seq if isinstance(message, Continue | Act) else None
    return Cause(account, message.id, verb_of(message), seq, _asked(message))


_ADDRESS: Final = frozenset({"id", "table"})
"""The fields that say what a command is called and where it goes, not what it asks for."""

_encode: Final = Encoder(enc_hook=str, order="deterministic").encode


def _asked(message: ClientCommand) -> int:
    """Return the checksum of what a command asks for; 0 for one that asks for no more than its verb says."""
    if isinstance(message, JoinTable):
        return 0
    fields = (getattr(message, name) for name in message.__struct_fields__ if name not in _ADDRESS)
    return crc32(_encode((verb_of(message), *fields)))


def verb_of(message: ClientMessage) -> str:
    """Return the name of a command in the log: from its name on the wire, since classes may be renamed."""
    return _verb(type(message))


@cache
def _verb(kind: type[ClientMessage]) -> str:
    """Return the same text each time: thousands of remembered answers hold it."""
    return str(kind.__struct_config__.tag).title().replace("_", "")


class LogRecord(Struct, frozen=True, gc=False, omit_defaults=True):
    """One entry of the log; it is stored completely or not at all."""

    facts: tuple[KnownFact, ...]
    at: float
    cause: Cause | None = None
    """The command behind the record; None for shuffles, bots and timers."""
    spent: float = NO_TIME
    """Seconds that the clock ran since the previous record, as measured by the host process."""
    origin: int = 0
    """A short digest of the network from which someone came who sat down; 0 where it is not known."""
    version: int = LOG_VERSION
    """The format version of this record."""


KEPT: Final = 64  # The number of recorded answers kept for each account; older command ids are only known to be spent.
SPENT: Final = -1  # What is recalled of a command whose id was used before, for another command or too long ago.


class RecordedAnswer(Struct, frozen=True, gc=False):
    """The answer to a command that was carried out."""

    cause: Cause
    seq: int
    """The number of the table's last event after it."""


Answers = dict[str, tuple[RecordedAnswer, ...]]
"""The last answers by account, oldest first; never changed in place."""


def remember(answers: Answers, cause: Cause, seq: int) -> Answers:
    """Return the answers with one more."""
    before = answers.get(cause.account, ())
    return {**answers, cause.account: (*before[1 - KEPT :], RecordedAnswer(cause, seq))}


def newest(answers: Answers, account: str) -> int:
    """Return the id that the account's next command must exceed; 0 if it has sent none."""
    known = answers.get(account, ())
    return known[-1].cause.id if known else 0


def overtaken(answers: Answers, cause: Cause) -> bool:
    """True if a command was carried out, and a later command of the same account as well."""
    known = answers.get(cause.account, ())
    return any(cause == answer.cause for answer in known[:-1])


def recall(answers: Answers, cause: Cause) -> int | None:
    """Return the event number with which a command was answered, or ``SPENT``; None if it was never carried out."""
    known = answers.get(cause.account, ())
    # Nearly every command is a new one, and the last answers of its account are many.
    if cause.id not in map(_command_id, known):
        return SPENT if known and cause.id < known[-1].cause.id else None
    return next((answer.seq for answer in known if answer.cause == cause), SPENT)


_command_id: Final = attrgetter("cause.id")


CHANGES: Final = 500
"""The number of times that one account may come and go, change readiness, step away, ask for a pause or edit seats."""

Changes = dict[str, int]
_BOUNDED: Final = (AnyEvent, Agreed, Hinted, Opened, Whispered)
_CHANGES: Final = (HostGiven, PaceSet, Paused, Readied, Removed, Resumed, StoodIn, TimedOut)
"""The events that count; all others are bounded elsewhere, because a game ends and chat has its own limit."""


def count(before: Changes, record: LogRecord) -> Changes:
    """Return the counts after one more record."""
    if record.cause is None or not all(map(_is_change, record.facts)):
        return before
    account = record.cause.account
    return {**before, account: before.get(account, 0) + 1}


def _is_change(fact: KnownFact) -> bool:
    return isinstance(fact, _CHANGES) or not isinstance(fact, _BOUNDED)


def limit_reached(changes: Changes, account: str) -> bool:
    """True if the account has reached the limit on changes."""
    return changes.get(account, 0) >= CHANGES


class DamagedLog(ValueError):
    """A log from which no table can be folded; the text says why."""


class PutAwayLog(DamagedLog):
    """A log whose records were deleted, because its game is in the archive."""
