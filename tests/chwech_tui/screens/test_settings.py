"""The settings screen: every setting in words, changed in place."""

import pytest
from msgspec import to_builtins

from chwech_tui.drawing.line import left
from chwech_tui.errand import Greet, Join
from chwech_tui.model.ink import Pick, Press
from chwech_tui.model.settings import SETTINGS, Settings
from chwech_tui.screens.home import WelcomeScreen
from chwech_tui.screens.lobby import LobbyScreen
from chwech_tui.screens.settings import SettingsScreen
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.golden import SIZES, look
from tests.chwech_tui.player import click, until
from tests.chwech_tui.screens_text import running, screen_text


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_settings_look_as_they_did(size: tuple[int, int]) -> None:
    """Every setting has a line with its value in words; the chosen one says what it changes and for whom."""
    async with running(Greet(), FakeServer(), size, settings=Settings()) as (app, pilot):
        await until(pilot, lambda: "Starting" not in screen_text(app))
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen))
        await pilot.press("down", "down", "right")
        await until(pilot, lambda: "‹ 4 seconds ›" in screen_text(app))
        await look(app, pilot, f"settings-{size[0]}x{size[1]}")


async def test_every_choice_is_reached_and_comes_round() -> None:
    """Right goes through all values of a setting and comes back to the first, left goes back."""
    async with running(Greet(), FakeServer()) as (app, pilot):
        await until(pilot, lambda: "Starting" not in screen_text(app))
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen))
        for setting in SETTINGS:
            usual = dict(setting.choices)[to_builtins(Settings())[setting.name]]
            words_of = [words for _value, words in setting.choices]
            place = words_of.index(usual)
            for words in (*words_of[place + 1 :], *words_of[: place + 1]):
                await pilot.press("right")
                line = f"▸ {left(setting.title, 16)} ‹ {words} ›"
                await until(pilot, lambda line=line: line in screen_text(app))  # type: ignore[misc]
            await pilot.press("down")


async def test_the_settings_are_changed_by_the_mouse() -> None:
    """A click on a line changes it; a click on a key of the foot presses it."""
    server = FakeServer()
    async with running(Greet(), server) as (app, pilot):
        await until(pilot, lambda: "Starting" not in screen_text(app))
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen))
        await click(pilot, "list", Pick(1))
        await until(pilot, lambda: server.settings == {"cards": "areas"})
        await click(pilot, "foot", Press("escape"))
        await until(pilot, lambda: isinstance(app.screen, WelcomeScreen))


async def test_the_lobby_leads_to_the_settings() -> None:
    """The same key opens them there, and closes them again."""
    async with running(Join("this server"), FakeServer()) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and "Connecting" not in screen_text(app))
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen))
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
