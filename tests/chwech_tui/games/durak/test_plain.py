"""Durak by words alone: a whole game in a terminal, and what is said of a turn that nobody waits for."""

from pathlib import Path

import pytest

from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.plain.telling import begins_turn, turn_line
from protocol.durak.actions import FINISH
from tests.chwech_tui.games.durak.stage import FOUR, Stage, find
from tests.chwech_tui.plain.person import WordPlayer
from tests.chwech_tui.plain.test_whole_games import converse
from tests.chwech_tui.terminal import Terminal


@pytest.mark.no_cover
def test_a_whole_game_is_played_by_words(tmp_path: Path) -> None:
    """From the menu to the end of the game, in short lines."""
    terminal = Terminal(["--plain", "--data", str(tmp_path), "--name", "Nia"], {"LANG": "C.UTF-8", "LC_ALL": ""})
    player = WordPlayer("new durak-teams 4 losses=1 pace=at_once")
    converse(terminal, player)
    terminal.press("q\r")
    terminal.until("You leave the table.")
    terminal.press("quit\r")
    assert terminal.close() == 0
    assert b"\x1b" not in terminal.screen


def test_who_may_throw_in_unasked_hears_whose_turn_it_is() -> None:
    """With what they could throw in; where there is nothing they are told nothing."""
    board = find(FOUR, lambda view: FINISH in view.legal and len(view.legal) > 1)
    assert board.game is not None
    assert board.game.turn is not None
    name = board.people.name(board.game.turn)
    assert turn_line(board).startswith(f"It is {name}'s turn. You may throw in: ")
    stage = Stage(FOUR)
    before = boards.seated(Board(), stage.table(), stage.kind)
    assert begins_turn(before, board)
    assert not begins_turn(before, find(FOUR, lambda view: view.legal == (FINISH,)))
