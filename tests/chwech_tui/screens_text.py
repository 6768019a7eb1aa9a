"""The screen of a running app as text, cell by cell, as a terminal would show it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import replace
from textual.pilot import Pilot
from textual.screen import Screen

from chwech_tui.app import ChwechApp
from chwech_tui.errand import Errand
from chwech_tui.link import Identity, Route
from chwech_tui.model.settings import Coach, Rest, Settings, Switch
from chwech_tui.theme import Palette
from protocol.aio import ClientChannel
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.player import at_table, until

HURRIED = Settings(
    rest=Rest.NONE, motion=Switch.OFF, coach=Coach.OFF
)  # The settings of the tests: nothing waits for someone to look.


def screen_text(app: ChwechApp) -> str:
    """Give what the app's compositor has composed, without trailing blanks."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips) + "\n"


async def tap(
    pilot: Pilot[int],
    *keys: str,
    holds: Callable[[], bool] = lambda: True,
    shows: str = "",
    opens: type[Screen[Any]] = Screen,
) -> None:
    """Press keys, and wait until a screen of this kind is open and shows these words, and something else holds."""
    app = pilot.app
    assert isinstance(app, ChwechApp)
    await pilot.press(*keys)
    await until(pilot, lambda: isinstance(app.screen, opens) and shows in screen_text(app) and holds())


async def nobody() -> ClientChannel:
    """Dial a server that never answers."""
    await asyncio.Event().wait()
    raise AssertionError("this is never reached")


@asynccontextmanager
async def running(
    errand: Errand,
    server: FakeServer | None = None,
    size: tuple[int, int] = (100, 30),
    palette: Palette | None = None,
    identity: Identity | None = None,
    settings: Settings = HURRIED,
    *,
    shows: str = "",
    sits: bool = False,
) -> AsyncIterator[tuple[ChwechApp, Pilot[int]]]:
    """Run the app against a server in memory, or against none, from when it shows a text, or a table."""
    dial = server.dial if server is not None else nobody
    palette = palette or Palette()
    app = ChwechApp(Route(dial, identity or Identity("Megan")), errand, palette)
    app.apply(replace(settings, cards=palette.cards))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await until(pilot, lambda: shows in screen_text(app) and (not sits or at_table(app)))
        yield app, pilot
