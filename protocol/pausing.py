"""Messages, events and parts about a pause of a game, which everybody who is there has to agree to."""

from msgspec import Struct

from protocol.message import ClientMessage, CommandId
from protocol.vocabulary import Event, Seat


class SetPause(ClientMessage, frozen=True, tag="set_pause"):
    """Ask for a pause, or agree to it; or take that back, or end the pause."""

    id: CommandId
    """The command id."""

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


class Paused(Event, frozen=True, gc=False, tag="table.paused"):
    """Everybody has agreed: the game rests."""

    seats: tuple[Seat, ...]
    """Who has."""


class Resumed(Event, frozen=True, gc=False, tag="table.resumed"):
    """The game goes on."""

    seat: Seat | None = None
    """Who has said so; nil where the longest time for a pause has passed."""
