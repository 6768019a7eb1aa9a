"""What a trick of Da Bai Fen does: why it went as it did, and what a card would do to it."""

from chwech_tui.describe import points_words
from chwech_tui.games.da_bai_fen.moves import trumps_of
from chwech_tui.games.titles import taking_words
from chwech_tui.model.cards import card_words
from chwech_tui.model.ink import Hue, Picture, Span
from protocol.da_bai_fen.actions import Play
from protocol.da_bai_fen.order import count, height, is_trump, taker
from protocol.da_bai_fen.views import DaBaiFenView
from protocol.language import _
from protocol.vocabulary import Action, Seat

_LOST = 40
"""The opponents' points from which they declare next."""


def reason(view: DaBaiFenView) -> str:
    """Return why the previous trick went as it did, in half a sentence; empty if there is none."""
    trick, trumps = view.last_trick, trumps_of(view)
    if trick is None or trumps is None:
        return ""
    laid = [turn.cards for turn in trick.turns]
    best = taker(laid, trumps)
    if trick.number > 1 and best == 0:
        return _("nobody beats the cards led")
    cards = [card for cards in laid for card in cards]
    highest = max(laid[best], key=lambda card: height(card, trumps))
    return taking_words(cards, highest, lambda card: is_trump(card, trumps))


def friendly(view: DaBaiFenView, seat: Seat) -> bool:
    """Return True if a seat is of the viewer's side."""
    return view.viewer is not None and view.seats[seat].side == view.seats[view.viewer].side


def consequence(view: DaBaiFenView, action: Action) -> str:
    """Return what an action of the viewer would do, as far as anybody can know: ``you take it: 25 points``."""
    trumps = trumps_of(view)
    if not isinstance(action, Play) or view.viewer is None or trumps is None or view.trick.number != 1:
        return ""
    turns = view.trick.turns
    laid = [*(turn.cards for turn in turns), (action.card,)]
    best = taker(laid, trumps)
    if best == len(turns):
        if len(laid) < len(view.seats):
            return _("you take it, unless it is beaten")
        return _("you take it: {sum}", sum=points_words(count([card for cards in laid for card in cards])))
    card = card_words(laid[best][0])
    if friendly(view, turns[best].seat):
        return _("{card} still takes it, for your side", card=card)
    return _("{card} still takes it", card=card)


def news(before: DaBaiFenView, view: DaBaiFenView) -> Picture:
    """Return what changed between two views of a deal and should not be missed: the opponents reach 40."""
    if before.deal == view.deal and count(before.won) < _LOST <= count(view.won):
        return ((Span(_("The opponents have 40 points: they declare next."), Hue.ACCENT),),)
    return ()
