"""Goldens: every screen as text, at two sizes and for both rulesets.

After a change that is meant, write them anew with CHWECH_REGENERATE=screens and read the difference.
"""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from chwech_tui.errand import Greet, PlayNow
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.commands import press
from chwech_tui.screens.new_table import NewTableScreen
from protocol.game import Stage as Phase
from protocol.game import View
from protocol.setup import Setup
from protocol.table import TablePhase
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.golden import LARGE, SMALL, look
from tests.chwech_tui.player import table_of, until
from tests.chwech_tui.screens_text import HURRIED, running, screen_text, tap
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.values import of_kit

pytestmark = pytest.mark.no_cover

RULESETS = {"revised": 6, "original": 7}
"""The rulesets, each with a number of players; seven is what is hardest to fit."""


def stage(ruleset: str) -> Stage:
    """Lay out a game."""
    options = {} if ruleset == "revised" else {"ruleset": ruleset}
    return Stage(Setup("chwech", RULESETS[ruleset], {**options, "deals": 3}))


def when(holds: Callable[[View], bool], *keys: str) -> Callable[[Stage], Board]:
    """Play until something holds in the game, then press keys."""

    def board(on: Stage) -> Board:
        now = on.board(lambda board: board.game is not None and holds(of_kit(board.game)))
        for key in keys:
            now, _ = press(now, key)
        return now

    return board


def following(game: View) -> bool:
    """Say whether the viewer can follow a trick in the second deal."""
    return game.deal == 2 and game.prompt == "follow" and len(game.fields["turns"]) > 1


SCENES: dict[str, Callable[[Stage], Board]] = {
    "opening": when(lambda game: game.stage is Phase.PLAYING),
    "following": when(following, "right"),
    "leading": when(lambda game: game.deal == 2 and game.prompt == "lead", "1"),
    "waiting": when(lambda game: game.deal == 2 and game.fields["led"] and not game.legal, "p"),
    "last-trick": when(lambda game: following(game) and bool(game.fields["last_trick"]), "l"),
    "leaving": when(following, "q"),
    "sheet": when(lambda game: len(game.sheets) == 2),
}


@pytest.mark.parametrize(("ruleset", "size"), [("revised", SMALL), ("revised", LARGE), ("original", SMALL)])
async def test_the_table_looks_as_it_did(ruleset: str, size: tuple[int, int]) -> None:
    """Every phase of the table, the score sheet and the final ranking look as committed."""
    async with running(PlayNow(), size=size) as (app, pilot):
        screen = table_of(app)
        for scene, board in SCENES.items():
            screen.take(board(stage(ruleset)))
            if scene == "sheet":
                screen.show_sheet()
            await pilot.pause()
            await look(app, pilot, f"{scene}-{ruleset}-{size[0]}x{size[1]}")
        over = stage(ruleset).board(lambda now: now.table is not None and now.table.phase is TablePhase.OVER)
        screen.take(replace(over, settings=HURRIED))
        await pilot.pause()
        await look(app, pilot, f"ranking-{ruleset}-{size[0]}x{size[1]}")


async def test_the_other_screens_look_as_they_did() -> None:
    """The welcome, the form of a new table, the rules and the list of keys look as committed."""
    server = FakeServer(stage("revised"))
    async with running(Greet(), server, SMALL, shows="Go on") as (app, pilot):
        await look(app, pilot, "welcome-80x24")
        await pilot.press("n", "down", "left")
        await until(pilot, lambda: isinstance(app.screen, NewTableScreen) and "‹ 5 ›" in screen_text(app))
        await look(app, pilot, "new-table-80x24")
        await tap(pilot, "escape", "r", shows="Follow the suit")
        await look(app, pilot, "rules-80x24")
    async with running(PlayNow(), size=SMALL) as (app, pilot):
        await pilot.press("question_mark")
        await pilot.pause()
        await look(app, pilot, "keys-80x24")


async def test_a_hostile_name_is_only_a_name() -> None:
    """Markup and control characters in a name are drawn as text or not at all."""
    async with running(PlayNow(), size=(80, 24)) as (app, pilot):
        screen = table_of(app)
        now = SCENES["waiting"](stage("revised"))
        assert now.table is not None
        seats = tuple(
            occupant and replace(occupant, name="[/nope]\x1b[2J\u202e日本語日本語日本語日本語")
            for occupant in now.table.seats
        )
        screen.take(boards.changed(now, replace(now.table, seats=seats)))
        await pilot.pause()
        await look(app, pilot, "hostile-name-80x24")
