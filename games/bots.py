"""The registry of bots by game and level, and of what they know."""

from typing import Any, Final

from games.bete.bot import BOT as BETE
from games.kit.sampler import Bot, Knowledge, levels
from games.roque.bot import BOT as ROQUE

_KNOWN: Final[dict[str, tuple[Knowledge[Any], int, int]]] = {
    "bete": (BETE, 60, 600),
    "roque": (ROQUE, 40, 200),
    "roque-three": (ROQUE, 40, 200),
}
"""For each game what its bots know, and how many deals a steady and a strong one play out for a choice."""

KNOWLEDGE: Final[dict[str, Knowledge[Any]]] = {name: known[0] for name, known in _KNOWN.items()}
"""What bots know of each game."""

BOTS: Final[dict[str, dict[str, Bot]]] = {name: levels(*known) for name, known in _KNOWN.items()}
"""The bots of each game by level, the default first."""

SLOW: Final = frozenset([(name, "strong") for name in _KNOWN])
"""The levels that are to think in another process than the one that serves tables."""
