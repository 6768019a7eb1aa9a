"""What a trick of Roque does: why it went as it did, what a card would do to it, and how far a contract is."""

from chwech_tui.describe import points_words
from chwech_tui.games.ranks import SuitRanks
from chwech_tui.games.titles import taking_words
from chwech_tui.model.cards import card_words, suit_words
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.people import People
from protocol.language import _
from protocol.roque.actions import Play
from protocol.roque.order import HEIGHTS, ORDER, TRICK, count
from protocol.roque.views import RoqueView
from protocol.vocabulary import Action, Seat


def reason(view: RoqueView) -> str:
    """Return why the previous trick went as it did, in half a sentence; empty if there is none."""
    trick = view.last_trick
    if trick is None or not trick.turns:
        return ""
    cards = [turn.card for turn in trick.turns]
    card = cards[ORDER.taker(cards, view.trump)]
    return taking_words(cards, card, lambda played: played.suit is view.trump)


def friends(view: RoqueView, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that share a contract or its defence with a seat, itself among them."""
    seats = tuple(map(Seat, range(len(view.seats))))
    sides = {other: view.seats[other].side for other in seats}
    if len(set(sides.values())) < len(seats):
        return tuple(other for other in seats if sides[other] == sides[seat])
    return tuple(other for other in seats if (other == view.declarer) == (seat == view.declarer))


def consequence(view: RoqueView, action: Action) -> str:
    """Return what an action of the viewer would do, as far as anybody can know: ``you take it: 25 points``."""
    viewer = view.viewer
    if not isinstance(action, Play) or viewer is None:
        return ""
    if view.trump is None:
        suit = action.card.suit
        return _("{suit} are trump then", suit=suit_words(suit)) if suit is not None else ""
    cards = [*(turn.card for turn in view.trick.turns), action.card]
    best = ORDER.taker(cards, view.trump)
    seen = {*view.gone, *cards, *view.hand, *view.buried}
    if best == len(cards) - 1:
        points = TRICK + count(cards)
        if len(cards) == len(view.seats):
            return _("you take it: {sum}", sum=points_words(points))
        if not SuitRanks(HEIGHTS, view.trump).is_unbeatable(action.card, seen):
            return _("you take it, unless it is beaten")
        return _("you take it: {points} so far", points=points)
    holder, card = view.trick.turns[best].seat, card_words(cards[best])
    if holder in friends(view, viewer):
        return _("{card} still takes it, for your side", card=card)
    return _("{card} still takes it", card=card)


def news(before: RoqueView, view: RoqueView, people: People) -> Picture:
    """Return what changed between two views of a deal and should not be missed: a bid is made."""
    if view.declarer is None or before.trump is None:
        return ()
    if taken(before) < view.bid <= taken(view):
        own, other = _("You have made your bid of {bid}."), _("{name} has made the bid of {bid}.")
        return ((Span(people.tell(view.declarer, own, other, bid=view.bid), Hue.ACCENT),),)
    return ()


def taken(view: RoqueView) -> int:
    """Return what the declarer's side has taken openly, without the cards laid aside."""
    if view.declarer is None:
        return 0
    return view.seats[view.declarer].took
