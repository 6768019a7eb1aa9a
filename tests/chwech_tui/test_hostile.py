"""A fault that follows from what a server has said ends the client with a line, wherever it comes to light."""

import pytest

from chwech_tui.errand import Join, PlayNow
from chwech_tui.model.ink import printable
from chwech_tui.screens.table import TableScreen
from chwech_tui.visit import LONGEST_WORDS
from protocol.messages import Goodbye
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.player import at_table, table_of, until
from tests.chwech_tui.screens_text import running

SENTENCE = "The server sent something that this client cannot understand (KeyError in test_hostile.py, line "


def fails(*_: object) -> None:
    """Come to grief."""
    raise KeyError("\x1b[2J")


async def test_a_fault_in_what_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends the client with one line and the status 1; what the server said is not in it."""
    monkeypatch.setattr(TableScreen, "hear", fails)
    async with running(PlayNow(), FakeServer()) as (app, pilot):
        await until(pilot, lambda: app.parting_words != "")
    assert app.parting_words.startswith(SENTENCE)
    assert app.parting_words == printable(app.parting_words)
    assert (app.return_code, type(app.fault)) == (1, KeyError)


async def test_a_fault_that_comes_to_light_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault when something is drawn or a key is pressed blames nobody else, and leaves no trace of memory."""
    with pytest.raises(KeyError):  # noqa: PT012  # it is raised once the app has ended
        async with running(PlayNow(), FakeServer()) as (app, pilot):
            await until(pilot, lambda: at_table(app))
            monkeypatch.setattr(TableScreen, "press", fails)
            await pilot.press("l")
    assert app.parting_words.startswith("This client has a fault (KeyError in test_hostile.py, line ")
    assert app._exit_renderables == []


async def test_a_long_farewell_is_cut() -> None:
    """However much a server says in the end, and whatever is in it, little and clean text is left."""
    server = FakeServer()
    server.farewell = Goodbye("odd", "\x1b[2Jgone " + "word " * 20_000)
    async with running(Join("cards.example"), server) as (app, pilot):
        await until(pilot, lambda: app.parting_words != "")
    assert app.parting_words.startswith("[2Jgone word")
    assert len(app.parting_words) <= LONGEST_WORDS


async def test_a_server_that_cannot_be_understood_is_told_at_the_table() -> None:
    """The table stays as it was, with the reason, and a key leaves it."""
    server = FakeServer()
    async with running(PlayNow(), server) as (app, pilot):
        await until(pilot, lambda: at_table(app))
        assert server.stage is not None
        assert server._channel is not None
        server._channel._writer.write(b"\x00\x00\x00\x01\xc1")
        await until(pilot, lambda: table_of(app).board.parted)
        assert "cannot understand" in table_of(app).board.trouble
        await pilot.press("q")
        await until(pilot, lambda: app._exit)
