"""What a table looks like to one viewer, and in one line of a list."""

from enum import Enum
from typing import Generic, TypeVar

from msgspec import Struct

from protocol.absence import Pause
from protocol.message import Seq, TableCode
from protocol.setup import USUAL, Arrangement, Setup, TableTime
from protocol.vocabulary import Seat, View

V_co = TypeVar("V_co", bound=View, covariant=True)


class TablePhase(Enum):
    """How far a table has come."""

    GATHERING = "gathering"
    """People sit down; nothing is dealt."""

    PLAYING = "playing"
    """The game is on."""

    OVER = "over"
    """The game has ended."""


class Occupant(Struct, frozen=True, gc=False, omit_defaults=True):
    """Who sits on a seat."""

    name: str
    """The name, cleaned."""

    bot: str = ""
    """The level of the bot that plays for this seat; empty where its person does."""

    here: bool = True
    """Whether a person's connection is up; a bot is always here."""

    away: bool = False
    """Whether the person is away: ``bot`` plays until they are back."""

    grace: float | None = None
    """Until when a lost connection is waited for before a bot plays on, in seconds since 1970; nil where none is."""

    ready: bool = False
    """Whether the person is ready for the game to begin."""


class TableView(Struct, Generic[V_co], frozen=True, gc=False, omit_defaults=True):
    """All that one viewer may know of a table."""

    table: TableCode
    """The code of the table."""

    seq: Seq
    """The number of the last event told."""

    setup: Setup
    """The game and its options."""

    phase: TablePhase
    """How far the table has come."""

    seats: tuple[Occupant | None, ...]
    """Who sits where; None for an empty seat."""

    viewer: Seat | None = None
    """The viewer's own seat."""

    host: Seat | None = None
    """The seat whose person runs the table: begins the game, seats bots, removes people, gives the role away."""

    waits_for: tuple[Seat, ...] = ()
    """Between two deals, the seats whose persons have not yet agreed to the next."""

    game: V_co | None = None
    """The game, once it has begun."""

    arrangement: Arrangement = USUAL
    """How the table is run."""

    watchers: tuple[str, ...] = ()
    """The names of those who watch."""

    time: TableTime | None = None
    """Where the clock stands; nil where there is none, or it runs for nobody."""

    pause: Pause | None = None
    """The pause of the game, if somebody has asked for one."""

    kept: tuple[str, ...] = ()
    """At a rematch before the game, for whom each seat is kept, by name; empty for a seat that is kept for nobody."""

    rematch: str = ""
    """After the game the code of the table where the same people play once more, if somebody has asked for one."""


class TableEntry(Struct, frozen=True, gc=False, omit_defaults=True):
    """One line of the list of tables."""

    table: TableCode
    """The code of the table."""

    setup: Setup
    """The game and its options."""

    phase: TablePhase
    """How far the table has come."""

    names: tuple[str, ...]
    """Who sits there, as lists call them: ``Nia (bot)``, ``Ben (left)``; empty for an empty seat."""

    summary: str
    """How far the game has come, in a few words: ``deal 3 of 6``."""

    yours: bool = False
    """Whether the reader has a seat there."""

    total: int | None = None
    """The reader's own total so far."""

    arrangement: Arrangement = USUAL
    """How the table is run."""

    persons: int = 0
    """How many of those who have a seat are people."""

    vacant: int = 0
    """How many seats the reader could have, or others: free ones, and bots' own where people may take them over."""

    turn: str = ""
    """By correspondence, for those who have a seat there, the name of who is to act next; else empty."""

    your_turn: bool = False
    """Whether that is the reader."""

    deadline: float | None = None
    """Until when they have time, in seconds since 1970, or somewhat longer; nil where ``turn`` is empty."""
