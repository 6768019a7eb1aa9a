"""What a player knows of a deal as an array: made from a view and from what was told, so that it holds nothing else.

Every number is from 0 to 1. Seats are counted from the player's own, clockwise.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.chwech.rules import CHWECH, HAND, LOW, NINE, ChwechTable, card_of, rulebook, score
from games.kit.asking import read
from games.kit.tricks import PASS
from games.kit.view import table_of
from lab.research.numbering import Numbering
from protocol.cards import Suit
from protocol.game import Answered, Stage, View
from protocol.table import Event

_PHASES: Final = ("open", "lead", "follow")
_SUITS: Final = tuple(Suit)
_COPIES: Final = 3  # The most equal cards of a pack: the Jokers of the two packs for seven.

_BEST_SCORE: Final = 81
_OF_SEAT: Final = 7  # Numbers that describe a seat besides the cards: see ``_seats``.

_OF_DEAL: Final = len(_PHASES) + len(_SUITS) + 1
"""What is asked, the suit led, and how much of the game has been played."""

Observation = NDArray[np.float32]


def size(numbering: Numbering, players: int) -> int:
    """Return the length of an observation: the hand, for each seat two sets of cards and more, and the deal."""
    return len(numbering.cards) * (1 + 2 * players) + _OF_SEAT * players + _OF_DEAL


def observe(numbering: Numbering, view: View, told: Sequence[Event]) -> Observation:
    """Return what a player knows of the present deal; ``told`` are its events as they were told to them."""
    viewer, players, faces, table = view.viewer, view.players, len(numbering.cards), table_of(CHWECH, view)
    assert viewer is not None
    if table is None:
        return np.zeros(size(numbering, players), np.float32)
    hand = np.zeros((1, faces), np.float32)
    for card in table.hands[viewer]:
        hand[0, numbering.of_card[card]] += 1 / _COPIES
    played, trick = np.zeros((2, players, faces), np.float32)
    for event in told:
        if isinstance(event, Answered) and event.seat is not None and event.said not in {None, PASS}:
            card = card_of(read(str(event.said)))
            played[(event.seat - viewer) % players, numbering.of_card[card]] += 1 / _COPIES
    for seat, play in table.trick:
        trick[(seat - viewer) % players, numbering.of_card[card_of(play)]] = 1
    parts = (hand, played, trick, _seats(table, viewer), _deal(table, view))
    return np.concatenate([part.ravel() for part in parts])


def _seats(table: ChwechTable, viewer: int) -> Observation:
    """Return, by seat: cards, cards won towards nine, worth, passed in this trick, takes it, a low Ace, dealer."""
    seats = np.zeros((table.players, _OF_SEAT), np.float32)
    for seat, (hand, won) in enumerate(zip(table.hands, table.won, strict=True)):
        row = seats[(seat - viewer) % table.players]
        row[:3] = len(hand) / HAND, won % NINE / NINE, score(len(hand), won) / _BEST_SCORE
        row[6] = table.dealer == seat
    for seat, play in table.turns:
        row = seats[(seat - viewer) % table.players]
        row[3] = play is None
        row[5] = isinstance(play, tuple) and play[1] == LOW
    if table.trick:
        seats[(rulebook(table.match).taker(table.trick) - viewer) % table.players, 4] = 1
    return seats


def _deal(table: ChwechTable, view: View) -> Observation:
    deal = np.zeros(_OF_DEAL, np.float32)
    if view.stage is Stage.PLAYING:
        begun = bool(table.takers or table.turns)
        deal[_PHASES.index("follow" if table.led is not None else "lead" if begun else "open")] = 1
    if table.led is not None:
        deal[len(_PHASES) + _SUITS.index(table.led)] = 1
    deal[-1] = (view.deal - 1) / CHWECH.deals(table.match)
    return deal
