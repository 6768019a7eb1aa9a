"""The cards of Auction Forty-Fives gone so far, and the rest of a deal that is certainly the viewer's."""

from typing import Final

from chwech_tui.games.ranks import certain_rest as rest_of
from chwech_tui.model.cards import CardsGone
from protocol.auction_fives.views import AuctionFivesView, Phase
from protocol.cards import FACES, Card, Rank
from protocol.language import _

_NEVER: Final = {Rank.ELEVEN, Rank.TWELVE, Rank.THIRTEEN, Rank.JOKER}

PACK: Final = tuple(card for card in FACES if card.rank not in _NEVER)
"""The cards that are dealt from."""


def cards_gone(view: AuctionFivesView) -> CardsGone:
    """Return the cards gone so far: those of all tricks, and what the viewer has laid aside."""
    table = tuple(turn.card for turn in view.trick.turns)
    note = _("Everybody has seen the cards played; those not seen are in other hands, aside, or were not dealt.")
    return CardsGone(PACK, view.hand, table, (*view.gone, *view.discards), note)


def certain_rest(view: AuctionFivesView) -> tuple[Card, ...]:
    """Return the hand from the highest trump down, if no card that may be in another hand takes any of its tricks."""
    order = view.order
    if order is None or view.phase is not Phase.LEADING or not view.legal:
        return ()
    known = {*view.hand, *view.gone, *view.discards}
    others = [card for card in PACK if card not in known]
    return rest_of(order, view.hand, others)
