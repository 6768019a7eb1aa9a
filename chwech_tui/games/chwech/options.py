"""The options of Chwech in words."""

from collections.abc import Mapping
from typing import Final

from chwech_tui.model.option import OptionWords, ValueWords

OPTIONS: Final[Mapping[str, OptionWords]] = {
    "ruleset": OptionWords(
        "Aces and Jokers",
        {
            "revised": ValueWords("revised", "An Ace takes a trick unless it is its last card; a Joker only as last."),
            "original": ValueWords("original", "Who plays an Ace says high or low; a Joker ranks between 8 and 7."),
        },
    ),
    "deals": OptionWords(
        "Deals",
        {
            "None": ValueWords("as usual", "As many deals as players; with four players, eight."),
            "*": ValueWords("", "So many deals make a game; the highest total of all of them wins."),
        },
    ),
    "five_pack": OptionWords(
        "Left out of the pack",
        {
            "low": ValueWords("Twos and Threes", "There are no Twos and Threes: 45 cards, nine each."),
            "middle": ValueWords("Sevens and Eights", "There are no Sevens and Eights: 45 cards, nine each."),
        },
    ),
    "seven_pack": OptionWords(
        "Pack",
        {
            "five_hundred": ValueWords("of Five Hundred", "Elevens, Twelves and two red Thirteens rank above the Ten."),
            "two_packs": ValueWords("more Twos and Threes", "Each Two and Three is there twice, and three Jokers."),
        },
    ),
    "thirteens_as_jokers": OptionWords(
        "Red Thirteens",
        {
            "False": ValueWords("cards of their suits", "Both red Thirteens rank just below the Jack of their suit."),
            "True": ValueWords("Jokers", "Both red Thirteens are Jokers in all respects."),
        },
    ),
    "jokers_per_trick": OptionWords(
        "Jokers per trick",
        {
            "any": ValueWords("any number", "Several players may play a Joker to the same trick."),
            "one": ValueWords("one", "Once a Joker is in a trick, no other may be played to it."),
        },
    ),
    "joker_beats_last_ace": OptionWords(
        "Last Ace on Jokers",
        {
            "False": ValueWords("the Ace wins", "An Ace played last to nothing but Jokers takes the trick."),
            "True": ValueWords("the Joker wins", "An Ace played last to nothing but Jokers loses to them."),
        },
    ),
    "equal_cards": OptionWords(
        "Of equal cards",
        {
            "first": ValueWords("the first is higher", "Where two cards are equal, the one played first ranks higher."),
            "last": ValueWords("the last is higher", "Where two cards are equal, the one played last ranks higher."),
        },
    ),
    "review_won": OptionWords(
        "Cards won",
        {
            "False": ValueWords("lie closed", "Nobody can look through the cards already won."),
            "True": ValueWords("lie open", "Everybody can look through the cards already won."),
        },
    ),
}
"""Every option, by its name in records."""
