"""The options of the Fives in words."""

from collections.abc import Mapping
from typing import Final

from chwech_tui.model.option import OptionWords, ValueWords
from protocol.language import N_

OPTIONS: Final[Mapping[str, OptionWords]] = {
    "partners": OptionWords(
        N_("Partners"),
        {
            "False": ValueWords(N_("no, each alone"), N_("Everybody plays for themselves.")),
            "True": ValueWords(N_("yes, in sides"), N_("Partners sit apart and score together.")),
        },
    ),
    "sides": OptionWords(
        N_("Sides"),
        {
            "two": ValueWords(N_("two of three"), N_("Every second player is your partner.")),
            "three": ValueWords(N_("three of two"), N_("The player opposite is your partner.")),
        },
    ),
    "renege_strict": OptionWords(
        N_("Top trumps"),
        {
            "False": ValueWords(
                N_("may be kept back"), N_("The top trumps need not follow a lower trump that is led.")
            ),
            "True": ValueWords(
                N_("kept back if alone"), N_("Who holds another trump has to play one of them to a trump.")
            ),
        },
    ),
    "pool": OptionWords(
        N_("Pool of chips"),
        {
            "True": ValueWords(N_("yes"), N_("Everybody puts chips into a pool, and the winner takes it.")),
            "False": ValueWords(N_("no"), N_("Only points are counted.")),
        },
    ),
    "double_stake": OptionWords(
        N_("All five tricks"),
        {
            "False": ValueWords(N_("win as usual"), N_("Who wins takes the pool, however it came.")),
            "True": ValueWords(N_("win double"), N_("Who wins by all five tricks of a deal is paid the stakes twice.")),
        },
    ),
    "target": OptionWords(
        N_("Points to win"), {"*": ValueWords("", N_("Who first has so many points wins the game."))}
    ),
    "best_card": OptionWords(
        N_("Best card"),
        {
            "0": ValueWords(N_("scores nothing"), N_("Only tricks score, as in Canada.")),
            "*": ValueWords("", N_("The highest trump played in a deal scores so much.")),
        },
    ),
    "joker": OptionWords(
        N_("Joker"),
        {
            "third": ValueWords(N_("third trump"), N_("The Joker ranks above the Ace of hearts.")),
            "fourth": ValueWords(N_("fourth trump"), N_("The Joker ranks below the Ace of hearts.")),
            "none": ValueWords(N_("none"), N_("There is no Joker in the pack.")),
        },
    ),
    "trick_scores": OptionWords(
        N_("Tricks score"),
        {
            "each": ValueWords(N_("five each"), N_("Each trick scores 5 points as soon as it is taken.")),
            "majority": ValueWords(
                N_("for most of them"), N_("Three or four tricks of a deal score 5 points, all five 10.")
            ),
            "game": ValueWords(N_("by their number"), N_("Three tricks score 15, four 20, and all five win the game.")),
        },
    ),
    "pools": OptionWords(
        N_("Pools"), {"*": ValueWords("", N_("The game ends with so many pools, or when somebody cannot pay."))}
    ),
    "stake": OptionWords(N_("New pool"), {"*": ValueWords("", N_("Everybody puts so many chips into a new pool."))}),
    "top_up": OptionWords(
        N_("After a spoilt deal"), {"*": ValueWords("", N_("Everybody adds so many chips to the pool that stays."))}
    ),
    "two_tricks": OptionWords(
        N_("The pool goes to"),
        {
            "False": ValueWords(N_("three tricks"), N_("Who first has three tricks takes the pool.")),
            "True": ValueWords(N_("two tricks"), N_("Who first has two tricks takes the pool.")),
        },
    ),
    "must_rob": OptionWords(
        N_("Ace that does not rob"),
        {
            "False": ValueWords(N_("may take the pool"), N_("Nobody has to rob.")),
            "True": ValueWords(
                N_("is barred"), N_("Who holds the Ace of trumps and does not rob cannot take the pool.")
            ),
        },
    ),
    "unrobbed_ace": OptionWords(
        N_("Ace that does not rob"),
        {
            "usual": ValueWords(N_("keeps its rank"), N_("Who holds the Ace of trumps may rob with it, or not.")),
            "lowest": ValueWords(
                N_("ranks lowest"), N_("An Ace of trumps that neither robs nor declines is the lowest trump.")
            ),
        },
    ),
}
"""Every option of the three games, by its name in records, marked for translation."""
