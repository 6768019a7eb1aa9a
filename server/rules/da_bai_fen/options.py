"""The options of Da Bai Fen (rules, section 6)."""

from typing import Final

from protocol.setup import OptionOffer
from server.rules.options import Options

NAME: Final = "da-bai-fen"
"""The name of the game in setups and records."""

OPTIONS: Final = Options(
    "Da Bai Fen",
    (4,),
    (
        OptionOffer("target_level", "the level that a side has to pass to win", ("A", "6", "10")),
        OptionOffer("draw", "how many cards each draws before all are asked to expose one", (1, 2, 3, 4, 6, 12)),
        OptionOffer("exposing", "whose exposed card counts: the first to have drawn, or in time", ("drawn", "time")),
        OptionOffer(
            "leads", "which several cards may be led: certain ones, or any in two ways", ("safe", "at_risk", "cut")
        ),
        OptionOffer("show_six", "whether the last six cards are shown before the Leader takes them", (False, True)),
        OptionOffer("void_claim", "whether a hand without a trump may annul the deal", (True, False)),
        OptionOffer(
            "stop_at_last", "whether a side stops at the last level, even if it would rise by two", (False, True)
        ),
        OptionOffer("win_as", "who may pass the last level: any side, or declarers alone", ("any", "declarers")),
        OptionOffer(
            "most_deals", "after how many deals the game ends at the latest; 0 for no limit", (0, 1, 4, 8, 12, 20, 40)
        ),
    ),
)
"""The options of the game."""
