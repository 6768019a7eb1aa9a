"""Tournaments, as a person sees them and takes part."""

import pytest
from msgspec.structs import replace

from chwech_tui.screens.lobby import LobbyScreen
from chwech_tui.screens.tournaments import TournamentScreen
from protocol.catalogues import catalogue
from protocol.contacts import Invited
from protocol.language import speak
from protocol.messages import JoinTable, WatchTable
from protocol.setup import Clock, Setup
from protocol.tableview import TablePhase
from protocol.tournaments import (
    EnterTournament,
    Form,
    ListTournaments,
    ReadTournament,
    Standing,
    StartTournament,
    TournamentEntry,
    TournamentPlan,
    TournamentShown,
    TournamentTable,
)
from tests.chwech_tui.fake_server import FakeServer, played
from tests.chwech_tui.golden import SIZES, look
from tests.chwech_tui.player import until
from tests.chwech_tui.screens_text import running, screen_text
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.test_lobby import HERE, crowd

NAMES = ("Megan", "Owain", "Nia", "Siân Llewellyn-Hughes", "Rhys", "Ifan", "Gwen", "Mabli", "Twm")

PLAN = TournamentPlan("Cwpan y Gaeaf", Setup("chwech", 6, {"deals": 12}), Form.SWISS, 3, Clock(60.0))

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
        TournamentPlan("Cynghrair", Setup("forty-five", 5), Form.LEAGUE, 0, Clock(172_800.0), 14),
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


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_list_and_one_of_it(size: tuple[int, int]) -> None:
    """The list tells how far each is; one that is open shows the standings and the tables of the round."""
    async with running(HERE, cups(), size) as (app, pilot):
        await until(pilot, lambda: "3 tables" in screen_text(app))
        await pilot.press("u")
        await until(pilot, lambda: "Cwpan y Gaeaf" in screen_text(app))
        await look(app, pilot, f"tournaments-{size[0]}x{size[1]}")
        await pilot.press("down", "enter")
        await until(pilot, lambda: "round 2 of 3, you take part" in screen_text(app).lower())
        await look(app, pilot, f"tournament-{size[0]}x{size[1]}")


DUPLICATE = replace(
    PLAYED,
    tournament=replace(PLAYED.tournament, plan=replace(PLAN, duplicate=True)),
    standings=tuple(Standing(name, place, 40.25 - 9.5 * place) for place, name in enumerate(NAMES, start=1)),
)


async def test_a_duplicate_tournament_has_points_alone() -> None:
    """The plan says so, points have their sign, and there are no tie-breaks."""
    server = cups()
    server.tournaments = {3: DUPLICATE}
    async with running(HERE, server, (80, 24)) as (app, pilot):
        await until(pilot, lambda: "3 tables" in screen_text(app))
        await pilot.press("u")
        await until(pilot, lambda: "Cwpan y Gaeaf" in screen_text(app))
        await pilot.press("enter")
        await until(pilot, lambda: "+30.8" in screen_text(app))
        assert "duplicate" in screen_text(app)
        assert "Margin" not in screen_text(app)
        await look(app, pilot, "tournament-duplicate-80x24")


async def test_headings_stand_apart_in_every_language() -> None:
    """Also where a heading is wider than in English; the figures stand below their headings."""
    server = cups()
    server.tournaments = {3: PLAYED}
    speak("cy", catalogue)
    async with running(HERE, server, (80, 24)) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await pilot.press("u")
        await until(pilot, lambda: "Cwpan y Gaeaf" in screen_text(app))
        await pilot.press("enter")
        await until(pilot, lambda: "Gwrthwynebwyr" in screen_text(app))
        lines = screen_text(app).splitlines()
    heading = next(line for line in lines if "Gwrthwynebwyr" in line)
    assert heading.split()[-3:] == ["Pwyntiau", "Gwrthwynebwyr", "Ymyl"]
    first = next(line for line in lines if "Megan ★" in line)
    assert first.split()[-1] == "+29.0"
    assert len(first.rstrip()) == len(heading.rstrip())


async def test_its_maker_starts_it() -> None:
    """Before the start one sees who has entered; e takes part, s starts what one has made."""
    server = cups()
    async with running(HERE, server) as (app, pilot):
        await until(pilot, lambda: "3 tables" in screen_text(app))
        await pilot.press("u")
        await until(pilot, lambda: "Cynghrair" in screen_text(app))
        await pilot.press("enter")
        await until(pilot, lambda: "Cynghrair, by Megan" in screen_text(app))
        assert "s start" in screen_text(app)
        await look(app, pilot, "tournament-gathering-100x30")
        await pilot.press("e")
        await until(pilot, lambda: "you take part" in screen_text(app))
        await pilot.press("s")
        await until(pilot, lambda: played(server, StartTournament) == 1)
        assert [one.entered for one in server.heard if isinstance(one, EnterTournament)] == [True]
        await pilot.press("r", "escape")
        await until(pilot, lambda: played(server, ListTournaments) == 2)
        await pilot.press("r", "escape")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_a_table_is_gone_to() -> None:
    """Enter on a table of the round leads there, and the arrows show other rounds."""
    server = cups()
    async with running(HERE, server) as (app, pilot):
        await until(pilot, lambda: "3 tables" in screen_text(app))
        await pilot.press("u")
        await until(pilot, lambda: "Cwpan y Gaeaf" in screen_text(app))
        await pilot.press("down", "enter")
        await until(pilot, lambda: "Round 2" in screen_text(app))
        await pilot.press("left")
        await until(pilot, lambda: "Round 1" in screen_text(app))
        await pilot.press("left", "right")
        await until(pilot, lambda: "Round 2" in screen_text(app))
        assert [one.round for one in server.heard if isinstance(one, ReadTournament)] == [0, 1, 2]
        await pilot.press("home", "enter")
        assert isinstance(app.screen, TournamentScreen)
        await pilot.press("end", "enter")
        await until(pilot, lambda: played(server, WatchTable) == 1)
        assert next(one.table for one in server.heard if isinstance(one, WatchTable)) == "quiet-nine-king"


async def test_a_guest_looks_on() -> None:
    """No table is theirs, so that the first person is chosen, not the headings; the form is for others."""
    server = cups()
    server.guest = True
    others = tuple(replace(standing, you=False) for standing in PLAYED.standings)
    server.tournaments = {3: replace(PLAYED, standings=others)}
    async with running(HERE, server) as (app, pilot):
        await until(pilot, lambda: "3 tables" in screen_text(app))
        await pilot.press("u")
        await until(pilot, lambda: "Cwpan y Gaeaf" in screen_text(app))
        await pilot.press("n")
        await until(pilot, lambda: "Tournaments are for people with an account" in screen_text(app))
        await pilot.press("enter")
        await until(pilot, lambda: "▸   1  Megan" in screen_text(app))


async def test_an_empty_list_says_so() -> None:
    """And its foot names the key that makes one."""
    async with running(HERE, crowd()) as (app, pilot):
        await until(pilot, lambda: "3 tables" in screen_text(app))
        await pilot.press("u")
        await until(pilot, lambda: "There is no tournament yet." in screen_text(app))
        assert "n make one" in screen_text(app)
        await pilot.press("enter", "q")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_who_waits_at_a_tournament_is_led_to_their_table() -> None:
    """When a round begins the page shows it, and Enter goes to one's table; no round passes unseen."""
    server = cups()
    server.tournaments = {3: replace(PLAYED, tournament=replace(PLAYED.tournament, round=1), round=1, tables=())}
    async with running(HERE, server) as (app, pilot):
        await until(pilot, lambda: "3 tables" in screen_text(app))
        await pilot.press("u")
        await until(pilot, lambda: "Cwpan y Gaeaf" in screen_text(app))
        await pilot.press("enter")
        await until(pilot, lambda: "round 1 of 3" in screen_text(app).lower())
        server.tournaments = {3: PLAYED}
        await server.push(Invited("Cwpan y Gaeaf", "calm-river-lamp"))
        await until(pilot, lambda: "Enter goes there." in screen_text(app))
        assert "Cwpan y Gaeaf invites you to calm-river-lamp" in screen_text(app)
        await pilot.press("enter")
        await until(pilot, lambda: played(server, WatchTable) == 1)


async def test_an_invitation_elsewhere_says_the_way() -> None:
    """Over the list of tournaments, and over one with other tables, it is the lobby that leads there."""
    server = cups()
    server.stage = Stage(Setup())
    async with running(HERE, server) as (app, pilot):
        await until(pilot, lambda: "4 tables" in screen_text(app))
        await pilot.press("u")
        await until(pilot, lambda: "Cwpan y Gaeaf" in screen_text(app))
        await server.push(Invited("Nia", "red-tree-sky"))
        await until(
            pilot, lambda: "Nia invites you to red-tree-sky: go back with Esc, then j joins." in screen_text(app)
        )
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TournamentScreen))
        await server.push(Invited("Owain", "red-tree-sky"))
        await until(
            pilot, lambda: "Owain invites you to red-tree-sky: go back with Esc, then j joins." in screen_text(app)
        )
        await pilot.press("escape", "escape", "j")
        await until(pilot, lambda: played(server, JoinTable) == 1)
