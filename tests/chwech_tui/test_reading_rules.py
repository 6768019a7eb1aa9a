"""Reading the rules on the screen: scrolling, words explained in place, and how it looks."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual.pilot import Pilot

from chwech_tui.app import ChwechApp
from chwech_tui.errand import Greet
from chwech_tui.model.ink import Pick, Press
from chwech_tui.screens.rules import RulesScreen
from games.kit import pages
from games.registry import GAMES
from protocol.errors import ErrorCode
from protocol.messages import Refused, Rules
from protocol.setup import GameOffer
from tests.chwech_tui.fake_server import OFFER, FakeServer
from tests.chwech_tui.golden import SMALL, look
from tests.chwech_tui.player import click, until
from tests.chwech_tui.screens_text import running, screen_text, tap


@asynccontextmanager
async def reading(size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[ChwechApp, Pilot[int], RulesScreen]]:
    """Open the rules of the usual game."""
    async with running(Greet(), FakeServer(), size) as (app, pilot):
        await until(pilot, lambda: "Starting" not in screen_text(app))
        await tap(pilot, "r", shows="Follow the suit")
        screen = app.screen
        assert isinstance(screen, RulesScreen)
        screen.answered(Rules(screen._asked, pages.rules(GAMES["chwech"], 6, {})))
        await pilot.pause()
        yield app, pilot, screen


async def test_the_page_is_scrolled() -> None:
    """By lines, by pages, to both ends, and with the wheel; never beyond the text."""
    async with reading() as (app, pilot, screen):
        assert "The play" in screen_text(app)
        await pilot.press("down", "down")
        assert "Chwech for six players" not in screen_text(app)
        await pilot.press("up", "up", "up")
        assert "Chwech for six players" in screen_text(app)
        await pilot.press("end")
        assert "| Jokers" not in screen_text(app)
        assert "Jokers    2" in screen_text(app)
        await pilot.press("home")
        assert "Chwech for six players" in screen_text(app)
        screen.wheel(1)
        assert screen._top == 3
        screen.wheel(-1)
        await click(pilot, "foot", Press("down"))
        assert screen._top == 1


async def test_a_word_is_explained_in_place() -> None:
    """Keys go from word to word and back, the question mark opens and closes the explanation, Esc drops the word."""
    async with reading() as (app, pilot, screen):
        await pilot.press("question_mark")
        assert "│ Multiple of nine: 0, 9, 18, 27" in screen_text(app)
        await pilot.press("question_mark")
        assert "│ Multiple" not in screen_text(app)
        await pilot.press("n", "enter")
        assert "│ Deal: " in screen_text(app)
        await pilot.press("N", "question_mark")
        assert "│ Multiple of nine" in screen_text(app)
        await pilot.press("escape")
        assert app.screen is screen
        assert "│ Multiple" not in screen_text(app)
        await tap(pilot, "escape", holds=lambda: app.screen is not screen)


async def test_a_word_that_is_off_the_screen_comes_into_sight() -> None:
    """From the end of the rules the last word is chosen first; a step further comes the first of all, at the top."""
    async with reading() as (app, pilot, screen):
        for _ in range(12):
            await pilot.press("n")
            await pilot.press("question_mark")
            assert "│ " in screen_text(app)
        await pilot.press("escape", "home", "N")
        last_seen = screen._word
        await pilot.press("n")
        assert screen._word == (last_seen or 0) + 1


async def test_a_click_explains_a_word() -> None:
    """The word that is clicked is explained at once."""
    async with reading() as (app, pilot, _screen):
        await click(pilot, "page", Pick(1))
        assert "│ Deal: " in screen_text(app)


async def test_the_rules_look_as_they_did() -> None:
    """The first page, and examples with an explanation, look as committed."""
    async with reading(SMALL) as (app, pilot, _screen):
        await look(app, pilot, "reading-80x24")
        await pilot.press("pagedown", "pagedown", "n", "question_mark")
        await look(app, pilot, "reading-explained-80x24")


async def test_a_page_that_is_on_its_way() -> None:
    """Until it is there the old one stays with its words; an answer that is late, or to an earlier page, is ignored."""
    server = FakeServer()
    server.offers = (OFFER, GameOffer("twenty-five", (5, 4), (), ()))
    async with running(Greet(), server, (80, 24)) as (app, pilot):
        await until(pilot, lambda: "Starting" not in screen_text(app))
        await tap(pilot, "r", shows="Follow the suit")
        screen = app.screen
        assert isinstance(screen, RulesScreen)
        screen.answered(Rules(screen._asked, pages.rules(GAMES["chwech"], 6, {})))
        server.silent = True
        await pilot.press("n", "question_mark")
        late = screen._asked
        await pilot.press("right", "down", "up")
        assert "│ Multiple of nine" in screen_text(app)
        screen.answered(Rules(late, "# Another"))
        assert "Chwech for six players" in screen_text(app)
        screen.answered(Refused(screen._asked, ErrorCode.TOO_MANY, "too many commands"))
        await until(pilot, lambda: "Too many commands." in screen_text(app))
        await pilot.press("left")
        screen.answered(Rules(screen._asked, "# Back"))
        await until(pilot, lambda: "Back" in screen_text(app))
