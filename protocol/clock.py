"""How long a move may take, and what is left of it."""

from msgspec import Struct

from protocol.vocabulary import Event, Seat


class Clock(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The time that every seat has for a move."""

    seconds: float = 0.0
    """Seconds for a move: 0 for no limit, 10 to 300, or whole days up to 14."""

    bank: float = 0.0
    """Seconds that a seat may use up beyond that in the whole game: up to 3,600, none where a move has days."""


class TableTime(Struct, frozen=True, gc=False, omit_defaults=True):
    """Where the clock of a table stands; every time is the server's, so a client counts from ``now``."""

    now: float
    """When this was said, in seconds since 1970."""

    seats: tuple[Seat, ...]
    """The seats whose time runs, or will run on."""

    left: float
    """Seconds that are left to the first of them, the bank included."""

    banks: tuple[float, ...]
    """The reserve of every seat, in seconds, as it was before the present move."""

    deadline: float | None = None
    """When the first of them runs out of time, in seconds since 1970; nil while the clock stands still."""

    bank_from: float | None = None
    """When that seat begins to use up its bank, in seconds since 1970; nil while the clock stands still."""


class TimedOut(Event, frozen=True, gc=False, tag="table.timed_out"):
    """Somebody has run out of time; what the server does for them is told next."""

    seat: Seat
    """Whose time it was."""

    name: str
    """Who, cleaned."""
