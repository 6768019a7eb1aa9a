"""The options of a table of Chwech: their values, their defaults, and where each applies (rules, section 4)."""

from typing import Final

from protocol.setup import OptionOffer, OptionValue
from server.rules.options import Options

PLAYERS: Final = (6, 4, 5, 7)
"""The numbers of players, the default first."""

DEALS: Final = {4: 8, 5: 5, 6: 6, 7: 7}
"""How many deals make a game, by players, where the table does not say otherwise."""

OPTIONS: Final = (
    OptionOffer("ruleset", "how Aces and Jokers count", ("revised", "original")),
    OptionOffer("deals", "how many deals make a game, if not the usual number", (), least=1, most=24),
    OptionOffer(
        "five_pack",
        "which two ranks are left out: low, the Twos and Threes, or middle, the Sevens and Eights",
        ("low", "middle"),
        players=(5,),
    ),
    OptionOffer(
        "seven_pack",
        "the pack of Five Hundred, or one pack with a second set of Twos and Threes",
        ("five_hundred", "two_packs"),
        players=(7,),
    ),
    OptionOffer(
        "thirteens_as_jokers",
        "whether both red Thirteens are Jokers",
        (False, True),
        players=(7,),
        needs={"seven_pack": "five_hundred"},
    ),
    OptionOffer(
        "jokers_per_trick",
        "how many Jokers may be played to one trick",
        ("any", "one"),
        players=(5, 6, 7),
        needs={"ruleset": "revised"},
    ),
    OptionOffer(
        "joker_beats_last_ace",
        "whether a Joker that was not last beats an Ace that was",
        (False, True),
        players=(5, 6, 7),
        needs={"ruleset": "revised"},
    ),
    OptionOffer("equal_cards", "which of two equal cards ranks higher", ("first", "last"), players=(6, 7)),
    OptionOffer("review_won", "whether anyone may look through the cards already won", (False, True)),
)
"""Every option but the number of players, in the order of the rules."""

CHWECH: Final = Options("Chwech", PLAYERS, OPTIONS)
"""What the maker of a table can choose."""


def differing(players: int, chosen: dict[str, OptionValue]) -> dict[str, OptionValue]:
    """Keep only the options that differ from their default; the usual number of deals is one.

    Raises:
        InvalidSetup: there is no such table.
    """
    values = CHWECH.differing(players, chosen)
    if values.get("deals") == DEALS[players]:
        del values["deals"]
    return values
