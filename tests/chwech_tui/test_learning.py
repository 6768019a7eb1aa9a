"""The course for newcomers: where it is offered, how it goes, and the game with the coach after it."""

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from chwech_tui.app import ChwechApp
from chwech_tui.errand import Greet, Join
from chwech_tui.model.game import GAMES
from chwech_tui.model.lesson import Lesson
from chwech_tui.model.settings import SETTINGS, Coach
from chwech_tui.screens.home import WelcomeScreen
from chwech_tui.screens.lesson import LessonScreen
from chwech_tui.screens.menu import FinderScreen
from protocol.archive import GameEntry, Games
from protocol.messages import Act, OpenTable, Seated
from protocol.setup import GameOffer, Setup
from protocol.table import Hint, TablePhase
from tests.chwech_tui.fake_server import OFFER, FakeServer
from tests.chwech_tui.golden import SMALL, look
from tests.chwech_tui.player import at_table, table_of, until
from tests.chwech_tui.screens_text import running, screen_text, tap
from tests.chwech_tui.stage import Stage

FINISHED = GameEntry(1, "calm-river", 0.0, Setup("chwech", 6), ("Megan",) * 6, (1,) * 6)


def in_lesson(app: ChwechApp) -> bool:
    """Say whether the course is on the screen."""
    return isinstance(app.screen, LessonScreen)


def server_with(*games: GameEntry) -> FakeServer:
    """Give a server on which these games were finished."""
    server = FakeServer()
    server.games = games
    return server


async def test_a_newcomer_is_offered_the_course() -> None:
    """Without a finished game the cursor of the welcome stands on the course, and Enter opens it."""
    async with running(Greet(), server_with(), shows="▌ Learn in five minutes   new here?") as (app, pilot):
        await tap(pilot, "enter", holds=lambda: in_lesson(app))
        await tap(pilot, "q", opens=WelcomeScreen)


async def test_who_has_begun_a_game_goes_on_with_it() -> None:
    """An unfinished game comes before the course, even if it is the first one."""
    server = FakeServer(Stage(Setup()))
    async with running(Greet(), server, shows="▌ Go on") as (app, _pilot):
        assert "new here?" not in screen_text(app)


async def test_the_cursor_is_left_alone_once_a_key_was_pressed() -> None:
    """The offer does not take away the line that someone is about to choose."""
    server = server_with()
    async with running(Greet(), server) as (app, pilot):
        await pilot.press("end")
        app.screen.answered(Games(0, ()))  # type: ignore[attr-defined]
        assert "▌ Quit" in screen_text(app)


async def test_who_goes_from_a_finished_game_to_the_next_is_no_newcomer() -> None:
    """Back in the lobby from there, nothing is offered for those who are new."""
    server = server_with()
    server.stage = Stage(Setup())
    view = server.stage.table()
    async with running(Join("example.org"), server, size=(80, 24), shows="1 table") as (app, pilot):
        await tap(pilot, "enter", holds=lambda: at_table(app))
        server.stage = None
        gathering = replace(view, table="red-tree-sky", phase=TablePhase.GATHERING, game=None)
        for seated in (replace(view, phase=TablePhase.OVER, seq=view.seq + 1), gathering):
            app.post_message(ChwechApp.Heard(Seated(1, seated)))
        await until(pilot, lambda: "table red-tree-sky" in screen_text(app))
        await tap(pilot, "q", "y", shows="No tables yet")
        assert "New here?" not in screen_text(app)


async def test_a_first_table_says_where_its_lessons_are() -> None:
    """One key leads there and back, and the game waits; the coach helps meanwhile."""
    stage = Stage(Setup())
    stage.board(lambda board: board.my_turn)
    server = FakeServer(stage)
    server.settings = {"begun": "roque:1"}
    async with running(Join("", "calm-river"), server) as (app, pilot):
        await until(pilot, lambda: "New to Chwech? L teaches it. The coach helps" in screen_text(app))
        await tap(pilot, "L", holds=lambda: in_lesson(app))
        await tap(pilot, "q", holds=lambda: at_table(app))


@pytest.mark.parametrize("errand", [Greet(learn=True), Join("example.org", learn=True)], ids=["offline", "join"])
async def test_the_course_can_be_what_one_came_for(errand: Greet | Join) -> None:
    """``chwech learn`` opens it at once; it needs no server, and nothing is sent for it."""
    async with running(errand, server_with(FINISHED)) as (app, pilot):
        await until(pilot, lambda: in_lesson(app) and "Follow or pass" in screen_text(app))
        await tap(pilot, "ctrl+c", holds=lambda: not in_lesson(app))


async def test_the_coach_reacts_to_every_choice() -> None:
    """A good choice, a bad one, another try, a step back, a skip: the whole course by keys, and no action is sent."""
    server = server_with()
    async with running(Greet(learn=True), server, size=(80, 24), shows="1 of 12") as (app, pilot):
        await _choose(pilot, app, "p", "You keep your cards.")
        await pilot.press("t", "right")
        await _choose(pilot, app, "enter", "Owain's Q♦ takes it.")
        await pilot.press("enter")
        assert "2 of 12" in screen_text(app)
        await _choose(pilot, app, "p", "There is better")
        await pilot.press("b", "b")
        assert "1 of 12" in screen_text(app)
        await pilot.press("b", *"n" * 11)
        assert "12 of 12" in screen_text(app)
        await _choose(pilot, app, "p", "Well played")
        await pilot.press("n", "t", "p")
        assert "That is the whole game: six deals" in _squeezed(app)
        await pilot.press("n", "z", "b")
        assert "12 of 12" in screen_text(app)
        await tap(pilot, "t", "x", "a", "1", "escape", "escape", holds=lambda: not in_lesson(app))
    assert not any(isinstance(message, Act) for message in server.heard)


async def _choose(pilot: Pilot[int], app: ChwechApp, key: str, words: str) -> None:
    await pilot.press(key)
    assert words in _squeezed(app)


def _squeezed(app: ChwechApp) -> str:
    """Give what the coach says, as one line."""
    lines = app.screen.surface.parts["log"].picture  # type: ignore[attr-defined]
    return " ".join("".join(span.text for span in line).strip() for line in lines)


async def test_the_course_looks_as_it_did() -> None:
    """A question, the reaction to a good and to a bad choice, and the end look as committed."""
    async with running(Greet(learn=True), server_with(), size=SMALL) as (app, pilot):
        await until(pilot, lambda: in_lesson(app))
        await pilot.press("n", "n", "left")
        await look(app, pilot, "lesson-80x24")
        await pilot.press("enter")
        await look(app, pilot, "lesson-good-80x24")
        await pilot.press("t", "p")
        await look(app, pilot, "lesson-bad-80x24")
        await pilot.press(*"n" * 10)
        await look(app, pilot, "lesson-end-80x24")


@pytest.mark.no_cover
async def test_nothing_that_the_coach_says_is_cut() -> None:
    """On the smallest screen every text of the course is there to its last word."""
    async with running(Greet(learn=True), server_with(), size=(80, 24)) as (app, pilot):
        await until(pilot, lambda: in_lesson(app))
        for lesson in GAMES["chwech"].lessons:
            await _check_words(pilot, app, lesson)
        assert _squeezed(app).endswith("show your mistakes later.")
        await pilot.press("g")
        for lesson in GAMES["twenty-five"].lessons:
            await _check_words(pilot, app, lesson)
        assert _squeezed(app).endswith("best card of each deal.")


async def _check_words(pilot: Pilot[int], app: ChwechApp, lesson: Lesson) -> None:
    """Look at a position and at the reaction to each choice in it, and go on to the next."""
    screen = app.screen
    assert isinstance(screen, LessonScreen)
    assert lesson.text in _squeezed(app)
    for reply in lesson.replies:
        screen.choose(reply.action)
        assert reply.text in _squeezed(app)
        await pilot.press("t")
    await pilot.press("n")


async def test_one_course_leads_to_the_next() -> None:
    """At its beginning and at its end a key opens the course of another game, and then again the first."""
    async with running(Greet(learn=True), server_with(), size=(80, 24)) as (app, pilot):
        await until(pilot, lambda: in_lesson(app) and "l learn Twenty-Five" in screen_text(app))
        await pilot.press("g")
        assert "Learn Twenty-Five" in screen_text(app)
        await look(app, pilot, "lesson-twenty-five-80x24")
        await pilot.press("n", "g")
        assert "2 of 6" in screen_text(app)
        await pilot.press(*"n" * 5, "l")
        assert "Learn Spoil Five" in screen_text(app)
        await pilot.press(*"l" * (sum(game.is_taught for game in GAMES.values()) - 2))
        assert "Learn Chwech" in screen_text(app)


async def test_the_course_goes_on_where_it_was_left() -> None:
    """A slip of Esc costs nothing, nor does the end of the program; a course that was gone through begins again."""
    server = server_with()
    async with running(Greet(learn=True), server, size=(80, 24)) as (app, pilot):
        await until(pilot, lambda: in_lesson(app) and app._visit.welcome is not None)
        await tap(pilot, "g", "n", "escape", opens=WelcomeScreen)
        await tap(pilot, "l", holds=lambda: in_lesson(app) and "Learn Twenty-Five" in screen_text(app))
        assert "2 of 6" in screen_text(app)
    async with running(Greet(learn=True), server, size=(80, 24)) as (app, pilot):
        # The program was ended meanwhile, and the course is open before the server has told where it was left.
        await until(pilot, lambda: in_lesson(app) and "Learn Twenty-Five" in screen_text(app))
        assert "2 of 6" in screen_text(app)
        await tap(pilot, *"n" * 5, "q", opens=WelcomeScreen)
        await tap(pilot, "l", holds=lambda: in_lesson(app) and "Learn Chwech" in screen_text(app))


async def test_the_keys_of_the_course_are_listed() -> None:
    """Those of the course, and those that act in the position; what is chosen happens there, and others say so."""
    async with running(Greet(learn=True), server_with(), size=(80, 24)) as (app, pilot):
        await until(pilot, lambda: in_lesson(app))
        await pilot.press("m")
        assert "That key does nothing here: ? lists the keys." in screen_text(app)
        await tap(pilot, "question_mark", opens=FinderScreen)
        assert "Skip" in screen_text(app)
        await tap(pilot, *"skip", "enter", holds=lambda: in_lesson(app) and "2 of 12" in screen_text(app))


async def test_the_coach_is_still_there_after_a_break() -> None:
    """Who leaves a table with the coach or ends the program, and goes on, finds him there; elsewhere he is not."""
    for key, coach in (("c", Coach.ON), ("enter", Coach.OFF)):
        server = FakeServer(Stage(Setup()))
        assert await coaches(server, key, "enter") == [coach, coach]
        assert await coaches(server, "enter") == [coach]


async def test_the_menu_says_which_game_has_the_coach() -> None:
    """As soon as the settings have come, which say so."""
    server = FakeServer(Stage(Setup()))
    server.settings = {"coached": "calm-river"}
    async with running(Greet(), server, (80, 24)) as (app, pilot):
        await until(pilot, lambda: "▌ Go on   Chwech for 6, with the coach   deal" in screen_text(app))


async def coaches(server: FakeServer, *keys: str) -> list[Coach]:
    """Start the program, go to a table by each of these keys and leave it, and give whether the coach is there."""
    found = []
    async with running(Greet(), server) as (app, pilot):
        for key in keys:
            await until(pilot, lambda: "▌ Go on" in screen_text(app))
            await tap(pilot, key, holds=lambda: at_table(app) and table_of(app).board.is_on)
            found.append(table_of(app).board.settings.coach)
            await pilot.press("q", "y")
    return found


async def test_the_settings_show_the_coach_of_a_table() -> None:
    """He can be sent away there, from this table alone, and for good."""
    server = FakeServer(Stage(Setup()))
    async with running(Greet(), server, shows="▌ Go on") as (app, pilot):
        await tap(pilot, "c", holds=lambda: at_table(app) and table_of(app).board.is_on)
        await tap(pilot, "o", *["down"] * (len(SETTINGS) - 2), shows="▌ Coach                    ‹ on ›")
        await tap(pilot, "right", shows="▌ Coach                    ‹ off ›")
        await tap(pilot, "escape", holds=lambda: at_table(app))
        assert not table_of(app).board.settings.coach
        await until(pilot, lambda: server.settings == {"coach": "off"})
    async with running(Join("", "calm-river"), server) as (app, pilot):
        await until(pilot, lambda: at_table(app) and table_of(app).board.is_on)
        assert not table_of(app).board.settings.coach


async def test_the_coach_is_at_his_table_whichever_way_one_comes() -> None:
    """Also by a command that names the table, before the settings have come."""
    server = FakeServer(Stage(Setup()))
    server.settings = {"coached": "calm-river"}
    async with running(Join("", "calm-river"), server) as (app, pilot):
        await until(pilot, lambda: at_table(app) and table_of(app).board.is_on)
        assert table_of(app).board.settings.coach


@pytest.mark.parametrize(
    ("begun", "setting", "kept"),
    [
        ("chwech:2", "", {"begun": "chwech:3", "coached": "calm-river*"}),
        ("chwech:3", "", {"begun": "chwech:3"}),
        ("roque:3", "off", {"begun": "roque:3", "coach": "off"}),
    ],
)
async def test_the_coach_is_there_in_the_first_three_games_of_a_kind(
    begun: str, setting: str, kept: dict[str, str]
) -> None:
    """It is said at once, and on a server the coach takes no hints; a fourth game and another setting bring none."""
    server, coached = FakeServer(Stage(Setup())), "coached" in kept
    server.settings = {"begun": begun, **({"coach": setting} if setting else {})}
    async with running(Join("", "calm-river"), server) as (app, pilot):
        await until(pilot, lambda: at_table(app) and table_of(app).board.is_on)
        assert bool(table_of(app).board.settings.coach) is coached
        assert ("The coach helps in your first three games" in screen_text(app)) is coached
        await until(pilot, lambda: server.settings == kept)
        assert not any(isinstance(message, Hint) for message in server.heard)


async def test_the_game_after_a_course_is_the_one_that_was_taught() -> None:
    """After Twenty-Five the table plays Twenty-Five, by its usual rules, and is in no list."""
    server = server_with(FINISHED)
    server.offers = (OFFER, GameOffer("twenty-five", (5, 4), (), ()))
    async with running(Greet(learn=True), server) as (app, pilot):
        await until(pilot, lambda: in_lesson(app) and app._visit.welcome is not None)
        await pilot.press("g", *"n" * 6, "enter")
        await until(pilot, lambda: any(isinstance(message, OpenTable) for message in server.heard))
        order = next(message for message in server.heard if isinstance(message, OpenTable))
        assert order.setup == Setup("twenty-five", 5)
        assert not order.arrangement.listed
