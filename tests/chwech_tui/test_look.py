"""The look changes while the app runs, on all of its screens, and what it was before leaves no trace."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from rich.segment import Segment
from textual.pilot import Pilot

from chwech_tui.app import ChwechApp
from chwech_tui.errand import Errand, Greet, PlayNow
from chwech_tui.link import Identity
from chwech_tui.model.settings import Cards, Settings, Theme
from chwech_tui.screens.rules import RulesScreen
from chwech_tui.screens.table import TableScreen
from chwech_tui.terminal_input import TerminalTold
from chwech_tui.theme import Background, Colours, Palette
from protocol.messages import Rules
from protocol.setup import Setup
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.golden import SIZES, look
from tests.chwech_tui.player import until
from tests.chwech_tui.screens_text import nobody, running, screen_text
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.test_golden_screens import SCENES, stage
from tests.chwech_tui.test_theme import contrast

Scene = Callable[[ChwechApp, Pilot[int]], Awaitable[None]]


async def at_table(app: ChwechApp, pilot: Pilot[int]) -> None:
    """Show a trick that the viewer can follow."""
    screen = app.screen
    assert isinstance(screen, TableScreen)
    screen.take(SCENES["following"](stage("revised")))
    await pilot.pause()


async def at_rules(app: ChwechApp, pilot: Pilot[int]) -> None:
    """Open the rules, which a widget of the library shows."""
    await until(pilot, lambda: "Go on" in screen_text(app))
    await pilot.press("r")
    await until(pilot, lambda: "Follow the suit" in screen_text(app))


async def at_form(app: ChwechApp, pilot: Pilot[int]) -> None:
    """Open the form of a new table."""
    await until(pilot, lambda: "Go on" in screen_text(app))
    await pilot.press("n")
    await until(pilot, lambda: "Play" in screen_text(app))


SHOWN: dict[str, tuple[Errand, Scene]] = {
    "table": (PlayNow(), at_table),
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
    Palette(cards=Cards.AREAS),
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


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_other_edges_look_as_they_did(size: tuple[int, int]) -> None:
    """Cards as areas of colour, where there is any."""
    async with shown("table", Palette(cards=Cards.AREAS), size) as (app, pilot):
        await look(app, pilot, f"following-areas-{size[0]}x{size[1]}")


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
        app.set_look(Settings(theme=Theme.DARK, cards=Cards.AREAS))
        assert app._palette == Palette(theme=Theme.DARK, cards=Cards.AREAS)
        app.set_look(Settings())
        assert app._palette == Palette(theme=Theme.LIGHT)


async def test_what_changes_nothing_is_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dark terminal has the usual look already, and nothing is parsed or drawn for it."""
    async with running(PlayNow()) as (app, pilot):
        monkeypatch.setattr(app, "repaint", pytest.fail)
        app.post_message(TerminalTold(Background.DARK))
        await pilot.pause()
        app.set_look(Settings())


async def test_more_colours_are_used_as_soon_as_they_are_known() -> None:
    """A terminal that was thought to have 256 colours may have all."""
    async with running(PlayNow(), palette=Palette(Colours.MANY)) as (app, pilot):
        app.post_message(TerminalTold(Colours.ALL))
        await pilot.pause()
        assert app._palette == Palette(Colours.ALL)


async def test_settings_may_come_before_the_first_screen() -> None:
    """They are known from the greeting, which may come before anything is drawn."""
    app = ChwechApp(nobody, PlayNow(), Identity("Megan"), Palette())
    app.set_look(Settings(theme=Theme.LIGHT))
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        early = composed(app)
    async with shown("table", Palette(theme=Theme.LIGHT)) as (app, _):
        assert composed(app) == early
