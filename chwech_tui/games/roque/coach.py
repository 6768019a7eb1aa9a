"""The coach of Roque: the advice that fits the moment, from what the player sees."""

from typing import Final

from chwech_tui.games.roque.tricks import friends, taken
from protocol.cards import Card
from protocol.language import _
from protocol.roque.order import PACKS, count
from protocol.roque.views import Phase, RoqueView
from protocol.setup import Setup
from protocol.vocabulary import Seat

_LAST_TRICK: Final = "last_trick"
"""The option with which the cards laid aside belong to who takes the last trick."""


def advice(setup: Setup, view: RoqueView) -> str:
    """Return the advice for the viewer's turn; empty if there is nothing to decide or nothing stands out."""
    viewer = view.viewer
    if viewer is None or len(view.legal) < 2:
        return ""
    match view.phase:
        case Phase.BIDDING:
            return _("Count on half of all points, and more for long suits and Aces; the widow helps.")
        case Phase.BURYING:
            if setup.options.get("discards") == _LAST_TRICK:
                return _("Keep Aces and your longest suit.")
            return _("Keep Aces and your longest suit; what you lay aside counts for you.")
        case Phase.FOLLOWING:
            return _following(view, viewer)
    return _leading(view, viewer)


def _leading(view: RoqueView, viewer: Seat) -> str:
    """Return the advice for a lead: the declarer draws trumps."""
    if view.trump is None:
        return _("The suit you lead is trump: lead from your longest.")
    seen = {*view.gone, *view.hand, *view.buried}
    out = any(card.suit is view.trump and card not in seen for card in PACKS[len(view.seats)])
    held = any(card.suit is view.trump for card in view.hand)
    return _("Lead trumps while others hold some.") if viewer == view.declarer and held and out else ""


def _following(view: RoqueView, viewer: Seat) -> str:
    """Return the advice for a card to the trick: counters go to one's own side."""
    holder = view.trick.taker
    last = len(view.trick.turns) == len(view.seats) - 1
    counters = [card for card in view.hand if _counts(card)]
    if holder is None or not counters:
        return ""
    if last and holder != viewer and holder in friends(view, viewer):
        return _("The trick is your side's: an Ace, a Ten or a Five is safe there.")
    if view.declarer is not None and viewer not in friends(view, view.declarer) and taken(view) < view.bid:
        return _("{bid} is what they bid: keep points from them.", bid=view.bid)
    return ""


def _counts(card: Card) -> bool:
    """Return True if a card counts points."""
    return count([card]) > 0
