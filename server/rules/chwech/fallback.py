"""The action for a seat that did not act in time: a pass, or the lowest card where a pass is not allowed."""

from typing import Final

from protocol.cards import FACES, Suit
from protocol.chwech.actions import PASS, AceHeight, Pass, Play
from protocol.vocabulary import Seat
from server.rules.chwech.decide import legal
from server.rules.chwech.state import InDeal, State

_RANKS: Final = {card: place for place, card in enumerate(FACES)}


def fallback(state: State, seat: Seat) -> Pass | Play:
    """Return a pass, whatever the seat holds; for the first lead of a deal, the lowest card of the shortest suit.

    Of equally short suits, the first one is chosen. An Ace that may be played as low is the lowest card of all; a Joker
    is led only by a seat that holds nothing else.
    """
    choices = legal(state, seat)
    if choices[-1] == PASS:
        return PASS
    plays = [choice for choice in choices if isinstance(choice, Play)]
    lengths = _lengths(state, seat)
    return min(plays, key=lambda play: _order(play, lengths))


def _order(play: Play, lengths: dict[Suit, int]) -> tuple[bool, int, int, bool, int]:
    """Return the sort key of a lead; the lowest key is preferred."""
    suits = list(Suit)
    suit = play.card.suit
    joker = play.suit is not None or suit is None
    length = lengths[suit] if suit is not None and not joker else 0
    named = play.suit or suit
    place = suits.index(named) if named else len(suits)
    return joker, length, place, play.ace is not AceHeight.LOW, _RANKS[play.card]


def _lengths(state: State, seat: Seat) -> dict[Suit, int]:
    """Return the number of cards of each suit that a seat holds, without cards that count as Jokers."""
    assert isinstance(state, InDeal)
    pack = state.deal.book.pack
    return {suit: (state.hand(seat) & places).bit_count() for suit, places in pack.suits.items()}
