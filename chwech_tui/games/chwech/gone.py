"""The cards of Chwech gone so far: little, for the cards won lie closed unless the table lets everybody look."""

from typing import Final

from chwech_tui.model.gone import CardsGone
from protocol.cards import FACES, JOKER, Card, Rank, Suit
from protocol.chwech.views import ChwechView, Trick
from protocol.setup import Setup

_ADDED: Final = {Rank.ELEVEN, Rank.TWELVE, Rank.THIRTEEN, Rank.JOKER}
_FIFTY_TWO: Final = tuple(card for card in FACES if card.rank not in _ADDED)
_FIVE_HUNDRED: Final = (
    *(card for card in FACES if card.rank in {Rank.ELEVEN, Rank.TWELVE}),
    Card(Rank.THIRTEEN, Suit.DIAMONDS),
    Card(Rank.THIRTEEN, Suit.HEARTS),
    JOKER,
)
_CLOSED: Final = "The cards won lie closed at this table: only the last trick, the open one and your own hand are seen."
_OPEN: Final = "The cards won lie open at this table, so every card played is known."


def pack_of(setup: Setup) -> tuple[Card, ...]:
    """Return the cards that are dealt at a table; the rules have a pack for each number of players."""
    match setup.players:
        case 4:
            return _without(Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE)
        case 5 if setup.options.get("five_pack") == "middle":
            return (*_without(Rank.SEVEN, Rank.EIGHT), JOKER)
        case 5:
            return (*_without(Rank.TWO, Rank.THREE), JOKER)
        case 7 if setup.options.get("seven_pack") == "two_packs":
            second = tuple(card for card in _FIFTY_TWO if card.rank in {Rank.TWO, Rank.THREE})
            return (*_FIFTY_TWO, *second, JOKER, JOKER, JOKER)
        case 7:
            return (*_FIFTY_TWO, *_FIVE_HUNDRED)
        case _:
            return (*_FIFTY_TWO, JOKER, JOKER)


def _without(*ranks: Rank) -> tuple[Card, ...]:
    return tuple(card for card in _FIFTY_TWO if card.rank not in ranks)


def cards_gone(view: ChwechView, setup: Setup) -> CardsGone:
    """Return the cards gone so far; where the cards won lie closed, those of the last trick."""
    is_open = bool(setup.options.get("review_won"))
    piles = tuple(card for seat in view.seats for card in seat.pile)
    gone = piles if is_open else _cards_of(view.last_trick)
    return CardsGone(pack_of(setup), view.hand, _cards_of(view.trick), gone, _OPEN if is_open else _CLOSED)


def _cards_of(trick: Trick | None) -> tuple[Card, ...]:
    return tuple(turn.play.card for turn in trick.turns if turn.play) if trick is not None else ()
