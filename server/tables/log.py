"""What a table's log holds: one record for each accepted command, with the facts that it brought about.

The log is the truth about a table: the table is a fold of it. Facts hold whole events, also what no viewer may know, so
a record never leaves the host.
"""

from typing import Final, Generic, TypeVar

from msgspec import Struct

from protocol.arrangement import USUAL, Arrangement
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat
from server.tables.fact import Fact
from server.tables.lapses import Lapse
from server.tables.meetings import Meeting
from server.tables.speech import Spoke, Whispered

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


class Record(Struct, Generic[E], frozen=True, gc=False, omit_defaults=True):
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
