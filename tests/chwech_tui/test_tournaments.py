"""Tournaments, as a person sees them and takes part."""

from msgspec.structs import replace
from textual.pilot import Pilot

from chwech_tui.app import ChwechApp
from chwech_tui.screens.lists import TournamentScreen, TournamentsScreen
from chwech_tui.screens.lobby import LobbyScreen
from chwech_tui.screens.new_table import NewTournamentScreen
from chwech_tui.screens.question import QuestionScreen
from protocol.messages import JoinTable, WatchTable
from protocol.people import Invited
from protocol.setup import Clock, Setup
from protocol.table import TablePhase
from protocol.tournaments import (
    CancelTournament,
    EnterTournament,
    ListTournaments,
    MakeTournament,
    ReadTournament,
    Standing,
    StartTournament,
    TournamentEntry,
    TournamentForm,
    TournamentPlan,
    TournamentShown,
    TournamentTable,
)
from tests.chwech_tui.fake_server import FakeServer, played
from tests.chwech_tui.golden import SMALL, look
from tests.chwech_tui.player import until
from tests.chwech_tui.screens_text import running, screen_text, tap
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.test_lobby import HERE, crowd

NAMES = ("Megan", "Owain", "Nia", "Siân Llewellyn-Hughes", "Rhys", "Ifan", "Gwen", "Mabli", "Twm")

PLAN = TournamentPlan("Cwpan y Gaeaf", Setup("chwech", 6, {"deals": 12}), TournamentForm.SWISS, 3, Clock(60.0))

PLAYED = TournamentShown(
    1,
    TournamentEntry(3, PLAN, TablePhase.PLAYING, "Nia", 9, 2, entered=True),
    tuple(
        Standing(name, place, 9.5 - place, 6.0 - place / 2, 40.0 - 11 * place, you=name == "Megan")
        for place, name in enumerate(NAMES, start=1)
    ),
    2,
    (
        TournamentTable("calm-river-lamp", ("Megan", "", "Owain", "Nia", "Rhys", "Ifan"), (54, 9, 27, 36, 81, 0), True),
        TournamentTable("quiet-nine-king", ("Gwen", "Mabli", "", "Twm", "", "Siân Llewellyn-Hughes")),
    ),
)

GATHERING = TournamentShown(
    1,
    TournamentEntry(
        4,
        TournamentPlan("Cynghrair", Setup("forty-five", 5), TournamentForm.LEAGUE, 0, Clock(172_800.0), 14),
        TablePhase.GATHERING,
        "Megan",
        2,
        yours=True,
    ),
    (Standing("Owain", 1, 0.0), Standing("Nia", 1, 0.0)),
)


def cups() -> FakeServer:
    """Give a server with two tournaments."""
    server = crowd()
    server.tournaments = {4: GATHERING, 3: PLAYED}
    return server


async def test_the_list_and_one_of_it() -> None:
    """The list tells how far each is; one that is open shows the standings and the tables of the round."""
    async with running(HERE, cups(), SMALL, shows="3 tables") as (app, pilot):
        await tap(pilot, "u", shows="Cwpan y Gaeaf")
        await look(app, pilot, "tournaments-80x24")
        await tap(pilot, "down", "enter", holds=lambda: "round 2 of 3, you take part" in screen_text(app).lower())
        await look(app, pilot, "tournament-80x24")


DUPLICATE = replace(
    PLAYED,
    tournament=replace(PLAYED.tournament, plan=replace(PLAN, duplicate=True)),
    standings=tuple(Standing(name, place, 40.25 - 9.5 * place) for place, name in enumerate(NAMES, start=1)),
)


async def test_a_duplicate_tournament_has_points_alone() -> None:
    """The plan says so, points have their sign, and there are no tie-breaks."""
    server = cups()
    server.tournaments = {3: DUPLICATE}
    async with running(HERE, server, (80, 24), shows="3 tables") as (app, pilot):
        await tap(pilot, "u", shows="Cwpan y Gaeaf")
        await tap(pilot, "enter", shows="+30.8")
        assert "duplicate" in screen_text(app)
        assert "Margin" not in screen_text(app)


async def test_its_maker_starts_it() -> None:
    """Before the start one sees who has entered; e takes part, s starts what one has made."""
    server = cups()
    async with running(HERE, server, shows="3 tables") as (app, pilot):
        await tap(pilot, "u", shows="Cynghrair")
        await tap(pilot, "enter", shows="Cynghrair, by Megan")
        assert "s start" in screen_text(app)
        await tap(pilot, "e", shows="you take part")
        await tap(pilot, "s", holds=lambda: played(server, StartTournament) == 1)
        assert [one.entered for one in server.heard if isinstance(one, EnterTournament)] == [True]
        await tap(pilot, "r", "escape", holds=lambda: played(server, ListTournaments) == 2)
        await tap(pilot, "r", "escape", opens=LobbyScreen)


async def test_a_table_is_gone_to() -> None:
    """Enter on a table of the round leads there, and the arrows show other rounds."""
    server = cups()
    async with running(HERE, server, shows="3 tables") as (app, pilot):
        await tap(pilot, "u", shows="Cwpan y Gaeaf")
        await tap(pilot, "down", "enter", shows="Round 2")
        await tap(pilot, "left", shows="Round 1")
        await tap(pilot, "left", "right", shows="Round 2")
        assert [one.round for one in server.heard if isinstance(one, ReadTournament)] == [0, 1, 2]
        await pilot.press("home", "enter")
        assert isinstance(app.screen, TournamentScreen)
        await tap(pilot, "end", "enter", holds=lambda: played(server, WatchTable) == 1)
        assert next(one.table for one in server.heard if isinstance(one, WatchTable)) == "quiet-nine-king"


async def test_a_guest_looks_on() -> None:
    """No table is theirs, so that the first person is chosen, not the headings; the form is for others."""
    server = cups()
    server.guest = True
    others = tuple(replace(standing, you=False) for standing in PLAYED.standings)
    server.tournaments = {3: replace(PLAYED, standings=others)}
    async with running(HERE, server, shows="3 tables") as (_app, pilot):
        await tap(pilot, "u", shows="Cwpan y Gaeaf")
        await tap(pilot, "n", shows="Tournaments are for people with an account")
        await tap(pilot, "enter", shows="▌     1  Megan")


async def test_an_empty_list_says_so() -> None:
    """And its foot names the key that makes one."""
    async with running(HERE, crowd(), shows="3 tables") as (app, pilot):
        await tap(pilot, "u", shows="No tournaments yet.")
        assert "n new" in screen_text(app)
        await tap(pilot, "enter", "q", opens=LobbyScreen)


async def test_who_waits_at_a_tournament_is_led_to_their_table() -> None:
    """When a round begins the page shows it, and Enter goes to one's table; no round passes unseen."""
    server = cups()
    server.tournaments = {3: replace(PLAYED, tournament=replace(PLAYED.tournament, round=1), round=1, tables=())}
    async with running(HERE, server, shows="3 tables") as (app, pilot):
        await tap(pilot, "u", shows="Cwpan y Gaeaf")
        await tap(pilot, "enter", holds=lambda: "round 1 of 3" in screen_text(app).lower())
        server.tournaments = {3: PLAYED}
        await server.push(Invited("Cwpan y Gaeaf", "calm-river-lamp"))
        await until(pilot, lambda: "Enter goes there." in screen_text(app))
        assert "Cwpan y Gaeaf invites you to calm-river-lamp" in screen_text(app)
        await tap(pilot, "enter", holds=lambda: played(server, WatchTable) == 1)


async def test_an_invitation_elsewhere_says_the_way() -> None:
    """Over the list of tournaments, and over one with other tables, it is the lobby that leads there."""
    server = cups()
    server.stage = Stage(Setup())
    async with running(HERE, server, shows="4 tables") as (app, pilot):
        await tap(pilot, "u", shows="Cwpan y Gaeaf")
        await server.push(Invited("Nia", "red-tree-sky"))
        await until(
            pilot, lambda: "Nia invites you to red-tree-sky: go back with Esc, then j joins." in screen_text(app)
        )
        await tap(pilot, "enter", opens=TournamentScreen)
        await server.push(Invited("Owain", "red-tree-sky"))
        await until(
            pilot, lambda: "Owain invites you to red-tree-sky: go back with Esc, then j joins." in screen_text(app)
        )
        await tap(pilot, "escape", "escape", "j", holds=lambda: played(server, JoinTable) == 1)


async def at_form(app: ChwechApp, pilot: Pilot[int]) -> None:
    """Open the form from the lobby."""
    await until(pilot, lambda: "3 tables" in screen_text(app))
    await tap(pilot, "u", opens=TournamentsScreen)
    await tap(pilot, "n", opens=NewTournamentScreen)


def plans(server: FakeServer) -> list[TournamentPlan]:
    """Give the tournaments that were asked for."""
    return [message.plan for message in server.heard if isinstance(message, MakeTournament)]


async def test_the_form_looks_as_it_did() -> None:
    """The choices, the question for the name, and the tournament that comes of them look as committed."""
    async with running(HERE, crowd(), SMALL) as (app, pilot):
        await at_form(app, pilot)
        await pilot.press("down", "down", "right")
        await look(app, pilot, "new-tournament-80x24")
        await pilot.press("up", "up", "enter", *"Cwpan")
        await tap(pilot, "enter", shows="Cwpan, by Megan")


async def test_a_tournament_is_made_as_chosen() -> None:
    """Its name, form, rounds, time and game are those of the form; who makes it sees it at once, and starts it."""
    server = crowd()
    async with running(HERE, server) as (app, pilot):
        await at_form(app, pilot)
        await pilot.press("down", "enter", *"Cup", "enter")
        assert "‹ Cup ›" in screen_text(app)
        await pilot.press("down", "right", "down", "right", "right", "down", "right", "right", "right")
        await tap(pilot, "down", "right", "up", "enter", opens=TournamentScreen)
        assert plans(server) == [
            TournamentPlan("Cup", Setup("chwech", 6), TournamentForm.LEAGUE, 2, Clock(86_400.0), 1)
        ]
        await until(pilot, lambda: "Cup, by Megan" in screen_text(app))
        await tap(pilot, "s", holds=lambda: played(server, StartTournament) == 1)


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
        assert "First choose a line" in screen_text(app)
        await pilot.press("enter")
        assert isinstance(app.screen, QuestionScreen)
        await pilot.press("escape", "escape")
        assert isinstance(app.screen, TournamentsScreen)
        assert plans(server) == []


async def ask_to_call_off(app: ChwechApp, pilot: Pilot[int]) -> None:
    """Open the tournament that the player has made, and press the key that calls it off."""
    await until(pilot, lambda: "3 tables" in screen_text(app))
    await tap(pilot, "u", shows="Cynghrair")
    await tap(pilot, "enter", shows="c cancel it")
    await pilot.press("c")
    assert "Cancel it?" in screen_text(app)


async def test_its_maker_calls_it_off() -> None:
    """After a question; whoever has not made it cannot."""
    server = cups()
    async with running(HERE, server) as (app, pilot):
        await ask_to_call_off(app, pilot)
        await pilot.press("escape")
        assert "Cancel it?" not in screen_text(app)
        await tap(pilot, "c", "y", shows="Cancelled")
        assert [one.tournament for one in server.heard if isinstance(one, CancelTournament)] == [4]
        assert "c cancel it" not in screen_text(app)
        await tap(pilot, "escape", "down", "enter", shows="Cwpan y Gaeaf, by Nia")
        await pilot.press("c", "y")
        assert played(server, CancelTournament) == 1
