"""The coach of Auction Forty-Fives: the advice that fits the moment, from what the player sees."""

from chwech_tui.games.ranks import best_trump_advice
from protocol.auction_fives.views import AuctionFivesView, Phase
from protocol.language import _


def advice(view: AuctionFivesView) -> str:
    """Return the advice for the viewer's turn; empty if there is nothing to decide or nothing stands out."""
    if len(view.legal) < 2:
        return ""
    match view.phase:
        case Phase.BIDDING:
            return _("Three trumps with the Five or the Jack are worth about 20.")
        case Phase.NAMING:
            return _("Name the suit of which you have the most high trumps.")
        case Phase.DRAWING:
            return _("Keep trumps, and perhaps a King; lay the rest aside.")
        case Phase.LEADING | Phase.FOLLOWING:
            return best_trump_advice(view.order, view.hand, view.trick, {*view.gone, *view.discards})
    return ""
