"""The coach of Da Bai Fen: the advice that fits the moment, from what the player sees."""

from chwech_tui.games.da_bai_fen.tricks import friendly
from protocol.da_bai_fen.order import count
from protocol.da_bai_fen.views import DaBaiFenView, Phase
from protocol.language import _


def advice(view: DaBaiFenView) -> str:
    """Return the advice for the viewer's turn; empty if there is nothing to decide or nothing stands out."""
    if view.viewer is None or len(view.legal) < 2:
        return ""
    match view.phase:
        case Phase.DRAWING:
            return _("Expose a card whose suit is long with you; Jokers are trumps anyway.")
        case Phase.BURYING:
            return _("Keep trumps and Aces; what counts is doubled if you lose the last trick.")
        case Phase.FOLLOWING:
            return _following(view)
    return ""


def _following(view: DaBaiFenView) -> str:
    """Return the advice for a card to the trick: counters go to one's own side."""
    holder = view.trick.taker
    last = len(view.trick.turns) == len(view.seats) - 1
    if holder is not None and last and friendly(view, holder) and any(count([card]) for card in view.hand):
        return _("The trick is your side's: a King, a Ten or a Five is safe there.")
    return ""
