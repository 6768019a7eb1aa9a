"""The cards of Chwech gone so far: little, for the cards won lie closed unless the table lets everybody look."""

from typing import Final

from chwech_tui.model.cards import CardsGone
from protocol.cards import Card
from protocol.chwech.pack import pack_of
from protocol.chwech.views import ChwechView, Trick
from protocol.language import N_, _
from protocol.setup import Setup

_CLOSED: Final = N_(
    "The cards won lie closed at this table: only the last trick, the open one and your own hand are seen."
)
_OPEN: Final = N_("The cards won lie open at this table, so every card played is known.")


def cards_gone(view: ChwechView, setup: Setup) -> CardsGone:
    """Return the cards gone so far; where the cards won lie closed, those of the last trick."""
    is_open = bool(setup.options.get("review_won"))
    piles = tuple(card for seat in view.seats for card in seat.pile)
    gone = piles if is_open else _cards_of(view.last_trick)
    return CardsGone(pack_of(setup), view.hand, _cards_of(view.trick), gone, _(_OPEN if is_open else _CLOSED))


def _cards_of(trick: Trick | None) -> tuple[Card, ...]:
    return tuple(turn.play.card for turn in trick.turns if turn.play) if trick is not None else ()
