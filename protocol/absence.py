"""Messages and events about who is away from a seat: for a while, or for good."""

from enum import Enum

from msgspec import Struct

from protocol.message import AnyTableCode, ClientCommand, SeatEvent, TableEvent
from protocol.vocabulary import Seat


class SetPause(ClientCommand, frozen=True, tag="set_pause"):
    """Ask for a pause, or agree to it; or take that back, or end the pause."""

    paused: bool
    """Whether the game is to rest."""


class Pause(Struct, frozen=True, gc=False, omit_defaults=True):
    """A pause that is asked for, or that has begun: then nobody can act, and no time runs out."""

    seats: tuple[Seat, ...] = ()
    """Who has asked for it or agreed; it begins when everybody who is connected has."""

    since: float | None = None
    """When it began, in seconds since 1970; nil while it is only asked for."""

    until: float | None = None
    """When it ends by itself, in seconds since 1970, if somebody stays connected; nil while it is only asked for."""


class Paused(TableEvent, frozen=True, gc=False, tag="table.paused"):
    """Everybody has agreed: the game rests."""

    seats: tuple[Seat, ...]
    """Who has."""


class Resumed(TableEvent, frozen=True, gc=False, tag="table.resumed"):
    """The game goes on."""

    seat: Seat | None = None
    """Who has said so; nil where the longest time for a pause has passed."""


class Absence(Enum):
    """Why a bot plays for somebody."""

    LOST = "lost"
    """The connection was lost and did not come back in time."""

    AWAY = "away"
    """The person has stepped away."""

    IDLE = "idle"
    """The person let the time run out three times in a row."""


class SetAway(ClientCommand, frozen=True, tag="set_away"):
    """Step away from the game, so that a bot plays on, or say that one is back; whoever acts is back, too."""

    away: bool
    """Whether one is away from now on."""


class Resign(ClientCommand, frozen=True, tag="resign"):
    """Leave the table for good: in a game a bot has the seat from now on, and the record says so."""

    table: AnyTableCode = ""
    """Which table, where the client may not be at it any more; empty for the one that it is at."""


class StoodIn(SeatEvent, frozen=True, gc=False, tag="table.stood_in"):
    """A bot plays for somebody who is away; the seat stays theirs."""

    bot: str
    """The level of the bot."""

    why: Absence
    """Why."""


class CameBack(SeatEvent, frozen=True, gc=False, tag="table.came_back"):
    """Somebody who was away plays again."""


class Resigned(SeatEvent, frozen=True, gc=False, tag="table.resigned"):
    """Somebody has left for good; the seat is a bot's from now on and keeps the name."""

    bot: str
    """The level of the bot."""


class TimedOut(SeatEvent, frozen=True, gc=False, tag="table.timed_out"):
    """Somebody has run out of time; what the server does for them is told next."""
