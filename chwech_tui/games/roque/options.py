"""The options of Roque and of Roque for three in words."""

from collections.abc import Mapping
from typing import Final

from chwech_tui.model.option import OptionWords, ValueWords
from protocol.language import N_

_SHORT: Final = N_("A short game.")
_USUAL: Final = N_("As the game is usually played.")
_LONG: Final = N_("A long game.")

OPTIONS: Final[Mapping[str, OptionWords]] = {
    "target": OptionWords(
        N_("Points to win"),
        {
            "505": ValueWords("505", _USUAL),
            "255": ValueWords("255", _SHORT),
            "1005": ValueWords("1005", _LONG),
            "650": ValueWords("650", _USUAL),
            "325": ValueWords("325", _SHORT),
            "1300": ValueWords("1300", _LONG),
            "*": ValueWords("", N_("Any number of points, in steps of five.")),
        },
    ),
    "lowest_bid": OptionWords(
        N_("Lowest bid"),
        {
            "85": ValueWords("85", _USUAL),
            "100": ValueWords("100", N_("Who bids must trust the hand a little more.")),
        },
    ),
    "slam": OptionWords(
        N_("Every trick scores"),
        {
            "250": ValueWords("250", _USUAL),
            "300": ValueWords("300", N_("Every trick is worth more.")),
            "330": ValueWords("330", N_("Every trick is worth twice what a deal counts.")),
        },
    ),
    "defenders": OptionWords(
        N_("Each defender scores"),
        {
            "own": ValueWords(N_("their own tricks"), N_("Also those who defend compete with each other.")),
            "both": ValueWords(N_("those of both"), N_("Those who defend score alike.")),
        },
    ),
    "doubled_below": OptionWords(
        N_("A failed bid is doubled"),
        {
            "both": ValueWords(N_("below both defenders"), N_("Below what both of them took together.")),
            "better": ValueWords(N_("below the better one"), N_("Below what the better one of them took.")),
        },
    ),
    "forced_dealer": OptionWords(
        N_("If everybody passes"),
        {
            "False": ValueWords(N_("deal again"), N_("Nothing is scored, and the next dealer deals.")),
            "True": ValueWords(N_("the dealer plays"), N_("The dealer has to play at the lowest bid.")),
        },
    ),
    "discards": OptionWords(
        N_("Cards laid aside go to"),
        {
            "declarer": ValueWords(N_("the declarer"), N_("They count as a trick that the declarer has won.")),
            "last_trick": ValueWords(N_("the last trick"), N_("Who takes the last trick takes them too.")),
        },
    ),
    "both_past": OptionWords(
        N_("If several have enough"),
        {
            "highest": ValueWords(N_("the most wins"), N_("Where it is equal, another deal is played.")),
            "declarer": ValueWords(N_("the declarer wins"), N_("The declarer's side counts first.")),
        },
    ),
    "most_deals": OptionWords(
        N_("Deals at most"),
        {
            "1": ValueWords("1", N_("One deal decides.")),
            "20": ValueWords("20", N_("Then whoever has the most wins.")),
            "*": ValueWords("", N_("Then whoever has the most wins.")),
        },
    ),
}
"""Every option with its values, marked for translation."""
