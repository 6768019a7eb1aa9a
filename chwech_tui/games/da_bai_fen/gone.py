"""The cards of Da Bai Fen gone so far."""

from chwech_tui.model.cards import CardsGone
from protocol.da_bai_fen.order import PACK
from protocol.da_bai_fen.views import DaBaiFenView
from protocol.language import _


def cards_gone(view: DaBaiFenView) -> CardsGone:
    """Return the cards gone so far: those of all tricks, and what the viewer has laid aside."""
    table = tuple(card for turn in view.trick.turns for card in turn.cards)
    note = _("Everybody has seen the cards played; those not seen are in other hands, or laid aside.")
    return CardsGone(PACK, view.hand, table, (*view.gone, *view.buried), note)
