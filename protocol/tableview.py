"""A table as one viewer sees it, and its entry in a list."""

from enum import Enum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from protocol import game
from protocol.absence import Pause
from protocol.daily import DailyMark
from protocol.game import Own, Temper, View
from protocol.language import N_
from protocol.message import CleanName, Code, Count, Duration, Moment, Points, Seat, Seq
from protocol.rating import SeatRating
from protocol.setup import USUAL, Arrangement, Setup, TableTime


class TablePhase(Enum):
    """The phase of a table."""

    GATHERING = "gathering"
    """People take their seats; nothing is dealt yet."""
    PLAYING = "playing"
    """The game is in progress."""
    OVER = "over"
    """The game has ended."""


class Occupant(Struct, frozen=True, gc=False, omit_defaults=True):
    """The occupant of a seat."""

    name: CleanName
    bot: str = ""
    """The level of the bot that plays the seat; empty if its person does."""
    here: bool = True
    """True if the person is connected; always true for a bot."""
    away: bool = False
    """True if the person is away, and ``bot`` plays until they are back."""
    grace: Duration | None = None
    """When a bot takes over for a lost connection, in seconds since 1970; nil if the person is connected."""
    ready: bool = False
    """True if the person is ready for the game to begin."""
    temper: Temper = Temper.EVEN
    """The temper of a bot that has a seat of its own."""
    rating: SeatRating | None = None
    """At a rated table, the rating of the person or of bots like this one; nil if they have none yet."""
    hinted: bool = False
    """True if a hint was taken on this seat in this game."""


class TableView(Struct, frozen=True, gc=False, omit_defaults=True):
    """All that one viewer may know of a table."""

    table: Code
    """The code of the table."""
    seq: Seq
    """The number of the last event."""
    setup: Setup
    phase: TablePhase
    seats: tuple[Occupant | None, ...]
    """The occupant of each seat; None for a free seat."""
    viewer: Seat | None = None
    host: Seat | None = None
    """The seat of the host of the table, who begins the game, seats bots, removes people and hands the role on."""
    waits_for: tuple[Seat, ...] = ()
    """Between two deals, the seats whose persons have not agreed to the next one yet."""
    game: View | None = None
    """The game, once it has begun."""
    arrangement: Arrangement = USUAL
    watchers: tuple[str, ...] = ()
    """The names of the spectators."""
    time: TableTime | None = None
    """The state of the clock; nil if there is none, or it runs for nobody."""
    pause: Pause | None = None
    kept: tuple[str, ...] = ()
    """Before a rematch, the name of the person for whom each seat is reserved; empty if it is not."""
    rematch: str = ""
    """After the game, the code of the rematch table, if somebody has asked for one."""
    tournament: bool = False
    """True if the game is one of a tournament: it goes on though nobody is there."""


def seen(view: TableView, own: Own | None) -> TableView:
    """Return a table that all see as one seat sees it; as it is, if there is nothing of one's own.

    Raises:
        ValueError: one is not of the same table as the other.
    """
    if own is None:
        return view
    return replace(view, viewer=own.viewer, game=game.seen(view.game, own) if view.game is not None else None)


SEATS_TAKEN: Final = N_("{taken} of {seats} seats taken")
"""How far a table is whose game has not begun, marked for translation."""


class TableEntry(Struct, frozen=True, gc=False, omit_defaults=True):
    """One entry of the list of tables."""

    table: Code
    """The code of the table."""
    setup: Setup
    phase: TablePhase
    names: tuple[str, ...]
    """The occupants' names as lists show them, such as ``Nia (bot)`` or ``Ben (left)``; empty for a free seat."""
    summary: str
    """The progress of the game in a few words, such as ``deal 3 of 6``."""
    yours: bool = False
    """True if the reader has a seat there."""
    total: Points | None = None
    """The reader's own total so far."""
    arrangement: Arrangement = USUAL
    persons: Count = 0
    """The number of seats that people have."""
    vacant: Count = 0
    """The number of seats open to a newcomer: free ones, and bots' seats if takeover is allowed."""
    turn: str = ""
    """In a correspondence game of the reader, the name of the next to act; otherwise empty."""
    your_turn: bool = False
    """True if that is the reader."""
    deadline: Duration | None = None
    """When their time runs out at the earliest, in seconds since 1970; nil if ``turn`` is empty."""
    played_at: Moment | None = None
    """When something last happened at a table of the reader, in seconds since 1970, to ten minutes; otherwise nil."""
    daily: DailyMark | None = None
