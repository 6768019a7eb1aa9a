"""The look changes while the app runs, on all of its screens, and what it was before leaves no trace."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from rich.segment import Segment
from textual.events import Key
from textual.message_pump import MessagePump
from textual.pilot import Pilot

from chwech_tui.app import ChwechApp
from chwech_tui.errand import Errand, Greet, Join, PlayNow
from chwech_tui.lean import LeanApp
from chwech_tui.link import Identity, Route
from chwech_tui.model.settings import Cards, Settings, Theme
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.screens.rules import RulesScreen
from chwech_tui.terminal_input import TerminalTold
from chwech_tui.theme import Background, Colours, Palette
from protocol.messages import Rules
from protocol.setup import Setup
from tests.chwech_tui.emulator import Emulator, Recorder
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.golden import SMALL, look
from tests.chwech_tui.player import at_table, table_of, until
from tests.chwech_tui.screens_text import nobody, running, screen_text, tap
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.test_golden_screens import SCENES, stage
from tests.chwech_tui.test_theme import contrast

Scene = Callable[[ChwechApp, Pilot[int]], Awaitable[None]]


async def look_at_table(app: ChwechApp, pilot: Pilot[int]) -> None:
    """Show a trick that the viewer can follow."""
    screen = table_of(app)
    screen.take(SCENES["following"](stage("revised")))
    await pilot.pause()


async def at_rules(app: ChwechApp, pilot: Pilot[int]) -> None:
    """Open the rules, which a widget of the library shows."""
    await until(pilot, lambda: "Go on" in screen_text(app))
    await tap(pilot, "r", shows="Follow the suit")


async def at_form(app: ChwechApp, pilot: Pilot[int]) -> None:
    """Open the form of a new table."""
    await until(pilot, lambda: "Go on" in screen_text(app))
    await tap(pilot, "n", shows="Play")


SHOWN: dict[str, tuple[Errand, Scene]] = {
    "table": (PlayNow(), look_at_table),
    "rules": (Greet(), at_rules),
    "form": (Greet(), at_form),
}


def composed(app: ChwechApp) -> list[list[Segment]]:
    """Give what the app's compositor has composed, with all styles."""
    return [list(strip.simplify()) for strip in app.screen._compositor.render_strips()]


@asynccontextmanager
async def shown(
    scene: str, palette: Palette, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[ChwechApp, Pilot[int]]]:
    """Run an app up to a scene."""
    errand, go = SHOWN[scene]
    server = FakeServer(Stage(Setup())) if isinstance(errand, Greet) else None
    async with running(errand, server, size, palette) as (app, pilot):
        await go(app, pilot)
        yield app, pilot


RULES = """# Title
## Part
### Section
A sentence with **strong**, *other* and `fixed` words and a [link](https://example.com).

1. first
   * second

| suit | cards |
|---|---|
| Clubs | A, K |

> A remark.

```
a fixed line
```
"""
"""A page with everything that rules are written with."""


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("scene", SHOWN)
async def test_all_that_is_written_is_readable(scene: str, theme: Theme) -> None:
    """Every letter and figure has a contrast of 4.5, in the library's own widgets too."""
    async with shown(scene, Palette(theme=theme)) as (app, pilot):
        if isinstance(app.screen, RulesScreen):
            app.screen.answered(Rules(app.screen._asked, RULES))
            await pilot.resize_terminal(80, 50)
            await until(pilot, lambda: "a fixed line" in screen_text(app))
        for segment in (segment for line in composed(app) for segment in line):
            style = segment.style
            if style is not None and any(character.isalnum() for character in segment.text):
                assert style.color is not None
                assert style.bgcolor is not None
                assert contrast(style.color, style.bgcolor) >= 4.5, segment


OTHERS = [
    Palette(theme=Theme.LIGHT),
    Palette(theme=Theme.CONTRAST),
    Palette(cards=Cards.LEGIBLE),
    Palette(Colours.MANY, theme=Theme.COLOUR_BLIND),
    Palette(Colours.SIXTEEN),
    Palette(Colours.SIXTEEN, theme=Theme.DARK),
]


@pytest.mark.parametrize("palette", OTHERS, ids=lambda palette: f"{palette.colours.name}-{palette.theme.name}")
@pytest.mark.parametrize("scene", SHOWN)
async def test_a_change_leaves_what_a_start_would_show(scene: str, palette: Palette) -> None:
    """Pictures and the library's own widgets look as if the app had started so."""
    async with shown(scene, palette) as (app, _):
        wanted = composed(app)
    async with shown(scene, Palette()) as (app, pilot):
        before = composed(app)
        app.repaint(palette)
        await pilot.pause()
        assert composed(app) == wanted
        app.repaint(Palette())
        await pilot.pause()
        assert composed(app) == before


async def test_other_edges_change_no_text() -> None:
    """Cards are areas of colour, where there is any."""
    async with shown("table", Palette(cards=Cards.LEGIBLE), SMALL) as (app, pilot):
        await look(app, pilot, "following-revised-80x24")


async def test_the_screen_below_has_the_new_look_too() -> None:
    """What was covered while the look changed is seen in it, and what is opened later as well."""
    light = Palette(theme=Theme.LIGHT)
    async with shown("table", light) as (app, pilot):
        table = composed(app)
        await pilot.press("question_mark")
        await pilot.pause()
        keys = composed(app)
    async with shown("table", Palette()) as (app, pilot):
        await pilot.press("question_mark")
        await pilot.pause()
        app.repaint(light)
        await pilot.pause()
        assert composed(app) == keys
        await pilot.press("escape")
        await pilot.pause()
        assert composed(app) == table
        await pilot.press("question_mark")
        await pilot.pause()
        assert composed(app) == keys


async def test_the_settings_and_the_terminal_give_the_look_together() -> None:
    """A light terminal is followed, early or late, until a theme is set, and again when it is set no more."""
    async with running(PlayNow()) as (app, pilot):
        app.post_message(TerminalTold(Background.LIGHT))
        await pilot.pause()
        assert app._palette == Palette(theme=Theme.LIGHT)
        app.set_look(Settings(theme=Theme.DARK, cards=Cards.LEGIBLE))
        assert app._palette == Palette(theme=Theme.DARK, cards=Cards.LEGIBLE)
        app.set_look(Settings())
        assert app._palette == Palette(theme=Theme.LIGHT)


async def test_more_colours_are_used_as_soon_as_they_are_known() -> None:
    """A terminal that was thought to have 256 colours may have all."""
    async with running(PlayNow(), palette=Palette(Colours.MANY)) as (app, pilot):
        app.post_message(TerminalTold(Colours.ALL))
        await pilot.pause()
        assert app._palette == Palette(Colours.ALL)


async def test_settings_may_come_before_the_first_screen() -> None:
    """They are known from the greeting, which may come before anything is drawn."""
    app = ChwechApp(Route(nobody, Identity("Megan")), PlayNow(), Palette())
    app.set_look(Settings(theme=Theme.LIGHT))
    async with app.run_test(size=(80, 24)) as pilot:
        await look_at_table(app, pilot)
        early = composed(app)
    async with shown("table", Palette(theme=Theme.LIGHT)) as (app, _):
        assert composed(app) == early


def test_apps_share_what_is_parsed() -> None:
    """Whoever has the same colours has the same stylesheet; others have others."""
    one, other = LeanApp(Palette()), LeanApp(Palette(ascii=True))
    assert one.stylesheet is other.stylesheet
    assert LeanApp(Palette(Colours.NONE)).stylesheet is not one.stylesheet
    assert one.get_css_variables() is other.get_css_variables()


@pytest.mark.parametrize("errand", [Greet(), Join("cards.example"), Join("cards.example", "calm-river"), PlayNow()])
async def test_an_app_at_rest_has_no_timer_and_no_widget(errand: Errand) -> None:
    """Whoever only sits there costs nothing: a front has hundreds of them."""
    server = FakeServer(Stage(Setup()))
    app = ChwechApp(Route(server.dial, Identity("Megan")), errand, Palette())
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
    async with running(Join("cards.example"), server, shows="nobody answers") as (app, pilot):
        await until(pilot, lambda: _runs(app.screen))
        server.refuses_connections = False
        await until(pilot, lambda: "No tables yet" in screen_text(app))
        await until(pilot, lambda: not _runs(app.screen))


async def test_keys_go_where_they_are_used() -> None:
    """To the screen at once where it has no widget, to the widget with the focus otherwise; Ctrl-C always leaves."""
    async with running(
        Join("cards.example"), FakeServer(), identity=Identity(), shows="What shall the others call you"
    ) as (app, pilot):
        await pilot.press(*"Nia", "backspace", "enter")
        await until(pilot, lambda: "You are Ni" in screen_text(app) and "No tables yet" in screen_text(app))
        await pilot.press("w")
        assert "Nobody is playing" in screen_text(app)
        await pilot.press("ctrl+c")
    assert app.return_code == 0


async def test_a_key_is_handled_at_once_where_nothing_is_before_it() -> None:
    """Without a turn of the loop; but never before what the app still has to do, nor where Textual has to decide."""
    async with running(Join("cards.example"), FakeServer(), shows="No tables yet") as (app, pilot):
        await pilot.pause()
        app.post_message(Key("x", "x"))
        assert not app.handle_at_once(Key("w", "w"))
        await pilot.pause()
        assert not app.handle_at_once(Key("ctrl+c", "\x03"))
        assert "Nobody is playing" not in screen_text(app)
        assert app.handle_at_once(Key("w", "w"))
        assert "Nobody is playing" in screen_text(app)


@pytest.mark.parametrize("at_once", [True, False])
async def test_a_key_typed_ahead_is_for_the_screen_that_the_one_before_it_opens(at_once: bool) -> None:
    """It is not swallowed by the screen that is about to go, whether the app was waiting for keys or is behind."""
    async with running(
        Join("cards.example"), FakeServer(), identity=Identity(), shows="What shall the others call you"
    ) as (app, pilot):
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
    async with running(Join("cards.example"), FakeServer(), shows="No tables yet") as (app, pilot):
        await pilot.pause()
        assert app.handle_at_once(Key("w", "w"))
    assert [type(fault) for fault in faults] == [ZeroDivisionError]


async def test_nothing_is_drawn_until_there_is_something_to_show() -> None:
    """An empty first screen is not drawn, and then everything is at once; raised again, a curtain does nothing."""
    app = ChwechApp(Route(nobody, Identity("Megan")), PlayNow(), Palette())
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
