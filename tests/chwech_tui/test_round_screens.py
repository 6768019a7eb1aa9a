"""Goldens of the smallest round table: every game, few people and many, in English and in Welsh."""

from collections.abc import Callable
from typing import Final

import pytest
from msgspec.structs import replace

from chwech_tui.errand import PlayNow
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.commands import press
from protocol.game import Stage as Phase
from protocol.game import View
from protocol.language import speak
from protocol.setup import Setup
from protocol.table import Occupant, TablePhase
from tests.chwech_tui.games.stage import ByChance, find
from tests.chwech_tui.games.stage import Stage as AnyStage
from tests.chwech_tui.golden import compare, look
from tests.chwech_tui.player import table_of
from tests.chwech_tui.screens_text import HURRIED, running, screen_text
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.test_golden_screens import SCENES, following, stage, when
from tests.chwech_tui.test_table_life import gathering, in_game, over, stopped
from tests.chwech_tui.values import EMPTY

pytestmark = pytest.mark.no_cover

SIZE: Final = (120, 30)
EIGHT: Final = Setup("forty-five", 8)  # The largest table that is round at this size.

PARTNERS: Final = Setup("forty-five", 6, {"partners": True})
INVITATION: Final = "ssh chwech@HOST calm-river"
"""An invitation of a server that does not know its own name, which takes a line more."""


def played(*turns: int) -> Callable[[View], bool]:
    """Give what holds when the viewer follows to one of so many cards in a later deal."""
    return lambda view: view.deal > 1 and len(view.fields["trick"]) in turns and len(view.legal) > 1


def waiting() -> Board:
    """Give a table for eight people before its game."""
    table = AnyStage(EIGHT).table()
    seats = (*table.seats[:7], None)
    return boards.seated(
        Board(), replace(table, phase=TablePhase.GATHERING, game=None, seats=seats), AnyStage(EIGHT).kind
    )


def long_names() -> Board:
    """Give a table at which every name is as long as one can be."""
    board = when(following, "right")(stage("original"))
    assert board.table is not None
    names = tuple(Occupant(f"{number} Wolfeschlegelstein-Hughes"[:24], "steady") for number in range(7))
    return boards.changed(board, replace(board.table, seats=names))


BOARDS: Final[dict[str, Callable[[], Board]]] = {
    "opening-seven": lambda: SCENES["opening"](stage("original")),
    "last-trick-seven": lambda: SCENES["last-trick"](stage("original")),
    "long-names": long_names,
    "open": lambda: when(following, "right")(Stage(Setup("chwech", 4, {"review_won": True}))),
    "between-seven": lambda: when(lambda game: len(game.sheets) == 1)(stage("original")),
    "over": over,
    "gathering": lambda: boards.changed(EMPTY, gathering()),
    "gathering-eight": waiting,
    "phrases": lambda: press(in_game(), "x")[0],
    "clocks": in_game,
    "three": lambda: find(Setup("forty-five", 3), played(1, 2), play=ByChance),
    "robbing-seven": lambda: find(Setup("twenty-five", 7), lambda view: view.prompt == "offer", play=ByChance),
    "following-eight": lambda: press(find(EIGHT, played(7), play=ByChance), "right")[0],
    "partners-six": lambda: find(PARTNERS, played(4, 5), play=ByChance),
    "between-eight": lambda: find(
        EIGHT, lambda view: view.stage is Phase.DEALING and len(view.sheets) == 1, play=ByChance
    ),
}
"""States of the table."""

WELSH: Final = {
    "following": lambda: SCENES["following"](stage("revised")),
    **{
        name: BOARDS[name]
        for name in ("long-names", "between-seven", "gathering-eight", "robbing-seven", "following-eight")
    },
}


async def test_the_smallest_round_table_looks_as_it_did() -> None:
    """Every state of a table of three to eight people looks as committed."""
    async with running(PlayNow(), size=SIZE) as (app, pilot):
        screen = table_of(app)
        stopped(screen)
        for name, board in BOARDS.items():
            screen.invite(INVITATION)
            screen.take(replace(board(), settings=HURRIED))
            await pilot.pause()
            await look(app, pilot, f"round-{name}-120x30")


async def test_the_smallest_round_table_looks_as_it_did_in_welsh() -> None:
    """Longer words are neither cut nor push anything out."""
    speak("cy")
    async with running(PlayNow(), size=SIZE) as (app, pilot):
        screen = table_of(app)
        for name, board in WELSH.items():
            screen.invite(INVITATION)
            screen.take(replace(board(), settings=HURRIED))
            await pilot.pause()
            compare(f"cy-round-{name}", screen_text(app))


async def test_ten_people_sit_around_a_table() -> None:
    """Each of them has a plate, and a place for a card."""
    async with running(PlayNow(), size=(120, 32)) as (app, pilot):
        table_of(app).take(find(Setup("forty-five", 10), played(9), play=ByChance))
        await pilot.pause()
        assert "Tegwen" in screen_text(app)
        await look(app, pilot, "round-ten-120x32")
