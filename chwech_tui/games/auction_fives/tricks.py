"""What a trick of Auction Forty-Fives does: why it went as it did, what a card would do to it, what is news."""

from typing import Final

from chwech_tui.games.ranks import is_unbeatable
from chwech_tui.games.score_table import side_title
from chwech_tui.games.titles import taking_words
from chwech_tui.model.cards import card_words
from chwech_tui.model.ink import Hue, Picture, Span
from protocol.auction_fives.actions import Play
from protocol.auction_fives.views import AuctionFivesView
from protocol.language import _
from protocol.vocabulary import Action

TRICK: Final = 5
"""The points of a trick."""


def reason(view: AuctionFivesView) -> str:
    """Return why the previous trick went as it did, in half a sentence; empty if there is none."""
    trick, order = view.last_trick, view.order
    if trick is None or order is None:
        return ""
    card = next((turn.card for turn in trick.turns if turn.seat == trick.taker), None)
    return "" if card is None else taking_words([turn.card for turn in trick.turns], card, order.is_trump)


def consequence(view: AuctionFivesView, action: Action) -> str:
    """Return what a card of the viewer would do, as far as anybody can know."""
    order, viewer = view.order, view.viewer
    if not isinstance(action, Play) or order is None or viewer is None:
        return ""
    turns = view.trick.turns
    cards = [*(turn.card for turn in turns), action.card]
    best = order.taker(cards)
    seen = {*view.gone, *cards, *view.discards, *view.hand}
    if best == len(cards) - 1:
        sure = len(cards) == len(view.seats) or is_unbeatable(order, action.card, seen)
        return _("you take it") if sure else _("you take it, unless it is beaten")
    taker, card = turns[best].seat, card_words(cards[best])
    if view.seats[taker].side == view.seats[viewer].side:
        return _("{card} still takes it, for your side", card=card)
    return _("{card} still takes it", card=card)


def taken_by(view: AuctionFivesView, side: int) -> int:
    """Return the points of the tricks that a side has taken so far, without those for the highest trump."""
    return TRICK * sum(seat.tricks for seat in view.seats if seat.side == side)


def news(before: AuctionFivesView, view: AuctionFivesView) -> Picture:
    """Return that the bidders have taken enough, when it becomes so."""
    if view.bidder is None or before.bidder != view.bidder or view.turn is None:
        return ()
    side = view.seats[view.bidder].side
    if taken_by(before, side) < view.bid <= taken_by(view, side):
        return ((Span(_("{side} has made its bid.", side=side_title(side)), Hue.ALERT),),)
    return ()
