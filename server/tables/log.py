"""What a table's log holds: one record for each accepted command, with the facts that it brought about.

The log is the truth about a table: the table is a fold of it. Facts hold whole events, also what no viewer may know, so
a record never leaves the host.
"""

from typing import Final, Generic, TypeVar

from msgspec import Struct

from protocol.absence import Absence
from protocol.setup import USUAL, Arrangement, Setup
from protocol.vocabulary import Event, Seat


class Fact(Struct, frozen=True, gc=False, tag_field="fact", omit_defaults=True):
    """Something that became true at a table."""


class BotStoodIn(Fact, frozen=True, gc=False, tag="bot_stood_in"):
    """A bot plays for somebody who is away; the seat stays theirs."""

    seat: Seat
    """Whose."""

    bot: str
    """The level of the bot."""

    why: Absence
    """Why the person is away."""


class PersonResigned(Fact, frozen=True, gc=False, tag="person_resigned"):
    """A person left for good; the seat is a bot's from now on and keeps the name."""

    seat: Seat
    """Which."""

    bot: str
    """The level of the bot."""


class TimeRanOut(Fact, frozen=True, gc=False, tag="time_ran_out"):
    """A person did not act in time; what was done for them follows in the same record."""

    seat: Seat
    """Whose time it was."""


class PauseAsked(Fact, frozen=True, gc=False, tag="pause_asked"):
    """A person asked for a pause, or took that back."""

    seat: Seat
    """Who."""

    wanted: bool = True
    """Whether they want it."""


class PauseBegan(Fact, frozen=True, gc=False, tag="pause_began"):
    """Everybody who was connected had agreed to a pause."""


class PauseEnded(Fact, frozen=True, gc=False, tag="pause_ended"):
    """The game goes on."""

    seat: Seat | None = None
    """Who said so; None where the longest time had passed."""


Lapse = BotStoodIn | PersonResigned | TimeRanOut | PauseAsked | PauseBegan | PauseEnded
"""Any of them."""


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


class Spoke(Fact, frozen=True, gc=False, tag="spoke"):
    """Somebody said something that everybody at the table may hear."""

    name: str
    """Who, cleaned."""

    text: str
    """What, cleaned."""

    seat: Seat | None = None
    """The speaker's seat; None for somebody who watches."""

    phrase: int | None = None
    """The number of the quick phrase, if it was one."""


class Whispered(Fact, frozen=True, gc=False, tag="whispered"):
    """Somebody who watches said something to the others who do; it is no event, and nobody else hears of it."""

    name: str
    """Who, cleaned."""

    text: str
    """What, cleaned."""

    phrase: int | None = None
    """The number of the quick phrase, if it was one."""


LOG_VERSION: Final = 1
"""The version of the records below; another shape gets another number."""

NO_TIME: Final = 0.0
"""What the clock has run where it stood still; this very value is left out of a record."""

E = TypeVar("E", bound=Event)


class Opened(Fact, frozen=True, gc=False, tag="opened"):
    """The table was made; always the first fact."""

    code: str
    """The word that names the table."""

    setup: Setup
    """What is played, the first dealer included."""

    bots: tuple[str, ...]
    """For each seat, the level of the bot that plays it when no person does."""

    account: str
    """Who made it."""

    pace: float = 0.6
    """Seconds that a bot takes for an action."""

    seed: str = ""
    """The text that the deals follow from; empty where chance decides."""

    arrangement: Arrangement = USUAL
    """How the table is run."""


class PersonSat(Fact, frozen=True, gc=False, tag="person_sat"):
    """A person took a seat, or came back to it."""

    seat: Seat
    """Which."""

    account: str
    """Who; the seat is theirs from now on."""

    name: str
    """What they are called."""


class BotSat(Fact, frozen=True, gc=False, tag="bot_sat"):
    """A bot took a seat that nobody had."""

    seat: Seat
    """Which."""

    name: str
    """What it is called."""

    level: str
    """How it plays."""


class PersonLeft(Fact, frozen=True, gc=False, tag="person_left"):
    """A person got up."""

    seat: Seat
    """Which."""

    bot: str = ""
    """The level of the bot that plays for them; empty where the seat is free again."""


class PlayBegan(Fact, frozen=True, gc=False, tag="play_began"):
    """The game began."""


class Agreed(Fact, frozen=True, gc=False, tag="agreed"):
    """A person agreed to the next deal."""

    seat: Seat
    """Who."""


class PackShuffled(Fact, frozen=True, gc=False, tag="pack_shuffled"):
    """Chance was asked and has answered; what came of it follows in the same record."""

    deal: int
    """For which deal."""


class Told(Fact, Generic[E], frozen=True, gc=False, tag="told"):
    """Something happened in the game."""

    event: E
    """What, in full."""


class TableClosed(Fact, frozen=True, gc=False, tag="table_closed"):
    """The last person got up before the game began; the table is no more."""


class Cause(Struct, frozen=True, gc=False, omit_defaults=True):
    """The command of a person, as far as it must be known again when it is repeated."""

    account: str
    """Who sent it."""

    id: int
    """The number that the client gave it."""

    verb: str
    """What kind of command it was."""

    seq: int | None = None
    """The number of the state that it answered, where it answered one."""


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
    """One entry of the log: all of it is stored, or nothing."""

    facts: tuple[KnownFact[E], ...]
    """What became true, in order."""

    at: float
    """When, in seconds since 1970."""

    cause: Cause | None = None
    """Whose command it was; None for chance and bots."""

    version: int = LOG_VERSION
    """The version of this record."""

    spent: float = NO_TIME
    """Seconds for which the clock has run since the record before, as the host has measured them."""


class DamagedLog(ValueError):
    """A log that no table can be folded from; the text says why."""
