"""The settings screen: every setting in words, changed in place."""

from textual.pilot import Pilot

from chwech_tui.app import ChwechApp
from chwech_tui.errand import Greet, Join, PlayNow
from chwech_tui.model.board import Asking
from chwech_tui.model.ink import Pick, Press
from chwech_tui.model.settings import SETTINGS, USUAL_KEYS, Settings
from chwech_tui.screens.home import WelcomeScreen
from chwech_tui.screens.lesson import LessonScreen
from chwech_tui.screens.lobby import LobbyScreen
from chwech_tui.screens.menu import FinderScreen
from chwech_tui.screens.settings import SettingsScreen
from chwech_tui.screens.sheet import GoneScreen
from chwech_tui.screens.table import TableScreen
from protocol.errors import ErrorCode
from protocol.messages import Refused
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.golden import SMALL, look
from tests.chwech_tui.player import click, table_of, until
from tests.chwech_tui.screens_text import running, screen_text, tap


async def test_the_settings_look_as_they_did() -> None:
    """Every setting has a line with its value in words; the chosen one says what it changes and for whom."""
    async with running(Greet(), FakeServer(), SMALL, settings=Settings()) as (app, pilot):
        await until(pilot, lambda: "Starting" not in screen_text(app))
        await tap(pilot, "o", opens=SettingsScreen)
        await tap(pilot, *["down"] * 9, "right", shows="‹ 4 seconds ›")
        await look(app, pilot, "settings-80x24")


async def test_the_settings_are_changed_by_the_mouse() -> None:
    """A click on a line changes it; a click on a key of the foot presses it."""
    server = FakeServer()
    async with running(Greet(), server) as (app, pilot):
        await until(pilot, lambda: "Starting" not in screen_text(app))
        await tap(pilot, "o", opens=SettingsScreen)
        await click(pilot, "list", Pick(1))
        await until(pilot, lambda: server.settings == {"cards": "legible"})
        await click(pilot, "foot", Press("escape"))
        await until(pilot, lambda: isinstance(app.screen, WelcomeScreen))


async def test_the_lobby_leads_to_the_settings() -> None:
    """The same key opens them there, and closes them again."""
    async with running(Join("this server"), FakeServer()) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and "Connecting" not in screen_text(app))
        await tap(pilot, "o", opens=SettingsScreen)
        await tap(pilot, "o", opens=LobbyScreen)


async def open_keys(app: ChwechApp, pilot: Pilot[int]) -> None:
    """Open the settings from the welcome, and go to the first key."""
    await until(pilot, lambda: "Starting" not in screen_text(app))
    await tap(pilot, "o", opens=SettingsScreen)
    await tap(pilot, *["down"] * len(SETTINGS), shows="Backspace")


async def test_the_keys_look_as_they_did() -> None:
    """Each letter has a line with what it does; one that is not the usual one says which is."""
    server = FakeServer()
    server.settings = {"key.c": "comma", "key.k": "plus"}
    async with running(Greet(), server, SMALL, settings=Settings()) as (app, pilot):
        await open_keys(app, pilot)
        await tap(pilot, "down", "down", shows="Copy the invitation; in the game")
        await look(app, pilot, "own-keys-80x24")
        await tap(pilot, "enter", "t", shows="t is taken")
        await look(app, pilot, "own-keys-waiting-80x24")


async def test_a_key_is_set_by_pressing_it() -> None:
    """It is taken whatever its case; a refused one leaves the question open, and Esc leaves the key as it is."""
    server = FakeServer()
    async with running(Greet(), server) as (app, pilot):
        await open_keys(app, pilot)
        await tap(pilot, "enter", "t", "U", holds=lambda: server.settings == {"key.a": "u"})
        await until(pilot, lambda: "u (default a)" in screen_text(app))
        assert "already" not in screen_text(app)
        await pilot.press("enter", "escape", "down", "enter", "comma")
        await until(pilot, lambda: server.settings == {"key.a": "u", "key.b": "comma"})


async def test_keys_become_usual_again() -> None:
    """Backspace resets one key, r all of them."""
    server = FakeServer()
    server.settings = {"key.a": "u", "key.b": "comma", "key.c": "plus"}
    async with running(Greet(), server) as (app, pilot):
        await open_keys(app, pilot)
        await tap(pilot, "backspace", holds=lambda: server.settings == {"key.b": "comma", "key.c": "plus"})
        await click(pilot, "foot", Press("r"))
        await until(pilot, lambda: server.settings == {})
        assert "(default" not in screen_text(app)
        await tap(pilot, "q", opens=WelcomeScreen)


async def test_a_key_that_is_not_stored_is_said() -> None:
    """The list says why, and that the key holds all the same."""
    server = FakeServer()
    async with running(Greet(), server) as (app, pilot):
        await open_keys(app, pilot)
        server.refusals.append(Refused(1, ErrorCode.SERVER_FAULT, "the disk is full"))
        await tap(pilot, "enter", "u", shows="It lasts until you leave.")
        assert "default a" in screen_text(app)


async def test_own_keys_work_at_the_table_and_on_what_lies_on_it() -> None:
    """They open and close, the usual ones do nothing there, and the foot and the list of keys name them."""
    server = FakeServer()
    server.settings = {"key.k": "u", "key.t": "plus", "key.r": "slash"}
    async with running(PlayNow(), server, sits=True, shows="/ rules") as (app, pilot):
        await tap(pilot, "k", "U", opens=GoneScreen)
        await tap(pilot, "k", "u", opens=TableScreen)
        await tap(pilot, "question_mark", opens=FinderScreen)
        assert "u        Cards gone" in screen_text(app)
        await pilot.press("escape", "t")
        assert table_of(app).board.asking is Asking.NOTHING
        await tap(pilot, "plus", holds=lambda: table_of(app).board.asking is Asking.SAY)
        await pilot.press("m", "u", "t")
        assert table_of(app).board.draft == "mut"


async def test_the_key_that_asked_confirms() -> None:
    """Pressed twice, the own key leaves as the usual one does; to a question other own keys are nothing."""
    server = FakeServer()
    server.settings = {"key.q": "u", "key.t": "plus"}
    async with running(PlayNow(), server, sits=True) as (app, pilot):
        await tap(pilot, "u", holds=lambda: table_of(app).board.asking is Asking.LEAVE)
        await pilot.press("plus")
        assert table_of(app).board.asking is Asking.NOTHING
        await pilot.press("q")
        assert table_of(app).board.asking is Asking.NOTHING
        await tap(pilot, "u", "u", holds=lambda: not app.is_running)


async def test_a_click_means_the_usual_key() -> None:
    """A key of the foot that another one has replaced does what it says when it is clicked."""
    server = FakeServer()
    server.settings = {"key.q": "t", "key.t": "q"}
    async with running(PlayNow(), server, sits=True, shows="t leave") as (app, pilot):
        await click(pilot, "keys", Press("q"))
        await until(pilot, lambda: table_of(app).board.asking is Asking.LEAVE)


async def test_the_course_has_usual_keys() -> None:
    """Its own keys stand beside those of the table, so that none of both is exchanged."""
    server = FakeServer()
    server.settings = {"key.p": "b", "key.b": "p"}
    async with running(Greet(), server, shows="▌ Learn in five minutes   new here?") as (app, pilot):
        await tap(pilot, "enter", opens=LessonScreen)
        assert "p pass" in screen_text(app)
        assert table_of(app).own_keys() == USUAL_KEYS
