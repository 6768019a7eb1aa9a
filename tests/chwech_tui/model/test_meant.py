"""The question which action of a move is meant, where there are too many for a key each."""

import pytest
from msgspec.structs import replace

from chwech_tui.model import board as boards
from chwech_tui.model.board import Asking, Board
from chwech_tui.model.keys import press
from chwech_tui.model.prompt import prompt
from protocol.chwech.actions import Play
from tests.chwech_tui.burying import BIDS, HAND
from tests.chwech_tui.values import VIEW, board

ASKED: Board = replace(board(), asking=Asking.MOVE, move=replace(BIDS, question="Bid how much?"))


@pytest.mark.parametrize(
    ("keys", "taken"),
    [("", 0), ("right", 1), ("right up", 2), ("right right right right", 2), ("right left", 0), ("down", 0)],
)
def test_many_choices_are_stepped_through(keys: str, taken: int) -> None:
    """From the first to the last and no further; Enter takes the one that is shown."""
    board = ASKED
    for key in keys.split():
        board = press(board, key)[0]
    assert press(board, "enter")[1] == Play(HAND[taken])
    assert press(board, "space")[1] == Play(HAND[taken])


def test_the_prompt_shows_the_one_that_enter_takes() -> None:
    """And between which ones the arrows move."""
    told = prompt(press(ASKED, "right")[0])
    assert told.text == "Bid how much? 90"
    assert [(answer.shown, answer.label) for answer in told.answers] == [
        ("←→", "85 to 95"),
        ("Enter", "90"),
        ("Esc", "back"),
    ]


def test_escape_leaves_the_question() -> None:
    """Nothing is sent."""
    after, asked = press(ASKED, "escape")
    assert (after.asking, asked) == (Asking.NOTHING, None)


def test_a_question_ends_when_the_choices_change() -> None:
    """Somebody else has taken what could be chosen: the question is asked anew with what is left."""
    table = ASKED.table
    assert table is not None
    assert table.game is not None
    same = boards.changed(ASKED, replace(table, seq=8))
    fewer = boards.changed(ASKED, replace(table, seq=8, game=replace(VIEW, legal=VIEW.legal[:1])))
    assert (same.asking, fewer.asking) == (Asking.MOVE, Asking.NOTHING)
