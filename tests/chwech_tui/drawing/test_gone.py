"""The cards gone so far, in every game."""

import pytest

from chwech_tui.drawing.gone import draw_gone
from chwech_tui.model.ink import plain
from protocol.setup import Setup
from server.rules.registry import GAMES
from tests.chwech_tui.games.stage import find


@pytest.mark.parametrize("name", GAMES)
def test_the_cards_of_every_game_fit_the_screen(name: str) -> None:
    """Each pack with its Jokers, whatever they are called, as soon as the viewer is to act."""
    board = find(Setup(name, GAMES[name].players[0]), lambda view: bool(view.legal))
    for width, height in ((80, 24), (160, 50)):
        lines = [plain(line) for line in draw_gone(board, width, height)]
        assert len(lines) <= height
        assert all(len(line) <= width for line in lines)
        assert any("in your hand" in line for line in lines)
