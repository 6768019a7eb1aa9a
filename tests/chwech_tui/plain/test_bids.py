"""Bids in plain mode: one of many choices, named by its number."""

import pytest

from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.plain.playing import outcome
from protocol.game import Answer
from protocol.message import Seat
from protocol.setup import Setup
from tests.chwech_tui.games.stage import Stage


def bidding() -> Board:
    """Give the board of somebody who speaks first in a game of Roque."""
    stage = Stage(Setup("roque", 4, first_dealer=Seat(1)))
    next(stage.turns())
    return boards.seated(Board(), stage.table(), stage.kind)


@pytest.mark.parametrize(
    ("words", "action"), [("bid 125", Answer("bid 125")), ("b 85", Answer("bid 85")), ("pass", Answer("-"))]
)
def test_a_bid_is_named_by_its_number(words: str, action: Answer) -> None:
    """In one line, and not taken for a card of the hand."""
    pressed = outcome(bidding(), words.split())
    assert not isinstance(pressed, str)
    assert pressed[1] == action


@pytest.mark.parametrize("words", ["bid", "bid 7", "bid 112"])
def test_a_number_that_cannot_be_bid_leaves_the_question(words: str) -> None:
    """Which tells the numbers."""
    pressed = outcome(bidding(), words.split())
    assert not isinstance(pressed, str)
    assert pressed[1] is None
    assert pressed[0].move is not None
    assert pressed[0].move.question == "Your bid:"
