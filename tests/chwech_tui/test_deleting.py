"""Games left unfinished: when they were played, and how one is deleted."""

from chwech_tui.errand import Greet, Join
from chwech_tui.screens.home import WelcomeScreen
from protocol.setup import Setup
from protocol.table import Resign, TableEntry, TablePhase
from tests.chwech_tui.fake_server import FakeServer, played
from tests.chwech_tui.golden import look
from tests.chwech_tui.player import until
from tests.chwech_tui.screens_text import running, screen_text, tap
from tests.chwech_tui.stage import Stage

NOW = 1_790_000_000.0


async def test_an_unfinished_game_is_deleted_at_the_second_word() -> None:
    """The welcome says what would be lost; only y deletes, and then the game is in the list no more."""
    server = FakeServer(Stage(Setup()))
    async with running(Greet(), server, (80, 24), shows="Go on") as (app, pilot):
        for keeps in ("n", "escape", "enter", "d", "q"):
            await pilot.press("d")
            asked = " ".join(screen_text(app).split())
            assert "Delete Chwech for 6, deal 2 of 6? This can't be undone. y deletes it" in asked
            await look(app, pilot, "deleting-80x24")
            await pilot.press(keeps)
            assert "This can't be undone." not in screen_text(app)
            assert isinstance(app.screen, WelcomeScreen)
        assert played(server, Resign) == 0
        await tap(pilot, "d", "y", holds=lambda: "Go on" not in screen_text(app))
        resigned = next(message for message in server.heard if isinstance(message, Resign))
        assert (resigned.table, resigned.alone) == ("calm-river", True)
        await pilot.press("d")
        assert "First choose one of your unfinished games" in screen_text(app)
        assert played(server, Resign) == 1


async def test_a_game_of_others_is_not_deleted() -> None:
    """The lobby says how it is left for good; a table of other people is none of one's own."""
    server = FakeServer()
    names = ("Megan", "Owain", "", "")
    server.others = (
        TableEntry("a-b-c", Setup("chwech", 4), TablePhase.PLAYING, names, "deal 3", yours=True, persons=2),
        TableEntry("a-b-d", Setup("chwech", 4), TablePhase.PLAYING, names, "deal 1", persons=1, vacant=2),
    )
    async with running(Join("cards.example"), server, (80, 24), shows="2 tables") as (app, pilot):
        await pilot.press("home", "d")
        assert "Others have seats there" in screen_text(app)
        await pilot.press("down", "up")
        assert "Others have seats there" not in screen_text(app)
        await pilot.press("down", "d", "y")
        assert "First choose one of your unfinished games" in screen_text(app)
        assert played(server, Resign) == 0


async def test_the_welcome_says_when_each_game_was_played() -> None:
    """So that one finds the game of yesterday."""
    server = FakeServer()
    server.others = tuple(
        TableEntry(
            f"a-b-{place}", Setup("chwech", 4), TablePhase.PLAYING, (), "deal 3", yours=True, played_at=NOW - age
        )
        for place, age in zip("cde", (60.0, 10_000.0, 300_000.0), strict=True)
    )
    async with running(Greet(), server) as (app, pilot):
        home = app.screen
        assert isinstance(home, WelcomeScreen)
        await until(pilot, lambda: "deal 3" in screen_text(app))
        home._clock = lambda: NOW
        home.redraw()
        await pilot.pause()
        assert "deal 3   3 hours ago" in screen_text(app)
        assert "deal 3   just now" in screen_text(app)
        assert "deal 3   3 days ago" in screen_text(app)
