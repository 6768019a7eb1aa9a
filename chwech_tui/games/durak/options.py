"""The options of Durak in teams in words."""

from collections.abc import Mapping
from typing import Final

from chwech_tui.model.option import OptionWords, ValueWords
from protocol.language import N_

OPTIONS: Final[Mapping[str, OptionWords]] = {
    "losses": OptionWords(
        N_("Lost deals"), {"*": ValueWords("", N_("The side that first loses so many deals loses the game."))}
    ),
    "first_bout": OptionWords(
        N_("Cards of the first bout"),
        {"*": ValueWords("", N_("So many attack cards there are at most in the first bout of a deal."))},
    ),
    "both_out": OptionWords(
        N_("Both sides run out"),
        {
            "draw": ValueWords(N_("a draw"), N_("A deal in which both sides run out in one bout is a draw.")),
            "attackers": ValueWords(
                N_("attackers win"), N_("If both sides run out in one bout, the attackers win the deal.")
            ),
        },
    ),
}
"""Every option of the game, by its name in records, marked for translation."""
