"""The moves of a turn in plain mode, named in the words in which the turn asks for them."""

import pytest

from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.plain.playing import is_play, outcome
from protocol.catalogues import catalogue
from protocol.game import Answer
from protocol.language import speaking
from protocol.message import Seat
from protocol.setup import Setup
from tests.chwech_tui.games.stage import Stage


def asked(stage: Stage, action: Answer) -> Board:
    """Give the board of somebody who may do this."""
    for _event in stage.turns():
        view = stage.table().game
        if view is not None and action in view.legal:
            return boards.seated(Board(), stage.table(), stage.kind)
    raise AssertionError("never asked for")


@pytest.mark.parametrize("line", ["take part", "take", "in", "g"])
@pytest.mark.parametrize("language", ["en", "cy"])
def test_who_is_asked_to_take_part_answers_in_those_words(line: str, language: str) -> None:
    """By the whole name of the move or its beginning, by the word of the command, and by the key."""
    board = asked(Stage(Setup("bete", 4, first_dealer=Seat(3))), Answer("in"))
    with speaking(language, catalogue):
        assert is_play(board, line.split())
        pressed = outcome(board, line.split())
    assert not isinstance(pressed, str)
    assert pressed[1] == Answer("in")


@pytest.mark.parametrize("setup", [Setup(game, 4, first_dealer=Seat(3)) for game in ("bete", "durak-teams", "dudak")])
def test_every_move_without_a_card_goes_by_its_name(setup: Setup) -> None:
    """As it stands beside its key, and in the words before its numbers."""
    stage = Stage(setup)
    known = set()
    for _event in stage.turns():
        board = boards.seated(Board(), stage.table(), stage.kind)
        if board.game is None:
            continue
        for move in stage.kind.moves(board.game, None):
            known.add(move.key)
            words = move.label.lower().split()
            assert is_play(board, words)
            pressed = outcome(board, words)
            assert not isinstance(pressed, str)
            assert pressed[1] in board.game.legal or pressed[0].move == move
    assert known
