"""The options of Twenty-Five and Forty-Five in words."""

from collections.abc import Mapping
from typing import Final

from chwech_tui.model.option import OptionWords, ValueWords

OPTIONS: Final[Mapping[str, OptionWords]] = {
    "partners": OptionWords(
        "Partners",
        {
            "False": ValueWords("no, each alone", "Everybody plays for themselves."),
            "True": ValueWords("yes, in sides", "Partners sit apart and score together."),
        },
    ),
    "sides": OptionWords(
        "Sides",
        {
            "two": ValueWords("two of three", "Every second player is your partner."),
            "three": ValueWords("three of two", "The player opposite is your partner."),
        },
    ),
    "renege_strict": OptionWords(
        "Top trumps",
        {
            "False": ValueWords("may be kept back", "The top trumps need not follow a lower trump that is led."),
            "True": ValueWords("kept back if alone", "Who holds another trump has to play one of them to a trump."),
        },
    ),
    "pool": OptionWords(
        "Pool of chips",
        {
            "True": ValueWords("yes", "Everybody puts chips into a pool, and the winner takes it."),
            "False": ValueWords("no", "Only points are counted."),
        },
    ),
    "double_stake": OptionWords(
        "All five tricks",
        {
            "False": ValueWords("win as usual", "Who wins takes the pool, however it came."),
            "True": ValueWords("win double", "Who wins by all five tricks of a deal is paid the stakes twice."),
        },
    ),
    "target": OptionWords("Points to win", {"*": ValueWords("", "Who first has so many points wins the game.")}),
    "best_card": OptionWords("Best card", {"*": ValueWords("", "The highest trump played in a deal scores so much.")}),
    "joker": OptionWords(
        "Joker",
        {
            "third": ValueWords("third trump", "The Joker ranks above the Ace of hearts."),
            "fourth": ValueWords("fourth trump", "The Joker ranks below the Ace of hearts."),
            "none": ValueWords("none", "There is no Joker in the pack."),
        },
    ),
    "trick_scores": OptionWords(
        "Tricks score",
        {
            "each": ValueWords("five each", "Each trick scores 5 points as soon as it is taken."),
            "majority": ValueWords("for most of them", "Three or four tricks of a deal score 5 points, all five 10."),
            "game": ValueWords("by their number", "Three tricks score 15, four 20, and all five win the game."),
        },
    ),
    "unrobbed_ace": OptionWords(
        "Ace that does not rob",
        {
            "usual": ValueWords("keeps its rank", "Who holds the Ace of trumps may rob with it, or not."),
            "lowest": ValueWords(
                "ranks lowest", "An Ace of trumps that neither robs nor declines is the lowest trump."
            ),
        },
    ),
}
"""Every option of the two games, by its name in records."""
