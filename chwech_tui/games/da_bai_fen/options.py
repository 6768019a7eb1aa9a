"""The options of Da Bai Fen in words."""

from collections.abc import Mapping
from typing import Final

from chwech_tui.model.option import OptionWords, ValueWords
from protocol.language import N_

_USUAL: Final = N_("As the game is usually played.")
_SELDOM: Final = N_("Everybody is asked less often.")

OPTIONS: Final[Mapping[str, OptionWords]] = {
    "target_level": OptionWords(
        N_("Last level"),
        {
            "A": ValueWords("A", N_("The whole game, which takes hours.")),
            "6": ValueWords("6", N_("A short game.")),
            "10": ValueWords("10", N_("A game of middle length.")),
        },
    ),
    "draw": OptionWords(
        N_("Asked after cards"),
        {
            "1": ValueWords("1", _USUAL),
            "2": ValueWords("2", _SELDOM),
            "3": ValueWords("3", _SELDOM),
            "4": ValueWords("4", _SELDOM),
            "6": ValueWords("6", _SELDOM),
            "12": ValueWords("12", _SELDOM),
        },
    ),
    "exposing": OptionWords(
        N_("Of several exposed cards"),
        {
            "drawn": ValueWords(N_("the first to draw"), N_("As if each answered before the next one draws.")),
            "time": ValueWords(N_("the first in time"), N_("Whose answer comes first to the server.")),
        },
    ),
    "leads": OptionWords(
        N_("Several cards led"),
        {
            "safe": ValueWords(N_("only certain ones"), N_("The leader has to know that nobody has a higher one.")),
            "at_risk": ValueWords(N_("any, at a risk"), N_("If one can be beaten, the other side has every trick.")),
            "cut": ValueWords(N_("any, or cut down"), N_("If one can be beaten, it is led alone.")),
        },
    ),
    "show_six": OptionWords(
        N_("The last six"),
        {
            "False": ValueWords(N_("hidden"), _USUAL),
            "True": ValueWords(N_("shown"), N_("Everybody sees what the Leader takes.")),
        },
    ),
    "void_claim": OptionWords(
        N_("A hand without a trump"),
        {
            "True": ValueWords(N_("may annul the deal"), _USUAL),
            "False": ValueWords(N_("is played"), N_("However bad it is.")),
        },
    ),
    "stop_at_last": OptionWords(
        N_("From below the last level"),
        {
            "False": ValueWords(N_("two levels pass it"), _USUAL),
            "True": ValueWords(N_("all stop there"), N_("It is passed in a later deal.")),
        },
    ),
    "win_as": OptionWords(
        N_("The last level is passed by"),
        {
            "any": ValueWords(N_("any side"), _USUAL),
            "declarers": ValueWords(N_("declarers"), N_("Their opponents stop there.")),
        },
    ),
    "most_deals": OptionWords(
        N_("Deals at most"),
        {
            "0": ValueWords(N_("no limit"), N_("The game ends when a side passes the last level.")),
            "1": ValueWords("1", N_("One deal decides.")),
            "*": ValueWords("", N_("Then the higher level wins.")),
        },
    ),
}
"""Every option with its values, marked for translation."""
