"""Many apps in one process: what they share, and what none of them has."""

import pytest
from textual.app import App
from textual.events import Key
from textual.message_pump import MessagePump

from chwech_tui.app import ChwechApp
from chwech_tui.errand import Errand, Greet, Join, PlayNow
from chwech_tui.lean import AsciiFilter, LeanApp
from chwech_tui.link import Identity
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.screens.rules import RulesScreen
from chwech_tui.theme import Colours, Palette
from protocol.setup import Setup
from tests.chwech_tui.emulator import Emulator, Recorder
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.player import at_table, until
from tests.chwech_tui.screens_text import nobody, running, screen_text
from tests.chwech_tui.stage import Stage


def test_apps_share_what_is_parsed() -> None:
    """Whoever has the same colours has the same stylesheet; others have others."""
    one, other = LeanApp(Palette()), LeanApp(Palette(ascii=True))
    assert one.stylesheet is other.stylesheet
    assert LeanApp(Palette(Colours.NONE)).stylesheet is not one.stylesheet
    assert one.get_css_variables() is other.get_css_variables()


def test_a_look_is_never_parsed_again() -> None:
    """A change of look would cost every app of the process."""
    app = LeanApp(Palette())
    before = dict(app.stylesheet.source)
    app.refresh_css(animate=False)
    assert app.stylesheet.source == before


def test_nothing_is_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The variables are the server's; a visitor's colours are told by the palette."""
    monkeypatch.setenv("NO_COLOR", "1")
    assert LeanApp(Palette()).get_line_filters() == ()
    assert len(LeanApp(Palette(Colours.NONE, ascii=True)).get_line_filters()) == 2
    assert isinstance(LeanApp(Palette(ascii=True)).get_line_filters()[0], AsciiFilter)


def test_widgets_for_tooltips_and_notices_can_be_left_out() -> None:
    """Textual still has the switches by which they are."""
    usual = App[None]()
    assert (usual._disable_tooltips, usual._disable_notifications) == (False, False)
    lean = LeanApp(Palette())
    assert (lean._disable_tooltips, lean._disable_notifications) == (True, True)


@pytest.mark.parametrize("errand", [Greet(), Join("cards.example"), Join("cards.example", "calm-river"), PlayNow()])
async def test_an_app_at_rest_has_no_timer_and_no_widget(errand: Errand) -> None:
    """Whoever only sits there costs nothing: a front has hundreds of them."""
    server = FakeServer(Stage(Setup()))
    app = ChwechApp(server.dial, errand, Identity("Megan"), Palette())
    app.driver_class = Recorder
    async with app.run_test(headless=False, size=(100, 30)) as pilot:
        await until(pilot, lambda: at_table(app) or "Go on" in screen_text(app))
        await until(pilot, lambda: not any(_runs(pump) for pump in (app, app.screen)))
        assert list(app.screen.walk_children()) == []
        assert len(app.screen_stack) == 1


def _runs(pump: MessagePump) -> bool:
    return any(timer._active.is_set() and timer._task and not timer._task.done() for timer in pump._timers)


async def test_the_mark_turns_only_while_something_goes_on() -> None:
    """In a menu too: it stops when the server has answered."""
    server = FakeServer()
    server.refuses_connections = True
    async with running(Join("cards.example"), server) as (app, pilot):
        await until(pilot, lambda: "nobody answers" in screen_text(app))
        await until(pilot, lambda: _runs(app.screen))
        server.refuses_connections = False
        await until(pilot, lambda: "No tables yet" in screen_text(app))
        await until(pilot, lambda: not _runs(app.screen))


async def test_keys_go_where_they_are_used() -> None:
    """To the screen at once where it has no widget, to the widget with the focus otherwise; Ctrl-C always leaves."""
    async with running(Join("cards.example"), FakeServer(), identity=Identity()) as (app, pilot):
        await until(pilot, lambda: "What shall the others call you" in screen_text(app))
        await pilot.press(*"Nia", "backspace", "enter")
        await until(pilot, lambda: "You are Ni" in screen_text(app) and "No tables yet" in screen_text(app))
        await pilot.press("w")
        assert "Choose a table first" in screen_text(app)
        await pilot.press("ctrl+c")
    assert app.return_code == 0


async def test_a_key_is_handled_at_once_where_nothing_is_before_it() -> None:
    """Without a turn of the loop; but never before what the app still has to do, nor where Textual has to decide."""
    async with running(Join("cards.example"), FakeServer()) as (app, pilot):
        await until(pilot, lambda: "No tables yet" in screen_text(app))
        await pilot.pause()
        app.post_message(Key("x", "x"))
        assert not app.handle_at_once(Key("w", "w"))
        await pilot.pause()
        assert not app.handle_at_once(Key("ctrl+c", "\x03"))
        assert "Choose a table first" not in screen_text(app)
        assert app.handle_at_once(Key("w", "w"))
        assert "Choose a table first" in screen_text(app)


@pytest.mark.parametrize("at_once", [True, False])
async def test_a_key_typed_ahead_is_for_the_screen_that_the_one_before_it_opens(at_once: bool) -> None:
    """It is not swallowed by the screen that is about to go, whether the app was waiting for keys or is behind."""
    async with running(Join("cards.example"), FakeServer(), identity=Identity()) as (app, pilot):
        await until(pilot, lambda: "What shall the others call you" in screen_text(app))
        await pilot.pause()
        for key in (Key("N", "N"), Key("enter", "\r"), Key("o", "o"), Key("escape", "\x1b"), Key("r", "r")):
            if not (at_once and app.handle_at_once(key)):
                app.post_message(key)
        await until(pilot, lambda: isinstance(app.screen, RulesScreen))
        assert app._visit.name == "N"


async def test_a_key_that_fails_at_once_ends_the_app(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it would in a handler of Textual's."""
    faults: list[Exception] = []
    monkeypatch.setattr(LeanApp, "_handle_exception", lambda _, fault: faults.append(fault))
    monkeypatch.setattr(DrawnScreen, "typed", lambda *_: 1 // 0)
    async with running(Join("cards.example"), FakeServer()) as (app, pilot):
        await until(pilot, lambda: "No tables yet" in screen_text(app))
        await pilot.pause()
        assert app.handle_at_once(Key("w", "w"))
    assert [type(fault) for fault in faults] == [ZeroDivisionError]


async def test_nothing_is_drawn_until_there_is_something_to_show() -> None:
    """An empty first screen is not drawn, and then everything is at once; raised again, a curtain does nothing."""
    app = ChwechApp(nobody, PlayNow(), Identity("Megan"), Palette())
    app.driver_class = Recorder
    async with app.run_test(headless=False, size=(100, 30)) as pilot:
        driver = app._driver
        assert isinstance(driver, Recorder)
        seen = Emulator(100, 30)
        app.raise_curtain()
        app.raise_curtain()
        await pilot.pause()
        seen.feed(driver.take())
        assert any("Opening the table" in line for line in seen.lines())
