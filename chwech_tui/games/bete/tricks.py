"""What a trick of Bête does: why it went as it did, and what a card would do to it."""

from chwech_tui.games.ranks import SuitRanks
from chwech_tui.games.titles import taking_words
from chwech_tui.model.cards import card_words
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.people import People
from protocol.bete.actions import Play
from protocol.bete.order import HEIGHTS, ORDER
from protocol.bete.views import BeteView, Part
from protocol.language import _
from protocol.vocabulary import Action, Seat

ENOUGH = 3
"""The tricks that win the pool."""

_PLAYING = frozenset({Part.IN, Part.AGAINST})


def reason(view: BeteView) -> str:
    """Return why the previous trick went as it did, in half a sentence; empty if there is none."""
    trick = view.last_trick
    if trick is None or not trick.turns:
        return ""
    cards = [turn.card for turn in trick.turns]
    card = cards[ORDER.taker(cards, view.trump)]
    return taking_words(cards, card, lambda played: played.suit is view.trump)


def consequence(view: BeteView, action: Action) -> str:
    """Return what an action of the viewer would do, as far as anybody can know."""
    if not isinstance(action, Play) or view.viewer is None:
        return ""
    cards = [*(turn.card for turn in view.trick.turns), action.card]
    best = ORDER.taker(cards, view.trump)
    seen = {*view.gone, *cards, *view.hand, view.turn_up}
    if best < len(cards) - 1:
        return _("{card} still takes it", card=card_words(cards[best]))
    players = sum([seat.part in _PLAYING for seat in view.seats])
    if len(cards) < players and not SuitRanks(HEIGHTS, view.trump).is_unbeatable(action.card, seen):
        return _("you take it, unless it is beaten")
    return _("you take it")


def news(before: BeteView, view: BeteView, people: People) -> Picture:
    """Return what changed between two views of a deal and should not be missed: somebody has won the pool."""
    now = [Seat(seat) for seat, shown in enumerate(view.seats) if shown.tricks == ENOUGH and shown.part is Part.IN]
    new = [seat for seat in now if before.seats[seat].tricks < ENOUGH]
    own, other = (
        _("You have three tricks, and with them the pool."),
        _("{name} has three tricks, and with them the pool."),
    )
    return tuple((Span(people.tell(seat, own, other), Hue.ACCENT),) for seat in new)
