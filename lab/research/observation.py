"""What a player knows of a deal as an array: made from a view and from what was told, so that it holds nothing else.

Every number is from 0 to 1. Seats are counted from the player's own, clockwise.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from lab.research.numbering import Numbering
from protocol.cards import Suit
from protocol.chwech.actions import AceHeight, Play
from protocol.chwech.events import Led, Played
from protocol.chwech.views import ChwechView, Phase
from protocol.vocabulary import Event

_PHASES: Final = (Phase.OPENING, Phase.LEADING, Phase.FOLLOWING)
_SUITS: Final = tuple(Suit)
_HAND: Final = 9
_COPIES: Final = 3
"""The most equal cards of a pack: the Jokers of the two packs for seven."""

_BEST_SCORE: Final = 81
_OF_SEAT: Final = 7
"""Numbers that describe a seat besides the cards: see ``_seats``."""

_OF_DEAL: Final = len(_PHASES) + len(_SUITS) + 1
"""The phase, the suit led, and how much of the game has been played."""

Observation = NDArray[np.float32]


def size(numbering: Numbering, players: int) -> int:
    """Return the length of an observation: the hand, for each seat two sets of cards and more, and the deal."""
    return len(numbering.cards) * (1 + 2 * players) + _OF_SEAT * players + _OF_DEAL


def observe(numbering: Numbering, view: ChwechView, told: Sequence[Event]) -> Observation:
    """Return what a player knows of the present deal; ``told`` are its events as they were told to them."""
    assert view.viewer is not None
    players, faces = len(view.seats), len(numbering.cards)
    hand = np.zeros((1, faces), np.float32)
    for card in view.hand:
        hand[0, numbering.of_card[card]] += 1 / _COPIES
    played, trick = np.zeros((2, players, faces), np.float32)
    for event in told:
        if isinstance(event, Led | Played):
            played[_from(view, event.seat), numbering.of_card[event.play.card]] += 1 / _COPIES
    for turn in view.trick.turns:
        if turn.play is not None:
            trick[_from(view, turn.seat), numbering.of_card[turn.play.card]] = 1
    parts = (hand, played, trick, _seats(view), _deal(view))
    return np.concatenate([part.ravel() for part in parts])


def _from(view: ChwechView, seat: int) -> int:
    """Return how many seats to the left of the viewer a seat is."""
    assert view.viewer is not None
    return (seat - view.viewer) % len(view.seats)


def _seats(view: ChwechView) -> Observation:
    """Return, by seat: cards, cards won towards nine, worth, passed in this trick, takes it, a low Ace, dealer."""
    seats = np.zeros((len(view.seats), _OF_SEAT), np.float32)
    for number, seat in enumerate(view.seats):
        row = seats[_from(view, number)]
        row[:3] = seat.cards / _HAND, seat.won % _HAND / _HAND, seat.worth / _BEST_SCORE
        row[6] = view.dealer == number
    for turn in view.trick.turns:
        row = seats[_from(view, turn.seat)]
        row[3] = turn.play is None
        row[5] = _is_low(turn.play)
    if view.trick.taker is not None:
        seats[_from(view, view.trick.taker), 4] = 1
    return seats


def _is_low(play: Play | None) -> bool:
    return play is not None and play.ace is AceHeight.LOW


def _deal(view: ChwechView) -> Observation:
    deal = np.zeros(_OF_DEAL, np.float32)
    if view.phase in _PHASES:
        deal[_PHASES.index(view.phase)] = 1
    if view.trick.suit is not None:
        deal[len(_PHASES) + _SUITS.index(view.trick.suit)] = 1
    deal[-1] = (view.deal - 1) / view.deals
    return deal
