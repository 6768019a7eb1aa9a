"""The registry of bots by game and level, and what they are shown: what a person on their seat sees."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from games import bots as known
from games.bots import BOTS, KNOWLEDGE
from games.chwech.bot import prepare
from games.chwech.net.net import weights_fault
from games.kit.run import Run
from games.kit.sampler import Advice, Bot, Knowledge, Observation, observe
from games.registry import GAMES
from protocol.game import Temper
from protocol.message import Seat

__all__ = ["BOTS", "GAMES", "KNOWLEDGE", "SLOW", "InvalidBot", "fallbacks", "prepare", "read_bot", "weights_fault"]


class Slow(NamedTuple):
    """How a level is asked that thinks too long for the host process: in a worker process."""

    seconds: float
    """The time it has to think; it acts no sooner either, so that nobody can tell an easy choice from a hard one."""
    fallback: str
    """The level that plays in its place if it has not answered by then."""


class Adviser(NamedTuple):
    """What gives advice in one game."""

    advise: Callable[[Observation[Any]], Advice | None]
    """Returns the advice for the seat to act; None if there is none. Quick once prepared."""
    prepare: Callable[[], bool] | None = None
    """Reads what the advice is made from, and returns True if there is advice; the first call may take its time.

    None if there is nothing to read.
    """


ADVISERS: Final[Mapping[str, Adviser]] = {name: Adviser(*one) for name, one in known.ADVISERS.items()}
"""What gives advice to people, by game; nobody is advised in the others."""

SLOW: Final[Mapping[tuple[str, str], Slow]] = {level: Slow(*how) for level, how in known.SLOW.items()}
"""The levels of games that think in worker processes; ``prepare`` makes a worker ready for them."""

_NETLESS: Final = {"strong": "steady", "champion": "steady"}
_TEMPERS: Final = {temper.value: temper for temper in Temper}


def shown_to(
    run: Run, seat: Seat, temper: Temper = Temper.EVEN, knowledge: Mapping[str, Knowledge[Any]] = KNOWLEDGE
) -> Observation[Any]:
    """Return what the bot of a seat is shown that may act."""
    return observe(run, seat, knowledge[run.game.name], temper)


def fallbacks() -> Mapping[str, Mapping[str, str]]:
    """Return, by game, the levels that cannot play as they should, each with the one that plays in its place."""
    return {"chwech": _NETLESS} if weights_fault() else {}


class InvalidBot(ValueError):
    """A name that means no bot."""


def read_bot(game: str, name: str) -> tuple[Bot, Temper]:
    """Return the bot of a name, a level with or without a temper, as ``steady:bold``; or raise ``InvalidBot``."""
    level, _, temper = name.partition(":")
    if level not in BOTS[game] or (":" in name and temper not in _TEMPERS):
        raise InvalidBot(name)
    return BOTS[game][level], _TEMPERS.get(temper, Temper.EVEN)
