"""The cards of Bête gone so far, and the rest of a deal that is certainly the viewer's."""

from chwech_tui.games.ranks import SuitRanks
from chwech_tui.model.cards import CardsGone
from protocol.bete.order import HEIGHTS, PACK
from protocol.bete.views import BeteView, Phase
from protocol.cards import Card
from protocol.language import _


def cards_gone(view: BeteView) -> CardsGone:
    """Return the cards gone so far: those of all tricks, and the card turned up."""
    table = tuple(turn.card for turn in view.trick.turns)
    turned = (view.turn_up,) if view.turn_up is not None else ()
    note = _("Everybody has seen the cards played; those not seen are in other hands, or were not dealt.")
    return CardsGone(PACK, view.hand, table, (*view.gone, *turned), note)


def certain_rest(view: BeteView) -> tuple[Card, ...]:
    """Return the hand, trumps first and each suit from the top, if no card in another hand takes any of its tricks."""
    if view.phase is not Phase.LEADING or not view.legal:
        return ()
    known = {*view.hand, *view.gone, view.turn_up}
    others = [card for card in PACK if card not in known]
    return SuitRanks(HEIGHTS, view.trump).certain_rest(view.hand, others)
