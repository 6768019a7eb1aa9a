"""Draw the pictures of the README and the docs from the real client, without a display: ``make screenshots``.

``python -m tools.draw_screens [FOLDER]`` writes ``table.svg`` and ``pictures/*.svg``, by default into ``docs``.
The games are seeded, so that the same program draws the same pictures; look at those that changed before you commit.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace
from rich.segment import Segment
from textual.pilot import Pilot

from chwech_tui.app import ChwechApp
from chwech_tui.errand import Errand, Greet, PlayNow
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.commands import press
from chwech_tui.model.ink import Ground
from chwech_tui.model.settings import Cards, Theme
from chwech_tui.theme import Colours, Palette
from protocol.game import View
from protocol.message import Seat
from protocol.setup import OptionValue, Setup
from protocol.table import TablePhase
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.games.stage import find
from tests.chwech_tui.player import table_of, until
from tests.chwech_tui.screens_text import running, screen_text
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.values import KIND, of_kit
from tools.svg import to_svg

FOLDER: Final = Path(__file__).parent.parent / "docs"

Show = Callable[[ChwechApp, Pilot[int]], Awaitable[None]]
"""Brings an app to the state to draw."""


class Shot(NamedTuple):
    """One picture."""

    name: str
    """The file within the folder, without ``.svg``."""
    size: tuple[int, int]
    show: Show
    palette: Palette = Palette()
    errand: Errand = PlayNow()


def game(players: int = 6, **options: OptionValue) -> Stage:
    """Lay out a game of Chwech."""
    return Stage(Setup("chwech", players, {"deals": 3, **options}), seed="picture")


def lively(view: View) -> bool:
    """Say whether there is something to see: a later deal, cards won, a trick to follow, and a choice to make."""
    return (
        view.deal > 1
        and view.prompt == "follow"
        and len(view.legal) > 2
        and len(view.fields["trick"]) > 1
        and sum(won > 0 for won in view.fields["won"]) > 1
    )


def when(holds: Callable[[View], bool], *keys: str, players: int = 6, **options: OptionValue) -> Show:
    """Show a table at the first moment at which something holds, after some keys."""

    async def show(app: ChwechApp, pilot: Pilot[int]) -> None:
        board = game(players, **options).board(lambda board: board.game is not None and holds(of_kit(board.game)))
        for key in keys:
            board, _ = press(board, key)
        await _lay(app, pilot, board)

    return show


async def _lay(app: ChwechApp, pilot: Pilot[int], board: Board) -> None:
    screen = table_of(app)
    screen.take(replace(board, settings=screen.board.settings))
    await pilot.pause()


async def gathering(app: ChwechApp, pilot: Pilot[int]) -> None:
    """Show a table before its game, with a seat that is free."""
    now = game().table()
    seats = (*now.seats[:3], None, *now.seats[4:])
    waiting = replace(now, phase=TablePhase.GATHERING, game=None, seats=seats)
    await _lay(app, pilot, boards.seated(Board(), waiting, KIND))


async def sheet(app: ChwechApp, pilot: Pilot[int]) -> None:
    """Show the score sheet between two deals."""
    await when(lambda view: len(view.sheets) == 2)(app, pilot)
    table_of(app).show_sheet()
    await pilot.pause()


async def ranking(app: ChwechApp, pilot: Pilot[int]) -> None:
    """Show the ranking of a game."""
    await _lay(app, pilot, game().board(lambda now: now.table is not None and now.table.phase is TablePhase.OVER))
    table_of(app).show_sheet()
    await pilot.pause()


def of_fives(setup: Setup, *keys: str) -> Show:
    """Show a table of Twenty-Five or Forty-Five where the viewer follows."""

    async def show(app: ChwechApp, pilot: Pilot[int]) -> None:
        board = find(setup, lambda view: view.deal > 1 and len(view.fields["trick"]) > 1 and len(view.legal) > 1)
        for key in keys:
            board, _ = press(board, key)
        await _lay(app, pilot, board)

    return show


def pressed(*keys: str, wait: str = "") -> Show:
    """Show what some keys open, once a text is there."""

    async def show(app: ChwechApp, pilot: Pilot[int]) -> None:
        await until(pilot, lambda: "Starting" not in screen_text(app))
        await pilot.press(*keys)
        await until(pilot, lambda: wait in screen_text(app))

    return show


FOLLOWING: Final = when(lively, "right")
SHOTS: Final = (
    Shot("table", (120, 36), FOLLOWING),
    Shot("pictures/table-80x24", (80, 24), FOLLOWING),
    Shot("pictures/table-100x30", (100, 30), FOLLOWING),
    Shot("pictures/table-160x50", (160, 50), FOLLOWING),
    Shot("pictures/table-200x60", (200, 60), when(lively, "right", players=7, review_won=True)),
    Shot("pictures/table-light", (120, 36), FOLLOWING, Palette(theme=Theme.LIGHT)),
    Shot("pictures/table-contrast", (100, 30), FOLLOWING, Palette(theme=Theme.CONTRAST)),
    Shot("pictures/table-colour-blind", (100, 30), FOLLOWING, Palette(theme=Theme.COLOUR_BLIND)),
    Shot("pictures/table-sixteen", (100, 30), FOLLOWING, Palette(Colours.SIXTEEN, theme=Theme.DARK)),
    Shot("pictures/table-no-colour", (100, 30), FOLLOWING, Palette(Colours.NONE)),
    Shot("pictures/table-ascii", (80, 24), FOLLOWING, Palette(Colours.NONE, ascii=True)),
    Shot("pictures/table-legible", (100, 30), FOLLOWING, Palette(cards=Cards.LEGIBLE)),
    Shot("pictures/leading", (100, 30), when(lambda view: view.prompt == "lead", "1")),
    Shot("pictures/last-trick", (100, 30), when(lambda view: lively(view) and bool(view.fields["last_trick"]), "l")),
    Shot("pictures/between-deals", (120, 36), when(lambda view: len(view.sheets) == 2)),
    Shot("pictures/between-deals-80x24", (80, 24), when(lambda view: len(view.sheets) == 2)),
    Shot("pictures/gathering", (120, 36), gathering),
    Shot("pictures/sheet", (100, 30), sheet),
    Shot("pictures/ranking", (100, 30), ranking),
    Shot("pictures/forty-five", (120, 36), of_fives(Setup("forty-five", 4, {"partners": True}), "right")),
    Shot("pictures/twenty-five", (100, 30), of_fives(Setup("twenty-five", 5, first_dealer=Seat(4)), "right")),
    Shot("pictures/ten", (160, 50), of_fives(Setup("forty-five", 10), "right")),
    Shot("pictures/welcome", (80, 24), pressed(wait="New table"), errand=Greet()),
    Shot("pictures/new-table", (100, 30), pressed("n", wait="Players"), errand=Greet()),
    Shot("pictures/keys", (100, 30), pressed("question_mark", wait="At other times")),
    Shot("pictures/lesson", (100, 30), pressed("l", wait="of 12"), errand=Greet()),
    Shot("pictures/settings", (100, 30), pressed("o", wait="Colours"), errand=Greet()),
)
"""Every picture."""


async def rows(shot: Shot) -> list[list[Segment]]:
    """Return what a terminal would show, cell by cell."""
    server = FakeServer() if isinstance(shot.errand, Greet) else None
    async with running(shot.errand, server, shot.size, shot.palette) as (app, pilot):
        await shot.show(app, pilot)
        return [list(strip) for strip in app.screen._compositor.render_strips()]  # noqa: SLF001 - all that is drawn


async def draw(shot: Shot) -> str:
    """Draw one picture, and return it as SVG."""
    return to_svg(await rows(shot), shot.size[0], shot.palette.shades.fill(Ground.TABLE))


async def _draw_all(shots: Sequence[Shot], folder: Path) -> None:
    for shot in shots:
        path = folder / f"{shot.name}.svg"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(await draw(shot), "utf-8")
        print(f"wrote {path}")


def main(arguments: Sequence[str]) -> int:
    """Draw all pictures into a folder."""
    asyncio.run(_draw_all(SHOTS, Path(arguments[0]) if arguments else FOLDER))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
