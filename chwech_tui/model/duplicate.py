"""What each player made of each hand of a duplicate game, once it is over; it knows no particular game."""

from collections.abc import Callable

from msgspec import Struct

from chwech_tui.model.board import Board
from protocol.cards import Card
from protocol.vocabulary import View

_Scores = dict[tuple[Card, ...], dict[int, int]]
"""The score of each seat with each hand of a set."""


class HandPlayed(Struct, frozen=True, gc=False):
    """One hand of a set, which every seat has held once."""

    cards: tuple[Card, ...]
    margins: tuple[float, ...]
    """For each seat, how many points more than the mean of all seats it has scored with this hand."""


HandSet = tuple[HandPlayed, ...]
"""One set of hands, in the order of the seats that held them first."""


def hand_sets(view: View, points: Callable[[int], tuple[int, ...]]) -> tuple[HandSet, ...]:
    """Return the sets of hands of a duplicate game, in the order in which they came; none before its end.

    Args:
        view: the game.
        points: gives what each seat scored in a deal, counted from 0.
    """
    if not view.duplicate or len(view.hands) != len(view.sheets):
        return ()
    found: dict[frozenset[tuple[Card, ...]], _Scores] = {}
    for page, deal in enumerate(view.hands):
        scores = found.setdefault(frozenset(deal.dealt), {hand: {} for hand in deal.dealt})
        for seat, (hand, score) in enumerate(zip(deal.dealt, points(page), strict=True)):
            scores[hand][seat] = score
    seats = len(view.seats)
    # A server that tells something else of its deals gets no table, and breaks nothing.
    whole = all(len(by_seat) == seats for scores in found.values() for by_seat in scores.values())
    return tuple(map(_hand_set, found.values())) if whole else ()


def sets_of(board: Board) -> tuple[HandSet, ...]:
    """Return the sets of hands of the game on a board, if it is duplicate and over."""
    game, kind = board.game, board.kind
    return () if game is None or kind is None else hand_sets(game, lambda page: kind.points(game, page))


def sums(hands: HandSet) -> tuple[float, ...]:
    """Return, for each seat, the sum of its margins over all hands of a set."""
    return tuple(sum(column) for column in zip(*(hand.margins for hand in hands), strict=True))


def _hand_set(scores: _Scores) -> HandSet:
    return tuple(HandPlayed(cards, _margins(by_seat)) for cards, by_seat in scores.items())


def _margins(by_seat: dict[int, int]) -> tuple[float, ...]:
    mean = sum(by_seat.values()) / len(by_seat)
    return tuple(by_seat[seat] - mean for seat in range(len(by_seat)))
