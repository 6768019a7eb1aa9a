"""The options of the games of one pile in words."""

from collections.abc import Mapping
from typing import Final

from chwech_tui.model.option import OptionWords, ValueWords
from protocol.language import N_

OPTIONS: Final[Mapping[str, OptionWords]] = {
    "deals": OptionWords(N_("Deals"), {"*": ValueWords("", N_("The game is over after so many deals."))}),
    "cards": OptionWords(
        N_("Cards"),
        {
            "2": ValueWords(N_("two a turn"), N_("Who beats a card adds any other for the next player to beat.")),
            "1": ValueWords(N_("one a turn"), N_("The card that beats is the one that the next player has to beat.")),
            "*": ValueWords("", N_("The pack has so many cards: whole ranks are left out from the Two up.")),
        },
    ),
    "pickup": OptionWords(
        N_("Taking up"),
        {
            "all": ValueWords(N_("the whole pile"), N_("Who does not beat the top card takes up all cards.")),
            "some": ValueWords(N_("a part of it"), N_("How many cards are taken up depends on the top card.")),
            "suit_run": ValueWords(
                N_("a run of one suit"), N_("Before your trump is known you take only the top cards of one suit.")
            ),
        },
    ),
    "plain": OptionWords(
        N_("Taken if top is no trump"),
        {"*": ValueWords("", N_("So many are taken up if the top card is nobody's trump."))},
    ),
    "trump": OptionWords(
        N_("Taken if top is a trump"), {"*": ValueWords("", N_("So many are taken up if the top card is a trump."))}
    ),
    "open_end": OptionWords(
        N_("The last two"),
        {
            "False": ValueWords(N_("keep hands closed"), N_("Nobody else sees a hand.")),
            "True": ValueWords(N_("lay hands open"), N_("When two are left, all see both hands.")),
        },
    ),
    "trumps": OptionWords(
        N_("Trumps"),
        {
            "announced": ValueWords(N_("announced in play"), N_("You name your trumps at a turn of your own.")),
            "before": ValueWords(N_("named before"), N_("All name their trumps before the cards are dealt.")),
            "drawn": ValueWords(N_("drawn"), N_("A card dealt to you face down has the suit of your trumps.")),
        },
    ),
    "first_out": OptionWords(
        N_("Who wins a deal"),
        {
            "False": ValueWords(N_("all but the last"), N_("The last one with cards loses.")),
            "True": ValueWords(N_("the first one out"), N_("Who first has no cards wins, and the deal is over.")),
        },
    ),
    "taker_leads": OptionWords(
        N_("After taking up"),
        {
            "False": ValueWords(N_("the other leads"), N_("The opponent of who took up the pile plays next.")),
            "True": ValueWords(N_("the taker leads"), N_("Who took up the pile plays next.")),
        },
    ),
    "limit": OptionWords(
        N_("Moves of a deal"), {"*": ValueWords("", N_("A deal that has had so many moves is drawn."))}
    ),
}
"""Every option of the three games, by its name in records, marked for translation."""
