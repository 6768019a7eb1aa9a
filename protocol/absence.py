"""Messages and events about pauses and absences, for a while or for good."""

from enum import Enum

from msgspec import Struct

from protocol.message import AnyTableCode, Duration, Seat, SeatEvent, TableCommand, TableEvent


class SetPause(TableCommand, frozen=True, tag="set_pause"):
    """Ask for a pause or agree to one; or withdraw that, or end the pause."""

    paused: bool
    """True to pause the game."""


class Pause(Struct, frozen=True, gc=False, omit_defaults=True):
    """A pause that is asked for or has begun; while it lasts, nobody can act and no clock runs."""

    seats: tuple[Seat, ...] = ()
    """The seats that have asked for it or agreed; it begins once every connected person has."""
    since: Duration | None = None
    """When it began, in seconds since 1970; nil if it is only asked for."""
    until: Duration | None = None
    """When it ends by itself if somebody stays connected, in seconds since 1970; nil if it is only asked for."""


class Paused(TableEvent, frozen=True, gc=False, tag="table.paused"):
    """The game was paused, because every connected person had agreed."""

    seats: tuple[Seat, ...]
    """The seats that agreed."""


class Resumed(TableEvent, frozen=True, gc=False, tag="table.resumed"):
    """The pause ended."""

    seat: Seat | None = None
    """The seat that ended it; nil if the pause reached its maximum length."""


class Absence(Enum):
    """The reason why a bot plays for a person."""

    LOST = "lost"
    """The connection was lost and did not come back in time."""
    AWAY = "away"
    """The person has stepped away."""
    IDLE = "idle"
    """The person ran out of time three times in a row."""


class SetAway(TableCommand, frozen=True, tag="set_away"):
    """Step away, so that a bot plays on, or come back; any action in the game also brings the person back."""

    away: bool
    """True to step away, false to come back."""


class Resign(TableCommand, frozen=True, tag="resign"):
    """Leave the table for good: in a game, a bot owns the seat from now on, and the record says so."""

    table: AnyTableCode = ""
    alone: bool = False
    """True to give up a game that nobody else plays; refused if another person has a seat."""


class StoodIn(SeatEvent, frozen=True, gc=False, tag="table.stood_in"):
    """A bot plays for an absent person, who keeps the seat."""

    bot: str
    """The level of the bot."""
    why: Absence


class CameBack(SeatEvent, frozen=True, gc=False, tag="table.came_back"):
    """A person who was away plays again."""


class Resigned(SeatEvent, frozen=True, gc=False, tag="table.resigned"):
    """A person left for good; a bot owns the seat from now on and keeps the name."""

    bot: str
    """The level of the bot."""


class TimedOut(SeatEvent, frozen=True, gc=False, tag="table.timed_out"):
    """A person ran out of time; the action that the server takes for them comes next."""
