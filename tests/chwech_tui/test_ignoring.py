"""Ignoring someone is one thing: at every table and in the lobby, seen in both, and taken back in both."""

import pytest
from msgspec.structs import replace

from chwech_tui import link
from chwech_tui.app import ChwechApp
from chwech_tui.errand import Join
from chwech_tui.model.ink import Pick, Press
from chwech_tui.screens.lists import PeopleScreen
from chwech_tui.screens.lobby import LobbyScreen
from protocol.lobby import LobbyChanged, Person, SayInLobby, Where
from protocol.message import Seat
from protocol.messages import Accepted, Happened, Seated, WatchTable
from protocol.people import Invite
from protocol.setup import Setup
from protocol.table import Occupant, Rematch, RematchOffered, Said, Say, TablePhase
from tests.chwech_tui.fake_server import played
from tests.chwech_tui.golden import SMALL, look
from tests.chwech_tui.player import at_table, click, shown_table, until
from tests.chwech_tui.screens_text import running, screen_text, tap
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.test_lobby import HERE, crowd


def words(app: ChwechApp) -> str:
    """Give what the screen says, wherever its lines break."""
    return " ".join(screen_text(app).split())


async def test_people_are_listed_and_ignored() -> None:
    """The list and the lobby mark who is ignored, and what they say is not shown; x asks first, and takes it back."""
    async with running(HERE, crowd(), SMALL, shows="Nia: Good evening!") as (app, pilot):
        await tap(pilot, "i", opens=PeopleScreen)
        await pilot.press("down", "x", "enter", "enter", "x", "x")
        assert "(ignored)" not in screen_text(app), "Enter neither ignores nor confirms"
        await tap(pilot, "x", "y", shows="▌ Nia (ignored)")
        await look(app, pilot, "people-80x24")
        await tap(pilot, "escape", opens=LobbyScreen)
        assert "Nia: " not in screen_text(app)
        await pilot.press("i", "down", "x", "q")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and "Nia: Good evening!" in screen_text(app))
        assert "ignored" not in screen_text(app)


async def test_the_list_follows_who_comes_and_goes() -> None:
    """Whoever is chosen stays chosen; who has gone but has spoken is there still, and a click is as good as a key."""
    server = crowd()
    async with running(HERE, server, shows="3 tables") as (app, pilot):
        await tap(pilot, "i", "down", "down", shows="▌ Bronwen")
        await server.push(LobbyChanged(6, people=(Person("Huw", Where.LOBBY),), left=("Owain", "Nia")))
        await until(pilot, lambda: "Huw" in screen_text(app))
        assert "▌ Bronwen" in screen_text(app)
        assert "Owain" not in screen_text(app)
        assert "not online" in screen_text(app)
        await click(pilot, "list", Pick(0))
        await until(pilot, lambda: played(server, Invite) == 1)
        await click(pilot, "foot", Press("escape"))
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_who_is_ignored_in_the_lobby_is_not_heard_at_a_table() -> None:
    """Nor the other way round, nor at the next table."""
    server = crowd()
    server.stage = Stage(Setup())
    async with running(HERE, server, (120, 36), shows="4 tables") as (app, pilot):
        await tap(pilot, "i", "down", "x", "y", "escape", "enter", holds=lambda: at_table(app))
        table = shown_table(app)
        seats = (*table.seats[:1], Occupant("Nia"), Occupant("Idris"), *table.seats[3:])
        table = replace(table, seats=seats, seq=9)
        for name in ("Nia", "Idris"):
            app.post_message(ChwechApp.Heard(Happened(9, Said(name, f"it is {name}", Seat(1)), table)))
        await until(pilot, lambda: "it is Idris" in screen_text(app))
        assert "it is Nia" not in screen_text(app)
        assert "Nia×" in screen_text(app)
        await tap(pilot, "i", opens=PeopleScreen)
        await until(pilot, lambda: "▌ Nia (ignored)" in screen_text(app))
        await tap(pilot, "x", "down", "x", "y", shows="▌ Idris (ignored)")
        await pilot.press("escape", "q", "y")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and "Idris (ignored)" in words(app))
        assert "Nia: Good evening!" in screen_text(app)


async def test_who_looks_on_follows_to_the_next_game() -> None:
    """N leads a spectator to the table of the rematch, once there is one; a seat is asked for by nobody."""
    server = crowd()
    server.stage = Stage(Setup())
    async with running(Join("cards.example"), server, shows="4 tables") as (app, pilot):
        await tap(pilot, "w", holds=lambda: at_table(app))
        table = shown_table(app)
        over = replace(table, phase=TablePhase.OVER, seq=99)
        app.post_message(ChwechApp.Heard(Seated(98, over)))
        await until(pilot, lambda: "The game is over." in screen_text(app))
        await tap(pilot, "n", shows="Nobody has asked for a rematch yet.")
        once_more = replace(over, rematch="red-tree-sky", seq=100)
        app.post_message(ChwechApp.Heard(Happened(100, RematchOffered("red-tree-sky", Seat(1)), once_more)))
        await until(pilot, lambda: "Rematch at red-tree-sky: n watches." in screen_text(app))
        await tap(pilot, "n", holds=lambda: played(server, WatchTable) == 2)
    assert [message.table for message in server.heard if isinstance(message, WatchTable)][-1] == "red-tree-sky"
    assert played(server, Rematch) == 0


@pytest.mark.parametrize("sits", [True, False], ids=["at a table", "in the lobby"])
async def test_what_is_said_is_on_its_way_until_the_server_has_it(sits: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the answer is late this is told; with the answer it goes."""
    monkeypatch.setattr(link, "LATE_SECONDS", 0.01)
    server = crowd()
    server.stage = Stage(Setup())
    async with running(HERE, server, shows="4 tables") as (app, pilot):
        if sits:
            await tap(pilot, "enter", holds=lambda: at_table(app))
        server.silent = True
        await tap(pilot, "t", "h", "i", "enter", shows="Your message is on its way.")
        said = next(message for message in server.heard if isinstance(message, Say | SayInLobby))
        await server.push(Accepted(said.id, 1))
        await until(pilot, lambda: "What you have said" not in screen_text(app))
