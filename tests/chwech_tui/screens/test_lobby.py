"""How the lobby shares a low screen out between the list and the chat."""

from msgspec.structs import replace

from protocol.lobby import LobbyChanged
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.golden import resize
from tests.chwech_tui.player import until
from tests.chwech_tui.screens_text import running, screen_text
from tests.chwech_tui.test_lobby import HERE, TABLES, TALK, crowd


async def test_without_talk_a_low_screen_has_room_for_the_list() -> None:
    """The line below the tables is not hidden for talk that there is not."""
    server = crowd()
    server.others, server.talk = TABLES[:1], ()
    async with running(HERE, server, (80, 24)) as (app, pilot):
        await until(pilot, lambda: "1 table " in screen_text(app))
        assert "Deal of the day" in screen_text(app)
        await server.push(LobbyChanged(6, talk=TALK[:1]))
        await until(pilot, lambda: "Who wants a game of four?" in screen_text(app))
        assert "Deal of the day" in screen_text(app)
        # Long talk has the room of one line.
        await server.push(LobbyChanged(6, talk=tuple(replace(TALK[1], number=number) for number in range(2, 6))))
        await until(pilot, lambda: "Deal of the day" not in screen_text(app))
        await resize(app, pilot, 140, 24)
        assert "Deal of the day" in screen_text(app)


async def test_an_empty_lobby_shows_all_that_it_has() -> None:
    """On the smallest screen, too: there is room enough where there are no tables."""
    async with running(HERE, FakeServer(), (80, 24)) as (app, pilot):
        await until(pilot, lambda: "No tables yet" in screen_text(app))
        assert "Deal of the day" in screen_text(app)
        assert "↓" not in screen_text(app)
