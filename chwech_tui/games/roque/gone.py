"""The cards of Roque gone so far, and the rest of a deal that is certainly the viewer's."""

from chwech_tui.games.ranks import SuitRanks
from chwech_tui.model.cards import CardsGone
from protocol.cards import Card
from protocol.language import _
from protocol.roque.order import HEIGHTS, PACKS
from protocol.roque.views import Phase, RoqueView


def pack_of(view: RoqueView) -> tuple[Card, ...]:
    """Return the cards that are dealt from."""
    return PACKS.get(len(view.seats), ())


def cards_gone(view: RoqueView) -> CardsGone:
    """Return the cards gone so far: those of all tricks, and what the viewer has laid aside."""
    table = tuple(turn.card for turn in view.trick.turns)
    note = _("Everybody has seen the cards played; those not seen are in other hands, or laid aside.")
    return CardsGone(pack_of(view), view.hand, table, (*view.gone, *view.buried), note)


def certain_rest(view: RoqueView) -> tuple[Card, ...]:
    """Return the hand, trumps first and each suit from the top, if no card in another hand takes any of its tricks."""
    if view.phase is not Phase.LEADING or view.trump is None or not view.legal:
        return ()
    known = {*view.hand, *view.gone, *view.buried}
    others = [card for card in pack_of(view) if card not in known]
    return SuitRanks(HEIGHTS, view.trump).certain_rest(view.hand, others)
