"""The registry of bots, by game and level."""

from collections.abc import Mapping
from typing import Final

from server.bots.advice import Adviser
from server.bots.bot import Bot, play_at_random
from server.bots.chwech import advice as chwech
from server.bots.chwech.steady import play_steadily
from server.bots.chwech.strong import play_strongly
from server.bots.fives import steady as fives

_FIVES: Final[Mapping[str, Bot]] = {"steady": fives.play_steadily, "random": play_at_random}

BOTS: Final[Mapping[str, Mapping[str, Bot]]] = {
    "chwech": {"steady": play_steadily, "strong": play_strongly, "random": play_at_random},
    "twenty-five": _FIVES,
    "forty-five": _FIVES,
}
"""For each game, its bots by level, the default first."""

ADVISERS: Final[Mapping[str, Adviser]] = {"chwech": Adviser(chwech.advise, chwech.prepare)}
"""What gives advice to people, by game; nobody is advised in the others."""
