"""The options of Twenty-Five and Forty-Five (rules, section 5)."""

from typing import Final

from protocol.setup import OptionOffer
from server.rules.options import Options

TWENTY_FIVE: Final = "twenty-five"
"""The name of Twenty-Five in setups and records."""

FORTY_FIVE: Final = "forty-five"
"""The name of Forty-Five in setups and records."""

PLAYERS: Final = (5, 3, 4, 6, 7, 8, 9, 10)
"""The supported numbers of players, the default first; Parlett calls five ideal."""

_BOTH: Final = (
    OptionOffer("partners", "whether people play in sides", (False, True), players=(4, 6)),
    OptionOffer(
        "sides", "two sides of three, or three of two", ("two", "three"), players=(6,), needs={"partners": True}
    ),
    OptionOffer(
        "renege_strict", "whether a top trump may be kept back only by who holds no other trump", (False, True)
    ),
)

OPTIONS: Final = {
    TWENTY_FIVE: Options(
        "Twenty-Five",
        PLAYERS,
        (
            *_BOTH,
            OptionOffer("pool", "whether everybody puts chips into a pool, which the winner takes", (True, False)),
            OptionOffer(
                "double_stake",
                "whether who wins with all five tricks of one deal gets as many chips again from the others",
                (False, True),
                needs={"pool": True},
            ),
        ),
    ),
    FORTY_FIVE: Options(
        "Forty-Five",
        PLAYERS,
        (
            *_BOTH,
            OptionOffer("target", "the score that wins", (45, 31)),
            OptionOffer("best_card", "what the best card of a deal scores", (5, 6)),
            OptionOffer("joker", "the rank of the Joker among the trumps, or no Joker", ("third", "fourth", "none")),
            OptionOffer(
                "trick_scores",
                "5 for each trick, 5 for most and 10 for all, or 15, 20 and the game for three, four and all",
                ("each", "majority", "game"),
            ),
            OptionOffer(
                "unrobbed_ace",
                "whether the Ace of trumps becomes the lowest trump if its holder neither robs nor declines",
                ("usual", "lowest"),
            ),
        ),
    ),
}
"""The options of each game."""
