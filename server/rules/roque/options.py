"""The options of Roque and of Roque for three (rules, section 5)."""

from typing import Final

from protocol.language import N_
from protocol.setup import OptionOffer
from server.rules.options import Options

ROQUE: Final = "roque"
"""The name of Roque in setups and records."""

ROQUE_THREE: Final = "roque-three"
"""The name of Roque for three in setups and records."""

ABOUT: Final = {
    ROQUE: N_("two sides bid what they will take; the first card led is trump"),
    ROQUE_THREE: N_("Roque with fifteen cards each, where the bidder plays against two"),
}
"""What kind of game each is, marked for translation."""

MINUTES: Final = {ROQUE: 35, ROQUE_THREE: 45}
"""About how long each takes."""


def _target(*usual: int) -> OptionOffer:
    """Return the offer of a score to win: a usual one, or any from what a deal or two bring."""
    return OptionOffer("target", "the score that wins", usual, least=105, most=10_000, step=5)


_BOTH: Final = (
    OptionOffer("forced_dealer", "whether the dealer plays at the lowest bid where everybody passes", (False, True)),
    OptionOffer(
        "discards", "who has the cards laid aside: the declarer, or the last trick", ("declarer", "last_trick")
    ),
    OptionOffer("both_past", "who wins if several reach the target in one deal", ("highest", "declarer")),
    OptionOffer("most_deals", "after how many deals the game ends at the latest", (20, 1, 4, 8, 12, 40)),
)

OPTIONS: Final = {
    ROQUE: Options(
        "Roque",
        (4,),
        (
            _target(505, 255, 1005),
            OptionOffer("lowest_bid", "the lowest bid", (85, 100)),
            OptionOffer("slam", "what a contract scores with every trick", (250, 300, 330)),
            *_BOTH,
        ),
    ),
    ROQUE_THREE: Options(
        "Roque for three",
        (3,),
        (
            _target(650, 325, 1300),
            OptionOffer(
                "defenders", "what each of the defenders scores: the own tricks, or those of both", ("own", "both")
            ),
            OptionOffer(
                "doubled_below",
                "what a failed bid is doubled below: both defenders, or the better one",
                ("both", "better"),
            ),
            *_BOTH,
        ),
    ),
}
"""The options of each game."""
