"""Another nickname, asked for in the lobby."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual.events import Paste
from textual.pilot import Pilot

from chwech_tui.app import ChwechApp
from chwech_tui.errand import Join
from chwech_tui.link import Identity
from chwech_tui.screens.lobby import LobbyScreen
from chwech_tui.screens.question import QuestionScreen
from protocol.people import Rename
from tests.chwech_tui.fake_server import FakeServer, played
from tests.chwech_tui.golden import look
from tests.chwech_tui.player import until
from tests.chwech_tui.screens_text import running, screen_text, tap


@asynccontextmanager
async def asked_for_a_name(server: FakeServer, size: tuple[int, int]) -> AsyncIterator[tuple[ChwechApp, Pilot[int]]]:
    """Come to the lobby as Megan, and ask for another nickname."""
    async with running(Join("cards.example"), server, size, shows="You are Megan") as (app, pilot):
        await tap(pilot, "p", opens=QuestionScreen)
        yield app, pilot


async def test_a_new_name_is_shown_at_once() -> None:
    """The lobby calls its reader by it, and a connection that is lost comes back by it."""
    async with asked_for_a_name(FakeServer(), (80, 24)) as (app, pilot):
        await pilot.press(*"Bronwen")
        await look(app, pilot, "renaming-80x24")
        await tap(pilot, "enter", shows="You are Bronwen now.")
        assert isinstance(app.screen, LobbyScreen)
        assert "You are Megan" not in screen_text(app)
        assert app._link.identity == Identity("Bronwen", "id.secret")


async def test_no_more_is_written_than_a_name_has_room_for() -> None:
    """Of characters that are two cells wide only half as many: nothing is cut once it is sent."""
    async with asked_for_a_name(FakeServer(), (80, 24)) as (app, pilot):
        app.screen.post_message(Paste("日本語" * 4))
        await until(pilot, lambda: "日本語日本語日本語日_" in screen_text(app))
        await pilot.press("本")
        assert "日本語日本語日本語日_" in screen_text(app)


async def test_a_name_that_is_taken_is_said_to_be() -> None:
    """The old one stays; Esc asks for nothing."""
    server = FakeServer()
    async with asked_for_a_name(server, (160, 50)) as (app, pilot):
        await tap(pilot, "escape", opens=LobbyScreen)
        assert played(server, Rename) == 0
        await tap(pilot, "p", opens=QuestionScreen)
        await tap(pilot, *"Owain", "enter", shows="Somebody else here is called Owain.")
        # What was typed is still there, to be mended.
        await tap(pilot, "2", "enter", shows="You are Owain2 now.")
        assert isinstance(app.screen, LobbyScreen)
