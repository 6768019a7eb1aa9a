"""The picture of a table: what is kept of it while someone chooses a card, and when that goes."""

from itertools import cycle, islice

import pytest
from msgspec.structs import replace
from textual.geometry import Size

from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.commands import press
from chwech_tui.model.ink import plain
from chwech_tui.screens.surface import Parts
from chwech_tui.screens.table_picture import VERSIONS, Scene, TablePicture
from chwech_tui.theme import Palette
from games.kit.tricks import PASS
from protocol.game import Answered
from protocol.setup import Setup
from tests.chwech_tui.games.stage import ByChance
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.values import EMPTY, board

SIZES = pytest.mark.parametrize("size", [Size(80, 24), Size(100, 30), Size(160, 50)], ids=str)


def parts(on: TablePicture, now: Board, size: Size) -> Parts:
    """Draw a table."""
    return on.parts(Scene(now, 0, 0.0, 1000, ""), size)


@pytest.mark.parametrize("game", ["spoil-five", "auction-forty-fives"])
def test_a_seat_is_drawn_again_when_anything_changes_that_its_panel_shows(game: str) -> None:
    """Tricks taken and bids that are over, which no card of that seat goes with."""
    stage, on = ByChance(Setup(game, 4)), TablePicture(Palette())
    now = boards.seated(Board(), stage.table(), stage.kind)
    for event, after in islice(stage.told_turns(), 40):
        now = boards.happened(now, event, after)
        assert parts(on, now, Size(120, 30)) == parts(TablePicture(Palette()), now, Size(120, 30))


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
        hand = [name for name in again if name.startswith("hand") and name != "hand"]
        assert all(again[name].picture is before[name].picture for name in (*hand, "prompt"))


def test_little_is_kept_and_nothing_of_a_table_that_has_changed() -> None:
    """A few versions at most, and only the newest one after others have acted."""
    on, now, size = TablePicture(Palette()), board(), Size(100, 30)
    for key in "123456789":
        parts(on, press(now, key)[0], size)
    kept = {name: len(versions) for name, versions in on._drawn.items() if len(versions) > 1}
    assert kept == {"prompt": VERSIONS}
    assert now.table is not None
    parts(on, replace(now, table=replace(now.table, seq=now.table.seq + 1)), size)
    assert len(on._drawn["prompt"]) == 1


BIG = Size(160, 50)


def round_picture_parts(on: TablePicture, now: Board, size: Size = BIG, counted: int = 1000) -> Parts:
    """Draw a table."""
    return on.parts(Scene(now, 0, 0.0, counted, ""), size)


def text(drawn: Parts, name: str) -> str:
    """Give the text of a part."""
    return "\n".join(plain(line) for line in drawn[name].picture)


def test_a_key_that_chooses_a_card_draws_the_foot_alone() -> None:
    """The seats, the trick and what stands beside the table are the same pictures as before."""
    on, now = TablePicture(Palette()), board()
    before, after = round_picture_parts(on, now), round_picture_parts(on, press(now, "2")[0])
    changed = {name for name in after if after[name] is not before.get(name)}
    assert {name.rstrip("0123456789") for name in changed} == {"hand", "marks", "prompt"}


def test_a_play_draws_the_seats_alone_that_it_touches() -> None:
    """Another seat keeps its picture."""
    stage = Stage(Setup("chwech", 6))
    on, now = TablePicture(Palette()), EMPTY
    kept = 0
    for number, (event, shown) in enumerate(stage.told_turns()):
        before = round_picture_parts(on, now) if now.table is not None else {}
        now = boards.happened(now, event, shown)
        after = round_picture_parts(on, now)
        same = [name for name in after if name.startswith("seat") and after[name] is before.get(name)]
        kept += len(same) >= 3
        if number == 20:
            break
    assert kept >= 15


def test_the_cards_to_come_are_drawn_when_one_is_played() -> None:
    """Passes leave the picture as it is."""
    on, now = TablePicture(Palette()), EMPTY
    drawn = {True: 0, False: 0}
    for event, shown in islice(Stage(Setup("chwech", 6, {"review_won": True})).told_turns(), 60):
        before = round_picture_parts(on, now).get("gone") if now.table is not None else None
        now = boards.happened(now, event, shown)
        if isinstance(event, Answered) and event.said and len(event.told) == 1:
            drawn[event.said != PASS] += round_picture_parts(on, now)["gone"] is not before
    assert drawn[True] > 10
    assert drawn[False] == 0
