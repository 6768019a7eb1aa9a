"""The options of Bête in words."""

from collections.abc import Mapping
from typing import Final

from chwech_tui.model.option import OptionWords, ValueWords
from protocol.language import N_

_DEALS: Final = N_("So many deals make a game; the most chips win.")

OPTIONS: Final[Mapping[str, OptionWords]] = {
    "deals": OptionWords(N_("Deals"), {"1": ValueWords("1", N_("One deal decides.")), "*": ValueWords("", _DEALS)}),
    "head": OptionWords(
        N_("Who follows suit"),
        {
            "False": ValueWords(N_("plays any card of it"), N_("Only trumps have to beat the trumps played.")),
            "True": ValueWords(N_("beats the trick"), N_("A card that follows has to beat the trick if it can.")),
        },
    ),
    "alone": OptionWords(
        N_("Who takes part alone"),
        {
            "pool": ValueWords(N_("has the pool"), N_("Without playing for it.")),
            "play": ValueWords(N_("plays against all"), N_("The others play against that one, and cannot lose.")),
        },
    ),
    "all_tricks": OptionWords(
        N_("All five tricks"),
        {
            "pool": ValueWords(N_("pay the pool again"), N_("Each other who took part pays as much as is in it.")),
            "chip": ValueWords(N_("pay a chip"), N_("Each other who took part pays a chip.")),
        },
    ),
    "direction": OptionWords(
        N_("Direction"),
        {
            "left": ValueWords(N_("to the left"), N_("The deal and the play go clockwise.")),
            "right": ValueWords(N_("to the right"), N_("The deal and the play go the other way round.")),
        },
    ),
}
"""Every option with its values, marked for translation."""
