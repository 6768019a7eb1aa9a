"""The type of a bot: a function from what its seat has been shown and a random generator to a legal action."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from games.kit.sampler import Observation
from protocol.setup import Setup
from protocol.temper import Temper
from protocol.vocabulary import Action, Event, Seat, View


class Sight(Struct, frozen=True, gc=False):
    """What a bot is shown: what a person on its seat would have seen."""

    setup: Setup
    """The game of the table and its options."""

    view: View
    """The view of the seat that is to act."""

    told: Sequence[Event] = ()
    """The events of this deal as told to the seat, the dealing first; empty before a deal."""

    temper: Temper = Temper.EVEN
    """How the bot leans; a level may ignore it."""

    seen: Observation[Any] | None = None
    """The same as the kit shows it; None but in a game of the kit, on a seat that may act."""


class Slow(Struct, frozen=True):
    """How a level is asked that thinks too long for the host process: in a worker process."""

    seconds: float
    """The time it has to think; it acts no sooner either, so that nobody can tell an easy choice from a hard one."""

    fallback: str
    """The level that plays in its place if it has not answered by then."""


Bot = Callable[[Sight, Random], Action]
"""A function that takes the sight of the seat to act, and returns one of its view's legal actions."""


def play_at_random(sight: Sight, whims: Random) -> Action:
    """Return any legal action."""
    return whims.choice(sight.view.legal)


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
