"""The log of a table: one record for each accepted command, with the facts that the command brought about.

The log is the source of truth: the table is a fold of it. Facts hold complete events, with hidden information, so a
record never leaves the host process.
"""

from typing import Final, Generic, TypeVar

from msgspec import Struct

from protocol.absence import Absence
from protocol.setup import USUAL, Arrangement, Setup
from protocol.vocabulary import Event, Seat


class Fact(Struct, frozen=True, gc=False, tag_field="fact", omit_defaults=True):
    """A fact about a table."""


class BotStoodIn(Fact, frozen=True, gc=False, tag="bot_stood_in"):
    """A bot plays for an absent person, who keeps the seat."""

    seat: Seat
    """The seat of the absent person."""

    bot: str
    why: Absence
    """Why the person is away."""


class PersonResigned(Fact, frozen=True, gc=False, tag="person_resigned"):
    """A person left for good; a bot owns the seat from now on and keeps the name."""

    seat: Seat
    bot: str


class TimeRanOut(Fact, frozen=True, gc=False, tag="time_ran_out"):
    """A person ran out of time; the action taken for them follows in the same record."""

    seat: Seat
    """The seat that ran out of time."""


class PauseAsked(Fact, frozen=True, gc=False, tag="pause_asked"):
    """A person asked for a pause, or withdrew that request."""

    seat: Seat
    wanted: bool = True
    """True if they want a pause, False if they withdraw the request."""


class PauseBegan(Fact, frozen=True, gc=False, tag="pause_began"):
    """The game was paused, because every connected person had agreed."""


class PauseEnded(Fact, frozen=True, gc=False, tag="pause_ended"):
    """The pause ended."""

    seat: Seat | None = None
    """The seat whose person ended it; None if the pause reached its maximum length."""


Lapse = BotStoodIn | PersonResigned | TimeRanOut | PauseAsked | PauseBegan | PauseEnded
"""The facts about absence, time and pauses."""


class HostGiven(Fact, frozen=True, gc=False, tag="host_given"):
    """Another person became the host of the table."""

    seat: Seat
    """The seat of the new host."""


class SeatFreed(Fact, frozen=True, gc=False, tag="seat_freed"):
    """The host freed a seat; a person who had it cannot sit down here again."""

    seat: Seat


class ReadySet(Fact, frozen=True, gc=False, tag="ready_set"):
    """A person became ready, or took that back."""

    seat: Seat
    ready: bool
    """True if they are ready."""


class SeatKept(Fact, frozen=True, gc=False, tag="seat_kept"):
    """A seat is reserved until the game begins for the person who had it in the previous game."""

    seat: Seat
    account: str
    """The account for which it is reserved."""

    name: str


class RematchMade(Fact, frozen=True, gc=False, tag="rematch_made"):
    """A person asked for a rematch."""

    code: str
    """The code of the rematch table."""

    seat: Seat


Meeting = HostGiven | SeatFreed | ReadySet | SeatKept | RematchMade
"""The facts about seating and hosting."""


class Spoke(Fact, frozen=True, gc=False, tag="spoke"):
    """A chat message that everybody at the table receives."""

    name: str
    """The name of the speaker, sanitised."""

    text: str
    """The text, sanitised."""

    seat: Seat | None = None
    """The speaker's seat; None for a spectator."""

    phrase: int | None = None
    """The number of the quick phrase, if the message was one."""


class Whispered(Fact, frozen=True, gc=False, tag="whispered"):
    """A chat message between spectators; it is not an event, and the players do not receive it."""

    name: str
    """The name of the speaker, sanitised."""

    text: str
    """The text, sanitised."""

    phrase: int | None = None
    """The number of the quick phrase, if the message was one."""


LOG_VERSION: Final = 1
"""The version of the record format below; a different shape needs a new number."""

NO_TIME: Final = 0.0
"""The value of ``spent`` while the clock stood still; it is omitted from the stored record."""

E = TypeVar("E", bound=Event)


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
    """Seconds that a bot takes for an action."""

    seed: str = ""
    """The text from which the deals are derived; empty for random deals."""

    arrangement: Arrangement = USUAL


class PersonSat(Fact, frozen=True, gc=False, tag="person_sat"):
    """A person took a seat, or came back to it."""

    seat: Seat
    account: str
    """The account of the person, who owns the seat from now on."""

    name: str


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


class PlayBegan(Fact, frozen=True, gc=False, tag="play_began"):
    """The game began."""


class Agreed(Fact, frozen=True, gc=False, tag="agreed"):
    """A person agreed to the next deal."""

    seat: Seat


class PackShuffled(Fact, frozen=True, gc=False, tag="pack_shuffled"):
    """The pack was shuffled; the events of the deal follow in the same record."""

    deal: int


class Told(Fact, Generic[E], frozen=True, gc=False, tag="told"):
    """An event of the game."""

    event: E
    """The event, with hidden information."""


class TableClosed(Fact, frozen=True, gc=False, tag="table_closed"):
    """The last person left before the game began, so the table no longer exists."""


class Cause(Struct, frozen=True, gc=False, omit_defaults=True):
    """The part of a person's command by which a repetition of it is recognised."""

    account: str
    id: int
    """The id that the client gave the command."""

    verb: str
    seq: int | None = None
    """The event number that the command answers, if it answers one."""


KnownFact = (
    Opened
    | PersonSat
    | BotSat
    | PersonLeft
    | PlayBegan
    | Agreed
    | PackShuffled
    | Told[E]
    | TableClosed
    | Lapse
    | Meeting
    | Spoke
    | Whispered
)
"""Every fact that a log holds, with the events of its game."""


class LogRecord(Struct, Generic[E], frozen=True, gc=False, omit_defaults=True):
    """One entry of the log; it is stored completely or not at all."""

    facts: tuple[KnownFact[E], ...]
    at: float
    """When it was written, in seconds since 1970."""

    cause: Cause | None = None
    """The command behind the record; None for shuffles, bots and timers."""

    version: int = LOG_VERSION
    """The format version of this record."""

    spent: float = NO_TIME
    """Seconds that the clock ran since the previous record, as measured by the host process."""


class DamagedLog(ValueError):
    """A log from which no table can be folded; the text says why."""
