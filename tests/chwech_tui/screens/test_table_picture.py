"""The picture of a table: what is kept of it while somebody chooses a card, and when that goes."""

from itertools import cycle, islice

import pytest
from msgspec.structs import replace
from textual.geometry import Size

from chwech_tui.model.board import Board
from chwech_tui.model.keys import press
from chwech_tui.screens.surface import Parts
from chwech_tui.screens.table_picture import VERSIONS, Scene, TablePicture
from chwech_tui.theme import Palette
from tests.chwech_tui.values import board

SIZES = pytest.mark.parametrize("size", [Size(80, 24), Size(100, 30), Size(160, 50)], ids=str)


def parts(on: TablePicture, now: Board, size: Size) -> Parts:
    """Draw a table."""
    return on.parts(Scene(now, 0, 0.0, 1000, ""), size)


@SIZES
def test_what_was_drawn_is_drawn_again_as_a_new_picture_would(size: Size) -> None:
    """Back and forth, over many cards and with whatever else a key changes, nothing old is shown."""
    on, now = TablePicture(Palette()), board()
    for key in islice(cycle(("1", "2", "right", "left", "t", "escape", "3", "q", "n", "left", "left", "l")), 60):
        now = press(now, key)[0]
        fresh = parts(TablePicture(Palette()), now, size)
        assert parts(on, now, size) == fresh


@SIZES
def test_a_card_that_is_chosen_again_is_not_drawn_again(size: Size) -> None:
    """Its picture is there, and so is what the prompt says of it."""
    on, now = TablePicture(Palette()), board()
    boards = [press(now, key)[0] for key in "12"]
    first = [parts(on, one, size) for one in boards]
    for one, before in zip(boards, first, strict=True):
        again = parts(on, replace(one), size)
        assert all(again[name] is before[name] for name in ("hand", "prompt"))


def test_little_is_kept_and_nothing_of_a_table_that_has_changed() -> None:
    """A few versions at most, and only the newest one after others have acted."""
    on, now, size = TablePicture(Palette()), board(), Size(100, 30)
    for key in "123456789":
        parts(on, press(now, key)[0], size)
    kept = {name: len(versions) for name, versions in on._drawn.items() if len(versions) > 1}
    assert kept == {"hand": VERSIONS, "prompt": VERSIONS}
    assert now.table is not None
    parts(on, replace(now, table=replace(now.table, seq=now.table.seq + 1)), size)
    assert len(on._drawn["prompt"]) == 1
