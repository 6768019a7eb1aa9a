"""Messages and events about who is away from a seat: for a while, or for good."""

from enum import Enum

from protocol.message import AnyTableCode, ClientMessage, CommandId
from protocol.vocabulary import Event, Seat


class Absence(Enum):
    """Why a bot plays for somebody."""

    LOST = "lost"
    """The connection was lost and did not come back in time."""

    AWAY = "away"
    """The person has stepped away."""

    IDLE = "idle"
    """The person let the time run out three times in a row."""


class SetAway(ClientMessage, frozen=True, tag="set_away"):
    """Step away from the game, so that a bot plays on, or say that one is back; whoever acts is back, too."""

    id: CommandId
    """The command id."""

    away: bool
    """Whether one is away from now on."""


class Resign(ClientMessage, frozen=True, tag="resign"):
    """Leave the table for good: in a game a bot has the seat from now on, and the record says so."""

    id: CommandId
    """The command id."""

    table: AnyTableCode = ""
    """Which table, where the client may not be at it any more; empty for the one that it is at."""


class StoodIn(Event, frozen=True, gc=False, tag="table.stood_in"):
    """A bot plays for somebody who is away; the seat stays theirs."""

    seat: Seat
    """Whose."""

    name: str
    """Who is away, cleaned."""

    bot: str
    """The level of the bot."""

    why: Absence
    """Why."""


class CameBack(Event, frozen=True, gc=False, tag="table.came_back"):
    """Somebody who was away plays again."""

    seat: Seat
    """Whose seat it is."""

    name: str
    """Who, cleaned."""


class Resigned(Event, frozen=True, gc=False, tag="table.resigned"):
    """Somebody has left for good; the seat is a bot's from now on and keeps the name."""

    seat: Seat
    """Which."""

    name: str
    """Who, cleaned."""

    bot: str
    """The level of the bot."""
