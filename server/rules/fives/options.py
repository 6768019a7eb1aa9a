"""The options of the Fives (rules, section 6)."""

from typing import Final

from protocol.language import N_
from protocol.setup import OptionOffer
from server.rules.options import Options

TWENTY_FIVE: Final = "twenty-five"
"""The name of Twenty-Five in setups and records."""

FORTY_FIVE: Final = "forty-five"
"""The name of Forty-Five in setups and records."""

SPOIL_FIVE: Final = "spoil-five"
"""The name of Spoil Five in setups and records."""

ABOUT: Final = {
    TWENTY_FIVE: N_("five cards each, the five of trumps on top; five tricks take the pool"),
    FORTY_FIVE: N_("Twenty-Five with a Joker, and points for the best card of each deal"),
    SPOIL_FIVE: N_("Twenty-Five for a pool: three of the five tricks take it, or it grows"),
}
"""What kind of game each is, marked for translation."""

MINUTES: Final = {TWENTY_FIVE: 5, FORTY_FIVE: 10, SPOIL_FIVE: 25}
"""About how long each takes."""

PLAYERS: Final = (5, 3, 4, 6, 7, 8, 9, 10)
"""The supported numbers of players, the default first; Parlett calls five ideal."""

_STRICT: Final = OptionOffer(
    "renege_strict", "whether a top trump may be kept back only by who holds no other trump", (False, True)
)

_BOTH: Final = (
    OptionOffer("partners", "whether people play in sides", (False, True), players=(4, 6)),
    OptionOffer(
        "sides", "two sides of three, or three of two", ("two", "three"), players=(6,), needs={"partners": True}
    ),
    _STRICT,
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
                "whether a win by all five tricks of a deal pays the stakes twice",
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
            OptionOffer("best_card", "what the best card of a deal scores; 0 for nothing", (5, 6, 0)),
            OptionOffer("joker", "the rank of the Joker among the trumps, or no Joker", ("third", "fourth", "none")),
            OptionOffer(
                "trick_scores",
                "5 a trick; 5 for most, 10 for all; or 15 for 3, 20 for 4, 5 win",
                ("each", "majority", "game"),
            ),
            OptionOffer(
                "unrobbed_ace",
                "whether an Ace of trumps that neither robs nor declines ranks lowest",
                ("usual", "lowest"),
            ),
        ),
    ),
    SPOIL_FIVE: Options(
        "Spoil Five",
        PLAYERS,
        (
            OptionOffer("pools", "how many pools are played, unless somebody runs out of chips before", (5, 1, 3, 10)),
            OptionOffer("stake", "the chips that everybody puts into a new pool", (1, 2, 5)),
            OptionOffer("top_up", "the chips that everybody adds to the pool after a spoilt deal", (1, 2)),
            OptionOffer(
                "two_tricks", "whether two tricks take the pool, not three", (False, True), players=(5, 6, 7, 8, 9, 10)
            ),
            OptionOffer("must_rob", "whether an Ace of trumps that does not rob cannot take the pool", (False, True)),
            _STRICT,
        ),
    ),
}
"""The options of each game."""
