"""The log as a page: long messages are read to their end, and nothing of it is out of reach."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from chwech_tui.app import ChwechApp
from chwech_tui.describe import note
from chwech_tui.errand import Greet, Join, PlayNow
from chwech_tui.model.board import happened, remarked
from chwech_tui.model.daily import DailyOffer, offered
from chwech_tui.model.ink import Press
from chwech_tui.screens.daily import DailyScreen
from chwech_tui.screens.home import WelcomeScreen
from chwech_tui.screens.lobby import LobbyScreen
from chwech_tui.screens.sheet import LogScreen
from chwech_tui.screens.table import TableScreen
from protocol.daily import Daily, PlayDaily, ReadDaily, result_line
from protocol.errors import ErrorCode
from protocol.message import Seat
from protocol.messages import Happened, Refused
from protocol.setup import Setup
from protocol.table import RematchOffered, Said, TablePhase
from tests.chwech_tui.days import NOON, RESULT, TODAY, YESTERDAY, best
from tests.chwech_tui.fake_server import FakeServer, played
from tests.chwech_tui.golden import SMALL, look
from tests.chwech_tui.player import at_table, click, table_of, until
from tests.chwech_tui.screens_text import running, screen_text, tap
from tests.chwech_tui.stage import Stage

LONG = " ".join(f"word{number}" for number in range(60))  # A message longer than the log beside the seats.


@asynccontextmanager
async def reading(lines: int = 0) -> AsyncIterator[tuple[ChwechApp, Pilot[int], LogScreen]]:
    """Open the log of a table at which so many lines and a long message were said."""
    async with running(PlayNow(), FakeServer(), size=(80, 24)) as (app, pilot):
        await until(pilot, lambda: at_table(app) and table_of(app).board.game is not None)
        screen = table_of(app)
        board = replace(screen.board, chronicle=())
        for number in range(lines):
            board = replace(board, chronicle=note(board.chronicle, f"line {number}."))
        screen.take(remarked(board, LONG))
        assert "word59" not in screen_text(app)
        await tap(pilot, "pageup", opens=LogScreen)
        assert isinstance(app.screen, LogScreen)
        yield app, pilot, app.screen


async def test_a_long_message_is_read_to_its_end() -> None:
    """The page has as many lines for it as it needs; Esc leads back to the table."""
    async with reading() as (app, pilot, _screen):
        assert "word0 " in screen_text(app)
        assert "word59" in screen_text(app)
        await pilot.press("escape")
        assert at_table(app)


async def test_the_page_begins_at_the_newest_line_and_is_scrolled() -> None:
    """By lines, by pages, to both ends and with the wheel; never beyond the log."""
    async with reading(100) as (app, pilot, screen):
        assert "word59" in screen_text(app)
        await pilot.press("up")
        assert "word59" not in screen_text(app)
        await pilot.press("down", "down")
        assert "word59" in screen_text(app)
        await pilot.press("pageup")
        assert "line 80." in screen_text(app)
        await pilot.press("home", "home")
        assert "line 0." in screen_text(app)
        await pilot.press("pagedown")
        assert "line 18." in screen_text(app)
        await pilot.press("end")
        assert "word59" in screen_text(app)
        screen.wheel(-1)
        assert screen._below == 3
        screen.wheel(1)
        await click(pilot, "foot", Press("up"))
        assert screen._below == 1


@pytest.mark.parametrize("size", [(80, 24), (130, 40)])
async def test_talk_is_not_buried_by_plays(size: tuple[int, int]) -> None:
    """A wide table has a place for it, which any key marks as read; a narrow one a mark, and a page that goes on."""
    async with running(PlayNow(), FakeServer(), size=size) as (app, pilot):
        await until(pilot, lambda: at_table(app) and table_of(app).board.game is not None)
        screen, view = table_of(app), table_of(app).board.table
        assert view is not None

        def speak(number: int, text: str) -> None:
            screen.take(happened(screen.board, Said("Nia", text, Seat(1)), replace(view, seq=view.seq + number)))

        speak(1, "good evening")
        for number in range(30):
            screen.take(remarked(screen.board, f"line {number}."))
        wide = size[0] > 80
        assert ("● Nia: good evening" in screen_text(app)) is wide
        assert "● 1 new: PgDn" in screen_text(app)
        await pilot.press("right")
        assert screen.board.unread == (0 if wide else 1)
        await pilot.press("pagedown")
        assert ("Nia: good evening" in screen_text(app), "line 29." in screen_text(app)) == (True, False)
        speak(2, "is anybody there?")
        assert ("there?" in screen_text(app), screen.board.unread) == (True, 0)
        await pilot.press("t", "H", "i")
        assert "Nia: is" in screen_text(app)
        assert "hears you. Say: Hi_" in screen_text(app) or "here yet. Say: Hi_" in screen_text(app)


DONE = replace(TODAY, spent=True, result=RESULT, of_day=best(4))


async def opened(app: ChwechApp, pilot: Pilot[int], page: Daily) -> DailyScreen:
    """Open the page, at noon of its day."""
    screen = DailyScreen(app._palette, app._link, lambda: NOON)
    app.push_screen(screen)
    await until(pilot, lambda: screen._page is not None and screen._page.day == page.day)
    return screen


async def test_the_page_looks_as_it_did() -> None:
    """A day that was played, with lists of three kinds, the line, and the seals."""
    server = FakeServer()
    server.days = (DONE,)
    async with running(Greet(), server, SMALL) as (app, pilot):
        await opened(app, pilot, DONE)
        await look(app, pilot, "daily-80x24")


async def test_other_days_look_as_they_did() -> None:
    """A day not played yet, one that is over; one alone looks like any other."""
    for name, page in (("new", TODAY), ("over", YESTERDAY), ("new", replace(TODAY, alone=True, seed="17" * 32))):
        server = FakeServer()
        server.days = (page,)
        async with running(Greet(), server, (80, 24)) as (app, pilot):
            await opened(app, pilot, page)
            await look(app, pilot, f"daily-{name}")


async def test_the_menu_leads_to_the_table_and_back() -> None:
    """Y opens the page, Enter the table, where the log says what is played; after leaving, the page is asked anew."""
    server = FakeServer(Stage(Setup()))
    server.days = (replace(TODAY, ends_at=4e9),)
    async with running(Greet(), server, shows="Deal of the day") as (app, pilot):
        await tap(pilot, "s", shows="Enter begins the game that counts")
        await tap(pilot, "enter", opens=TableScreen)
        await until(pilot, lambda: "this game counts." in screen_text(app))
        asked = len([one for one in server.heard if isinstance(one, ReadDaily)])
        await tap(pilot, "q", "q", opens=DailyScreen)
        await until(pilot, lambda: len([one for one in server.heard if isinstance(one, ReadDaily)]) > asked)
        await tap(pilot, "escape", opens=WelcomeScreen)


async def test_a_spent_day_is_practised() -> None:
    """The server is asked for another game of the same deals, and the log says that it does not count."""
    server = FakeServer(Stage(Setup()))
    server.days = (replace(DONE, ends_at=4e9),)
    async with running(Join("cards.example", daily=True), server) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, DailyScreen) and "copy the line" in screen_text(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and "not ranked" in screen_text(app))
        assert [one.practice for one in server.heard if isinstance(one, PlayDaily)] == [True]


async def test_c_copies_the_line_with_keycaps() -> None:
    """The terminal's clipboard gets what is shared, whatever the screen can show."""
    server = FakeServer()
    server.days = (DONE,)
    async with running(Greet(), server) as (app, pilot):
        await opened(app, pilot, DONE)
        await pilot.press("c")
        assert app.clipboard == result_line(RESULT)
        await pilot.pause()
        assert "clipboard" in screen_text(app)


@pytest.mark.parametrize(("day", "offers"), [(TODAY, True), (DONE, False)])
async def test_the_day_is_offered_where_a_game_ends(day: Daily, *, offers: bool) -> None:
    """It is asked for once; as long as it is still to be played a key of the final ranking leads to it."""
    stage = Stage(Setup(options={"deals": 1}))
    server = FakeServer(stage)
    server.days = (replace(day, ends_at=4e9),)
    async with running(PlayNow(), server, sits=True) as (app, pilot):
        screen = table_of(app)
        over = stage.board(lambda now: now.table is not None and now.table.phase is TablePhase.OVER).table
        assert over is not None
        for seq in (99, 100):
            news = Happened(seq, RematchOffered("red-tree-sky", Seat(1)), replace(over, seq=seq))
            app.post_message(ChwechApp.Heard(news))
        await until(pilot, lambda: screen.board.unplayed is offers and screen.board.table is not None)
        await until(pilot, lambda: played(server, ReadDaily) == 1)
        await pilot.pause()
        await pilot.press("y")
        await pilot.pause()
        assert isinstance(app.screen, DailyScreen) is offers


async def test_earlier_days() -> None:
    """The arrows turn to days before, and no further than today; their deals are played without rank."""
    server = FakeServer(Stage(Setup()))
    server.days = (YESTERDAY, DONE)
    async with running(Greet(), server) as (app, pilot):
        await opened(app, pilot, DONE)
        await pilot.press("right")
        await tap(pilot, "left", "p", holds=lambda: "20 Nov" in screen_text(app) and "seed" in screen_text(app))
        await tap(pilot, "left", shows="There is no such day here.")
        await tap(pilot, "t", "t", shows="All time")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and "not ranked" in screen_text(app))
        assert [one.day for one in server.heard if isinstance(one, PlayDaily)] == [YESTERDAY.day]


async def test_the_lobby_leads_to_the_day() -> None:
    """It has a line of the list, and a key."""
    server = FakeServer()
    server.days = (DONE,)
    async with running(Join("cards.example"), server) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and "Deal of the day" in screen_text(app))
        await tap(pilot, "s", opens=DailyScreen)


@pytest.mark.parametrize(
    ("page", "now", "offer"),
    [
        (TODAY, NOON, DailyOffer.PLAY),
        (replace(TODAY, spent=True, table="x"), NOON, DailyOffer.GO_ON),
        (DONE, NOON, DailyOffer.PRACTISE),
        (DONE, NOON + 13 * 3600, DailyOffer.NOTHING),
        (YESTERDAY, NOON, DailyOffer.PRACTISE),
        (replace(TODAY, spent=True, table="x"), NOON + 13 * 3600, DailyOffer.GO_ON),
    ],
)
def test_what_a_day_offers(page: Daily, now: float, offer: DailyOffer) -> None:
    """An unfinished game can be finished after midnight, a new one cannot be begun."""
    assert offered(page, now) is offer


async def test_a_key_that_comes_twice_opens_one_table() -> None:
    """Until the table is there, or is refused."""
    server = FakeServer(Stage(Setup()))
    server.days = (replace(TODAY, ends_at=4e9),)
    async with running(Greet(), server) as (app, pilot):
        screen = await opened(app, pilot, server.days[0])
        server.silent = True
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert played(server, PlayDaily) <= 1
        screen.answered(Refused(screen._asked, ErrorCode.NOT_NOW, "not now"))
        server.silent = False
        await tap(pilot, "enter", opens=TableScreen)
        assert played(server, PlayDaily) == 2
