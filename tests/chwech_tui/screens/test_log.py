"""The log as a page: long messages are read to their end, and nothing of it is out of reach."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from msgspec.structs import replace
from textual.pilot import Pilot

from chwech_tui.app import ChwechApp
from chwech_tui.describe import note
from chwech_tui.errand import PlayNow
from chwech_tui.model.board import remarked
from chwech_tui.model.ink import Press
from chwech_tui.screens.sheet import LogScreen
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.player import at_table, click, table_of, until
from tests.chwech_tui.screens_text import running, screen_text

LONG = " ".join(f"word{number}" for number in range(60))
"""A message longer than the log beside the seats."""


@asynccontextmanager
async def reading(lines: int = 0) -> AsyncIterator[tuple[ChwechApp, Pilot[int], LogScreen]]:
    """Open the log of a table at which so many lines and a long message were said."""
    async with running(PlayNow(), FakeServer(), size=(80, 24)) as (app, pilot):
        await until(pilot, lambda: at_table(app) and table_of(app).board.game is not None)
        screen = table_of(app)
        board = replace(screen.board, chronicle=())
        for number in range(lines):
            board = replace(board, chronicle=note(board.chronicle, f"line {number}."))
        screen.take(remarked(board, LONG))
        assert "word59" not in screen_text(app)
        await pilot.press("pageup")
        await until(pilot, lambda: isinstance(app.screen, LogScreen))
        assert isinstance(app.screen, LogScreen)
        yield app, pilot, app.screen


async def test_a_long_message_is_read_to_its_end() -> None:
    """The page has as many lines for it as it needs; Esc leads back to the table."""
    async with reading() as (app, pilot, _screen):
        assert "word0 " in screen_text(app)
        assert "word59" in screen_text(app)
        await pilot.press("escape")
        assert at_table(app)


async def test_the_page_begins_at_the_newest_line_and_is_scrolled() -> None:
    """By lines, by pages, to both ends and with the wheel; never beyond the log."""
    async with reading(100) as (app, pilot, screen):
        assert "word59" in screen_text(app)
        await pilot.press("up")
        assert "word59" not in screen_text(app)
        await pilot.press("down", "down")
        assert "word59" in screen_text(app)
        await pilot.press("pageup")
        assert "line 80." in screen_text(app)
        await pilot.press("home", "home")
        assert "line 0." in screen_text(app)
        await pilot.press("pagedown")
        assert "line 18." in screen_text(app)
        await pilot.press("end")
        assert "word59" in screen_text(app)
        screen.on_mouse_scroll_up(None)  # type: ignore[arg-type]  # it is not looked at
        assert screen._below == 3
        screen.on_mouse_scroll_down(None)  # type: ignore[arg-type]  # as above
        await click(pilot, "foot", Press("up"))
        assert screen._below == 1
