"""Talk that the server takes its time with."""

import pytest

from chwech_tui import link
from protocol.lobby import SayInLobby
from protocol.messages import Accepted
from protocol.setup import Setup
from protocol.talk import Say
from tests.chwech_tui.player import at_table, until
from tests.chwech_tui.screens_text import running, screen_text
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.test_lobby import HERE, crowd


@pytest.mark.parametrize("sits", [True, False], ids=["at a table", "in the lobby"])
async def test_what_is_said_is_on_its_way_until_the_server_has_it(sits: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the answer is late this is told; with the answer it goes."""
    monkeypatch.setattr(link, "LATE_SECONDS", 0.01)
    server = crowd()
    server.stage = Stage(Setup())
    async with running(HERE, server) as (app, pilot):
        await until(pilot, lambda: "4 tables" in screen_text(app))
        if sits:
            await pilot.press("enter")
            await until(pilot, lambda: at_table(app))
        server.silent = True
        await pilot.press("t", "h", "i", "enter")
        await until(pilot, lambda: "What you have said is on its way." in screen_text(app))
        said = next(message for message in server.heard if isinstance(message, Say | SayInLobby))
        await server.push(Accepted(said.id, 1))
        await until(pilot, lambda: "What you have said" not in screen_text(app))
