"""The options of Chwech in words."""

from collections.abc import Mapping
from typing import Final

from chwech_tui.model.option import OptionWords, ValueWords
from protocol.language import N_
from protocol.setup import OptionValue


def _deals_fit(players: int, options: Mapping[str, OptionValue | None], deals: OptionValue | None) -> bool:
    """Return True for any number of deals; in a duplicate game for a multiple of the players, but not for as many."""
    return not options.get("duplicate") or deals is None or (deals != players and not int(deals) % players)


OPTIONS: Final[Mapping[str, OptionWords]] = {
    "ruleset": OptionWords(
        N_("Aces and Jokers"),
        {
            "revised": ValueWords(
                N_("revised"), N_("An Ace takes a trick unless it is its last card; a Joker only as last.")
            ),
            "original": ValueWords(
                N_("original"), N_("Who plays an Ace says high or low; a Joker ranks between 8 and 7.")
            ),
        },
    ),
    "deals": OptionWords(
        N_("Deals"),
        {
            "None": ValueWords(
                N_("as usual"), N_("As many deals as players; four play eight, duplicate twice as many.")
            ),
            "*": ValueWords("", N_("So many deals make a game; the highest total of all of them wins.")),
        },
        _deals_fit,
    ),
    "duplicate": OptionWords(
        N_("Duplicate"),
        {
            "False": ValueWords("", N_("Every deal has hands of its own.")),
            "True": ValueWords("", N_("All play the same hands in turn; deals are 2, 3 or more × the players.")),
        },
    ),
    "five_pack": OptionWords(
        N_("Left out of the pack"),
        {
            "low": ValueWords(N_("Twos and Threes"), N_("There are no Twos and Threes: 45 cards, nine each.")),
            "middle": ValueWords(N_("Sevens and Eights"), N_("There are no Sevens and Eights: 45 cards, nine each.")),
            "*": ValueWords("", N_("There are no cards of these two ranks: 45 cards, nine each.")),
        },
    ),
    "seven_pack": OptionWords(
        N_("Pack"),
        {
            "five_hundred": ValueWords(
                N_("of Five Hundred"), N_("Elevens, Twelves and two red Thirteens rank above the Ten.")
            ),
            "two_packs": ValueWords(
                N_("more Twos and Threes"), N_("Each Two and Three is there twice, and three Jokers.")
            ),
        },
    ),
    "thirteens_as_jokers": OptionWords(
        N_("Red Thirteens"),
        {
            "False": ValueWords(
                N_("cards of their suits"), N_("Both red Thirteens rank just below the Jack of their suit.")
            ),
            "True": ValueWords(N_("Jokers"), N_("Both red Thirteens are Jokers in all respects.")),
        },
    ),
    "jokers_per_trick": OptionWords(
        N_("Jokers per trick"),
        {
            "any": ValueWords(N_("any number"), N_("Several players may play a Joker to the same trick.")),
            "one": ValueWords(N_("one"), N_("Once a Joker is in a trick, no other may be played to it.")),
        },
    ),
    "joker_beats_last_ace": OptionWords(
        N_("Last Ace on Jokers"),
        {
            "False": ValueWords(N_("the Ace wins"), N_("An Ace played last to nothing but Jokers takes the trick.")),
            "True": ValueWords(N_("the Joker wins"), N_("An Ace played last to nothing but Jokers loses to them.")),
        },
    ),
    "equal_cards": OptionWords(
        N_("Of equal cards"),
        {
            "first": ValueWords(
                N_("the first is higher"), N_("Where two cards are equal, the one played first ranks higher.")
            ),
            "last": ValueWords(
                N_("the last is higher"), N_("Where two cards are equal, the one played last ranks higher.")
            ),
        },
    ),
    "review_won": OptionWords(
        N_("Cards won"),
        {
            "False": ValueWords(N_("lie closed"), N_("Nobody can look through the cards already won.")),
            "True": ValueWords(N_("lie open"), N_("Everybody can look through the cards already won.")),
        },
    ),
}
"""Every option, by its name in records, marked for translation."""
