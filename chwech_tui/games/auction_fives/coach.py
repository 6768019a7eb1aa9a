"""The coach of Auction Forty-Fives: the advice that fits the moment, from what the player sees."""

from chwech_tui.model.cards import card_words
from protocol.auction_fives.views import AuctionFivesView, Phase
from protocol.cards import Card
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
            return _best(view)
    return ""


def _best(view: AuctionFivesView) -> str:
    """Return the word of a trump in hand that no card can beat any more."""
    if view.order is None:
        return ""
    seen: set[Card] = {*view.gone, *view.discards, *(turn.card for turn in view.trick.turns)}
    best = next((card for card in view.order.trumps if card not in seen), None)
    if best is None or best not in view.hand or any(turn.card in view.order.trumps for turn in view.trick.turns):
        return ""
    return _("{card} is the best trump left: it takes any trick it is played to.", card=card_words(best))
