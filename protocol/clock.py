"""How long a move may take."""

from msgspec import Struct


class Clock(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The time that every seat has for a move."""

    seconds: float = 0.0
    """Seconds for a move: 0 for no limit, 10 to 300, or whole days up to 14."""

    bank: float = 0.0
    """Seconds that a seat may use up beyond that in the whole game: up to 3,600, none where a move has days."""
