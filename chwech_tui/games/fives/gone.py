"""The cards of the Fives gone so far, and the rest of a deal that is certainly the viewer's."""

from typing import Final

from chwech_tui.games.ranks import certain_rest as rest_of
from chwech_tui.model.cards import CardsGone
from protocol.cards import FACES, Card, Rank
from protocol.colour_order import JokerPlace
from protocol.fives.views import Claim, FivesView, Phase
from protocol.language import _

_NEVER: Final = {Rank.ELEVEN, Rank.TWELVE, Rank.THIRTEEN}


def pack_of(view: FivesView) -> tuple[Card, ...]:
    """Return the cards that are dealt from."""
    without = _NEVER if view.joker is not JokerPlace.NONE else {*_NEVER, Rank.JOKER}
    return tuple(card for card in FACES if card.rank not in without)


def _out_of_play(view: FivesView) -> tuple[Card, ...]:
    """Return the cards that the viewer knows to be in no hand: those laid aside, and the turn-up that stays."""
    left = (view.turn_up,) if view.turn_up is not None and view.robber is None else ()
    # A Joker turned up is in the dealer's hand as soon as another card is turned.
    return (*view.discards, *left)


def cards_gone(view: FivesView) -> CardsGone:
    """Return the cards gone so far: those of all tricks, what the viewer has laid aside, and a turn-up that stays."""
    table = tuple(turn.card for turn in view.trick.turns)
    note = _("Everybody has seen the cards played; those not seen are in other hands, or were not dealt.")
    return CardsGone(pack_of(view), view.hand, table, (*view.gone, *_out_of_play(view)), note)


def certain_rest(view: FivesView) -> tuple[Card, ...]:
    """Return the hand from the highest trump down, if no card that may be in another hand takes any of its tricks.

    The turn-up must be settled: until then an Ace may still change its rank, and its holder a card.
    """
    order = view.order
    if order is None or view.phase is not Phase.LEADING or view.claim is Claim.OPEN or not view.legal:
        return ()
    if view.spoil is not None and view.spoil.jinker != view.viewer:
        # Enough tricks end the deal of Spoil Five, or put a choice before the rest.
        return ()
    known = {*view.hand, *view.gone, *_out_of_play(view)}
    others = [card for card in pack_of(view) if card not in known]
    return rest_of(order, view.hand, others)
