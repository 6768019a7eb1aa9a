"""Advice to a person: what each legal action is worth, and why; from the same sight as a bot has."""

from collections.abc import Callable

from msgspec import Struct

from protocol.vocabulary import Seat
from server.bots.bot import Sight


class Reason(Struct, frozen=True):
    """One reason for the best action, as half a sentence."""

    words: str
    """The English words, marked for translation; ``{name}`` stands for the person on ``seat``."""

    seat: Seat | None = None


class Advice(Struct, frozen=True):
    """What a seat is advised."""

    values: tuple[float, ...]
    """What each legal action of the view is worth, in points."""

    reasons: tuple[Reason, ...] = ()
    """Why the best action is the best, the most important reason first; perhaps none."""


class Adviser(Struct, frozen=True):
    """What gives advice in one game."""

    advise: Callable[[Sight], Advice | None]
    """Returns the advice for the seat to act; None if there is none. Quick once prepared."""

    prepare: Callable[[], bool] | None = None
    """Reads what the advice is made from, and returns True if there is advice; the first call may take its time.

    None if there is nothing to read.
    """
