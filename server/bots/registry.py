"""The registry of bots, by game and level."""

from collections.abc import Mapping
from typing import Final

from games.bots import ADVISERS as KIT_ADVISERS
from games.bots import SLOW as KIT_SLOW
from games.chwech.bot import can_play, prepare
from games.chwech.net.net import weights_fault
from games.registry import GAMES
from protocol.temper import Temper
from server.bots.bot import Adviser, Bot, Slow
from server.bots.kit import adviser_of, bots_of

__all__ = ["BOTS", "SLOW", "InvalidBot", "fallbacks", "prepare", "read_bot", "weights_fault"]


BOTS: Final[Mapping[str, Mapping[str, Bot]]] = {name: bots_of(name) for name in GAMES}
"""For each game, its bots by level, the default first."""

ADVISERS: Final[Mapping[str, Adviser]] = {name: adviser_of(*one) for name, one in KIT_ADVISERS.items()}
"""What gives advice to people, by game; nobody is advised in the others."""

SLOW: Final[Mapping[tuple[str, str], Slow]] = {level: Slow(*how) for level, how in KIT_SLOW.items()}
"""The levels of games that think in worker processes; ``prepare`` makes a worker ready for them."""


_NETLESS: Final = {"strong": "steady", "champion": "steady"}


def fallbacks() -> Mapping[str, Mapping[str, str]]:
    """Return, by game, the levels that cannot play as they should, each with the one that plays in its place."""
    return {} if can_play() else {"chwech": _NETLESS}


class InvalidBot(ValueError):
    """A name that means no bot."""


def read_bot(game: str, name: str) -> tuple[Bot, Temper]:
    """Return the bot that a name means: a level of the game, alone or with a temper, as in ``steady:bold``.

    Raises:
        InvalidBot: there is no such level or temper.
    """
    level, _, temper = name.partition(":")
    if level not in BOTS[game] or (":" in name and temper not in _TEMPERS):
        raise InvalidBot(name)
    return BOTS[game][level], _TEMPERS.get(temper, Temper.EVEN)


_TEMPERS: Final = {temper.value: temper for temper in Temper}
