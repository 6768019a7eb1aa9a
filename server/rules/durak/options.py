"""The options of Durak in teams (``docs/durak.md``, section 6)."""

from typing import Final

from protocol.setup import OptionOffer
from server.rules.options import Options

NAME: Final = "durak-teams"
"""The name of the game in setups and records."""

OPTIONS: Final = Options(
    "Durak in teams",
    (4, 6),
    (
        OptionOffer("losses", "how many lost deals lose the game", (3, 1, 2, 4, 5)),
        OptionOffer("first_bout", "how many attack cards the first bout of a deal may have", (6, 5)),
        OptionOffer(
            "both_out",
            "whether a deal is a draw if both sides run out in one bout",
            ("draw", "attackers"),
        ),
    ),
)
"""The options of the game."""
