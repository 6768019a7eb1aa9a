"""The options of Auction Forty-Fives in words."""

from collections.abc import Mapping
from typing import Final

from chwech_tui.model.option import OptionWords, ValueWords
from protocol.language import N_

OPTIONS: Final[Mapping[str, OptionWords]] = {
    "lowest_bid": OptionWords(N_("Lowest bid"), {"*": ValueWords("", N_("Nobody may bid less than that."))}),
    "hold": OptionWords(
        N_("Who may hold"),
        {
            "next": ValueWords(N_("the next in turn"), N_("The next in turn may take over a bid at its number.")),
            "dealer": ValueWords(N_("the dealer"), N_("Only the dealer may take over a bid at its number.")),
        },
    ),
    "forced_dealer": OptionWords(
        N_("If all pass"),
        {
            "0": ValueWords(N_("a new deal"), N_("The next dealer deals again.")),
            "15": ValueWords(N_("the dealer bids 15"), N_("The dealer has to bid 15 or more.")),
            "20": ValueWords(N_("the dealer bids 20"), N_("The dealer has to bid 20 or more.")),
        },
    ),
    "kitty": OptionWords(
        N_("Kitty"),
        {
            "0": ValueWords(N_("none"), N_("All cards that are not dealt can be drawn.")),
            "3": ValueWords(N_("three cards"), N_("Who names trumps takes three more cards.")),
            "4": ValueWords(N_("four cards"), N_("Who names trumps takes four more cards.")),
        },
    ),
    "most_drawn": OptionWords(N_("Most cards drawn"), {"*": ValueWords("", N_("Nobody may draw more than that."))}),
    "dealer_looks": OptionWords(
        N_("The dealer"),
        {
            "False": ValueWords(N_("draws"), N_("The dealer draws like everybody.")),
            "True": ValueWords(N_("picks"), N_("The dealer looks through the cards left, and picks.")),
        },
    ),
    "lead": OptionWords(
        N_("First lead"),
        {
            "bidder": ValueWords(N_("left of bidder"), N_("The seat left of the bidder leads.")),
            "dealer": ValueWords(N_("left of dealer"), N_("The seat left of the dealer leads.")),
        },
    ),
    "both_out": OptionWords(
        N_("Both sides have 120"),
        {
            "bidders": ValueWords(N_("bidders win"), N_("The bidders count first.")),
            "higher": ValueWords(N_("higher wins"), N_("The side with more points wins.")),
        },
    ),
    "deals": OptionWords(
        N_("Length"),
        {
            "0": ValueWords(N_("to 120"), N_("The side that has 120 points wins.")),
            "*": ValueWords("", N_("So many deals are played; the side that is ahead wins.")),
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
}
"""Every option of the game, by its name in records, marked for translation."""
