"""The sides of a table, which every game names alike."""

import pytest

from chwech_tui.drawing.seats import SeatsLook, draw_seats
from chwech_tui.games.kit_drawing import painted
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.ink import Span
from games.kit.words import side_words
from protocol.setup import OptionValue, Setup
from tests.chwech_tui.games.stage import Stage

TABLES: tuple[tuple[str, int, dict[str, OptionValue], int], ...] = (
    ("twenty-five", 6, {"partners": True, "sides": "three"}, 3),
    ("auction-forty-fives", 4, {}, 2),
    ("roque", 4, {}, 2),
    ("durak-teams", 6, {}, 2),
)


def test_a_side_has_a_letter_and_a_colour() -> None:
    """In words it has them too."""
    letters = [letter_of(side) for side in range(3)]
    assert [letter.text for letter in letters] == ["A", "B", "C"]
    assert len({letter.hue for letter in letters}) == 3
    words = painted(side_words(1))
    assert "".join(span.text for span in words) == "side B"
    assert {span.hue for span in words} == {letters[1].hue}


def letter_of(side: int) -> Span:
    """Give the letter of a side as it is drawn."""
    (letter,) = painted(side_words(side, letter=True))
    return letter


@pytest.mark.parametrize(("game", "players", "options", "sides"), TABLES, ids=[table[0] for table in TABLES])
def test_every_game_of_sides_shows_them_by_colour(
    game: str, players: int, options: dict[str, OptionValue], sides: int
) -> None:
    """Each letter stands in the colour of its side, in the row of each of its players."""
    stage = Stage(Setup(game, players, options))
    next(stage.turns())
    board = boards.seated(Board(), stage.table(), stage.kind)
    spans = [span for line in draw_seats(board, 60, SeatsLook(spaced=False, step=1)) for span in line]
    for side in range(sides):
        letters = [span for span in spans if span.text.strip() == letter_of(side).text]
        assert [span.hue for span in letters] == [letter_of(side).hue] * (players // sides)
