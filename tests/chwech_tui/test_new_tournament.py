"""Tournaments that a person makes and calls off on the screen."""

import pytest
from textual.pilot import Pilot

from chwech_tui.app import ChwechApp
from chwech_tui.screens.new_table import NewTournamentScreen, TournamentNameScreen
from chwech_tui.screens.tournaments import TournamentScreen, TournamentsScreen
from protocol.contacts import Invited
from protocol.errors import ErrorCode
from protocol.messages import Refused
from protocol.setup import Clock, Setup
from protocol.tournaments import CancelTournament, Form, MakeTournament, StartTournament, TournamentPlan
from tests.chwech_tui.fake_server import FakeServer, played
from tests.chwech_tui.golden import SIZES, look
from tests.chwech_tui.player import until
from tests.chwech_tui.screens_text import running, screen_text
from tests.chwech_tui.test_lobby import HERE, crowd
from tests.chwech_tui.test_tournaments import cups


async def at_form(app: ChwechApp, pilot: Pilot[int]) -> None:
    """Open the form from the lobby."""
    await until(pilot, lambda: "3 tables" in screen_text(app))
    await pilot.press("u")
    await until(pilot, lambda: isinstance(app.screen, TournamentsScreen))
    await pilot.press("n")
    await until(pilot, lambda: isinstance(app.screen, NewTournamentScreen))


def plans(server: FakeServer) -> list[TournamentPlan]:
    """Give the tournaments that were asked for."""
    return [message.plan for message in server.heard if isinstance(message, MakeTournament)]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_form_looks_as_it_did(size: tuple[int, int]) -> None:
    """The choices, the question for the name, and the tournament that comes of them look as committed."""
    async with running(HERE, crowd(), size) as (app, pilot):
        await at_form(app, pilot)
        await pilot.press("down", "down", "right")
        await look(app, pilot, f"new-tournament-{size[0]}x{size[1]}")
        await pilot.press("up", "up", "enter", *"Cwpan")
        await look(app, pilot, f"new-tournament-name-{size[0]}x{size[1]}")
        await pilot.press("enter")
        await until(pilot, lambda: "Cwpan, by Megan" in screen_text(app))
        await look(app, pilot, f"new-tournament-made-{size[0]}x{size[1]}")


async def test_a_tournament_is_made_as_chosen() -> None:
    """Its name, form, rounds, time and game are those of the form; who makes it sees it at once, and starts it."""
    server = crowd()
    async with running(HERE, server) as (app, pilot):
        await at_form(app, pilot)
        await pilot.press("down", "enter", *"Cup", "enter")
        assert "‹ Cup ›" in screen_text(app)
        await pilot.press("down", "right", "down", "right", "right", "down", "right", "right", "right")
        await pilot.press("down", "right", "up", "enter")
        await until(pilot, lambda: isinstance(app.screen, TournamentScreen))
        assert plans(server) == [TournamentPlan("Cup", Setup("chwech", 6), Form.LEAGUE, 2, Clock(86_400.0), 1)]
        await until(pilot, lambda: "Cup, by Megan" in screen_text(app))
        await pilot.press("s")
        await until(pilot, lambda: played(server, StartTournament) == 1)


async def test_without_a_name_it_is_asked_for() -> None:
    """Esc there leads back to the form, and nothing is made."""
    server = crowd()
    async with running(HERE, server) as (app, pilot):
        await at_form(app, pilot)
        await pilot.press("enter", "x", "escape")
        assert isinstance(app.screen, NewTournamentScreen)
        await pilot.press("enter", "enter")
        assert isinstance(app.screen, NewTournamentScreen)
        await pilot.press("right")
        assert "Choose a line" in screen_text(app)
        await pilot.press("enter")
        assert isinstance(app.screen, TournamentNameScreen)
        await pilot.press("escape", "escape")
        assert isinstance(app.screen, TournamentsScreen)
        assert plans(server) == []


async def test_a_key_that_comes_twice_makes_one() -> None:
    """While the answer is on its way nothing else is made."""
    server = crowd()
    async with running(HERE, server) as (app, pilot):
        await at_form(app, pilot)
        await pilot.press("down", "enter", *"Cup", "enter", "up")
        server.silent = True
        await pilot.press("enter", "enter", "enter")
        await until(pilot, lambda: len(plans(server)) > 0)
        await pilot.press("enter")
        await pilot.pause()
        assert len(plans(server)) == 1


async def test_what_the_server_refuses_is_said_on_the_form() -> None:
    """In the words of the command, and the choices are still there."""
    server = crowd()
    async with running(HERE, server) as (app, pilot):
        await at_form(app, pilot)
        server.refusals = [Refused(1, ErrorCode.NOT_NOW, "tournaments are for people with an account")]
        await pilot.press("enter", *"Cup", "enter")
        await until(pilot, lambda: "Tournaments are for people with an account." in screen_text(app))
        assert isinstance(app.screen, NewTournamentScreen)
        assert "‹ Cup ›" in screen_text(app)


async def ask_to_call_off(app: ChwechApp, pilot: Pilot[int]) -> None:
    """Open the tournament that the player has made, and press the key that calls it off."""
    await until(pilot, lambda: "3 tables" in screen_text(app))
    await pilot.press("u")
    await until(pilot, lambda: "Cynghrair" in screen_text(app))
    await pilot.press("enter")
    await until(pilot, lambda: "c call off" in screen_text(app))
    await pilot.press("c")
    assert "Call it off?" in screen_text(app)


async def test_its_maker_calls_it_off() -> None:
    """After a question; whoever has not made it cannot."""
    server = cups()
    async with running(HERE, server) as (app, pilot):
        await ask_to_call_off(app, pilot)
        await pilot.press("escape")
        assert "Call it off?" not in screen_text(app)
        await pilot.press("c", "y")
        await until(pilot, lambda: "Called off" in screen_text(app))
        assert [one.tournament for one in server.heard if isinstance(one, CancelTournament)] == [4]
        assert "c call off" not in screen_text(app)
        await pilot.press("escape", "down", "enter")
        await until(pilot, lambda: "Cwpan y Gaeaf, by Nia" in screen_text(app))
        await pilot.press("c", "y")
        assert played(server, CancelTournament) == 1


async def test_an_invitation_withdraws_the_question_whether_to_call_it_off() -> None:
    """Enter, which the invitation may name, answers no question that is not seen any more."""
    server = cups()
    async with running(HERE, server) as (app, pilot):
        await ask_to_call_off(app, pilot)
        await server.push(Invited("Nia", "red-tree-sky"))
        await until(
            pilot, lambda: "Nia invites you to red-tree-sky: go back with Esc, then j joins." in screen_text(app)
        )
        await pilot.press("enter", "y")
        await pilot.press("r")
        await until(pilot, lambda: "Call it off?" not in screen_text(app))
        assert played(server, CancelTournament) == 0
