"""Golden screens: the text of a screen as committed, which CHWECH_REGENERATE=screens writes anew.

A golden holds the screen in full colour on a dark ground; below it, if there are such, the lines that are drawn
otherwise where there are few colours or none, and where there is nothing but ASCII; those of a large one would say
the same again.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace
from textual.pilot import Pilot

from chwech_tui.app import ChwechApp
from chwech_tui.ascii import to_ascii
from chwech_tui.model.board import Board
from chwech_tui.model.commands import press
from chwech_tui.model.settings import Theme
from chwech_tui.screens.table import TableScreen
from chwech_tui.theme import Colours, Palette
from tests.chwech_tui.screens_text import HURRIED, screen_text

GOLDENS = Path(__file__).parent.parent / "golden" / "screens"
SMALL, LARGE = (80, 24), (120, 30)
SIZES = (SMALL, LARGE)


def compare(name: str, text: str) -> None:
    """Hold a text against its golden, or write the golden anew."""
    path = GOLDENS / f"{name}.txt"
    if os.environ.get("CHWECH_REGENERATE") == "screens":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


async def look(app: ChwechApp, pilot: Pilot[int], name: str) -> None:
    """Hold the screen of an app against its golden, in the look that it has and, unless it is large, in every palette.

    A light ground changes no text at all; sixteen colours and none give the same text.
    """
    own = app._palette
    full = screen_text(app)
    if app.size == LARGE:
        compare(name, full)
        return
    assert own.colours is Colours.ALL
    assert not own.ascii
    assert await _text(app, pilot, replace(own, theme=Theme.LIGHT)) == full
    few = await _text(app, pilot, replace(own, colours=Colours.NONE))
    assert await _text(app, pilot, replace(own, colours=Colours.SIXTEEN, theme=Theme.DARK)) == few
    bare = await _text(app, pilot, replace(own, colours=Colours.NONE, ascii=True))
    assert bare.isascii()
    assert await _text(app, pilot, own) == full
    sections = (_others("few colours or none", full, few), _others("ASCII", to_ascii(few), bare))
    compare(name, full + "".join(line for section in sections for line in section))


async def look_at_tables(app: ChwechApp, pilot: Pilot[int], boards: Mapping[str, Board]) -> None:
    """Hold the table screen against the golden of each board, by its name, at the size that it has."""
    for name, board in boards.items():
        _table(app).take(board)
        await pilot.pause()
        await look(app, pilot, f"{name}-{app.size.width}x{app.size.height}")


async def look_at_sheets(app: ChwechApp, pilot: Pilot[int], boards: Mapping[str, Board]) -> None:
    """Hold the score sheet of each board against its golden, by its name, and close it."""
    for name, board in boards.items():
        table = _table(app)
        table.take(replace(board, settings=HURRIED))
        table.show_sheet()
        await pilot.pause()
        await look(app, pilot, f"{name}-{app.size.width}x{app.size.height}")
        await pilot.press("escape")


def _table(app: ChwechApp) -> TableScreen:
    assert isinstance(app.screen, TableScreen)
    return app.screen


def pressed(board: Board, keys: Iterable[str]) -> Board:
    """Give a board after some keys."""
    for key in keys:
        board, _ = press(board, key)
    return board


async def _text(app: ChwechApp, pilot: Pilot[int], palette: Palette) -> str:
    app.repaint(palette)
    await pilot.pause()
    return screen_text(app)


def _others(title: str, usual: str, other: str) -> Iterator[str]:
    """Yield the lines that differ from the usual ones, with their numbers from 1, after a title; nothing for none."""
    lines = zip(usual.splitlines(), other.splitlines(), strict=True)
    differ = [f"{number:>3}│{new}\n" for number, (old, new) in enumerate(lines, start=1) if new != old]
    if differ:
        yield f"──── in {title}\n"
        yield from differ
