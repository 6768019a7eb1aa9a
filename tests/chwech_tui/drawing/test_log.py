"""The log as a page, from its lines alone."""

import pytest
from msgspec.structs import replace

from chwech_tui.describe import note
from chwech_tui.drawing.log import draw_gone, draw_whole_log
from chwech_tui.model.ink import plain
from games.registry import GAMES
from protocol.game import Hidden, View, thawed
from protocol.setup import Setup
from tests.chwech_tui.games.stage import find


def test_an_empty_log_says_so() -> None:
    """Before anything has happened the page is not blank; then what has happened takes the place of that."""
    (nothing,) = draw_whole_log((), 60)
    assert plain(nothing).rstrip() == "Nothing has happened yet."
    (something,) = draw_whole_log(note((), "The game begins."), 60)
    assert plain(something).rstrip() == "The game begins."


@pytest.mark.parametrize("name", GAMES)
def test_the_cards_of_every_game_fit_the_screen(name: str) -> None:
    """Each pack with its Jokers, whatever they are called, as soon as the viewer is to act."""
    board = find(Setup(name, GAMES[name].players[0]), lambda view: bool(view.legal))
    for width, height in ((80, 24), (160, 50)):
        lines = [plain(line) for line in draw_gone(board, width, height)]
        assert len(lines) <= height
        assert all(len(line) <= width for line in lines)
        assert any("in your hand" in line for line in lines)


def test_cards_that_everybody_has_seen_are_not_called_unseen() -> None:
    """In Durak those taken up, and the one that lies open under the stock, have a sign and a number of their own."""
    board = find(
        Setup("durak-teams", 4),
        lambda view: bool(view.choices) and len(thawed(view.fields["stock"])) > 0 and any(view.fields["known"][1:]),
    )
    view = board.game
    assert isinstance(view, View)
    known = view.fields["known"]
    seen = sum(map(len, known[1:])) + 1
    for size in ((80, 24), (160, 50)):
        lines = [plain(line) for line in draw_gone(board, *size)]
        assert any(f"+ seen elsewhere {seen} " in line for line in lines)
    none = replace(view, fields=view.fields | {"stock": Hidden(0), "known": ((),) * 4})
    assert board.table is not None
    without = replace(board, table=replace(board.table, game=none))
    assert not any("seen elsewhere" in plain(line) for line in draw_gone(without, 80, 24))
