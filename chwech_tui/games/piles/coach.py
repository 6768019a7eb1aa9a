"""The coach of the games of one pile: the advice that fits the moment, from what the player sees."""

from chwech_tui.describe import cards_words
from chwech_tui.model.cards import card_words
from chwech_tui.model.people import People
from protocol.cards import Card
from protocol.language import _
from protocol.piles.actions import Play, Take
from protocol.piles.order import beats, height
from protocol.piles.views import Phase, PilesView
from protocol.vocabulary import Seat

_FEW = 2
_LARGE = 6


def advice(view: PilesView, people: People) -> str:
    """Return the advice for the viewer's turn; empty if there is nothing to decide or nothing stands out."""
    if view.viewer is None or len(view.legal) < _FEW or view.phase is Phase.NAMING:
        return ""
    near = [Seat(seat) for seat, shown in enumerate(view.seats) if seat != view.viewer and shown.cards == 1]
    if view.phase is Phase.BEATING:
        return _to_beat(view, view.viewer)
    if near:
        return _("{name} has one card left: play what is hard to beat.", name=people.name(near[0]))
    return _safe(view, view.viewer)


def _to_beat(view: PilesView, viewer: Seat) -> str:
    """Return whether to beat or to take up: a small pile of good cards is a gain, a large one is not."""
    plays = [action.card for action in view.legal if isinstance(action, Play)]
    if not plays or not any(isinstance(action, Take) for action in view.legal):
        return ""
    trump = view.seats[viewer].trump
    if all(card.suit is trump for card in plays) and view.pickup <= _FEW:
        return _("Only a trump beats it: to take up {cards} costs little.", cards=cards_words(view.pickup))
    if view.pickup >= _LARGE:
        return _("To take up {cards} costs much: beat the top card if you can.", cards=cards_words(view.pickup))
    return ""


def _safe(view: PilesView, viewer: Seat) -> str:
    """Return a low card that the next player cannot beat, if that is known."""
    seats = view.seats
    order = [seats[(viewer + step) % len(seats)] for step in range(1, len(seats))]
    following = next((seat for seat in order if seat.cards), None)
    if following is None or len(following.known) != following.cards:
        return ""
    safe: list[Card] = [
        card for card in view.hand if not any(beats(other, card, following.trump) for other in following.known)
    ]
    if not safe:
        return ""
    return _("{card} cannot be beaten: whoever comes next takes it up.", card=card_words(min(safe, key=height)))
