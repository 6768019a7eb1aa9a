"""The registry of bots by game and level, and of what they know."""

from typing import Any, Final

from games.bete.bot import BOT as BETE
from games.chwech.bot import BOT as CHWECH
from games.chwech.bot import advise, play_as_champion, play_strongly, prepare
from games.chwech.steady import play_easily, play_steadily
from games.da_bai_fen.bot import BOT as DA_BAI_FEN
from games.durak.bot import BOT as DURAK
from games.fives.bot import AUCTION, FIVES, SPOIL
from games.kit.sampler import Bot, Knowledge, levels, play_at_random
from games.piles.bot import BOT as PILES
from games.roque.bot import BOT as ROQUE

_KNOWN: Final[dict[str, tuple[Knowledge[Any], int, int]]] = {
    "twenty-five": (FIVES, 50, 350),
    "forty-five": (FIVES, 50, 350),
    "spoil-five": (SPOIL, 50, 350),
    "auction-forty-fives": (AUCTION, 80, 250),
    "roque": (ROQUE, 40, 180),
    "roque-three": (ROQUE, 40, 180),
    "bete": (BETE, 60, 600),
    "durak-teams": (DURAK, 12, 80),
    "svoyi-koziri": (PILES, 20, 80),
    "dudak": (PILES, 20, 150),
    "challenge": (PILES, 20, 120),
    "da-bai-fen": (DA_BAI_FEN, 24, 120),
}
"""What the bots of each game know, and how many deals a steady and a strong one play out at a usual table."""

KNOWLEDGE: Final[dict[str, Knowledge[Any]]] = {"chwech": CHWECH, **{name: known[0] for name, known in _KNOWN.items()}}
"""What bots know of each game."""

BOTS: Final[dict[str, dict[str, Bot]]] = {
    "chwech": {
        "steady": play_steadily,
        "strong": play_strongly,
        "champion": play_as_champion,
        "easy": play_easily,
        "random": play_at_random,
    },
    **{name: levels(*known) for name, known in _KNOWN.items()},
}
"""The bots of each game by level, the default first."""

SLOW: Final[dict[tuple[str, str], tuple[float, str]]] = {
    ("chwech", "champion"): (2, "strong"),
    **{(name, "strong"): (1, "steady") for name in _KNOWN},
}
"""The levels that are to think in another process than the one that serves tables, with their seconds.

If they are late, the second level plays in their place.
"""

ADVISERS: Final = {"chwech": (advise, prepare)}
"""What gives advice to people, and what reads what that is made from; nobody is advised in the other games."""
