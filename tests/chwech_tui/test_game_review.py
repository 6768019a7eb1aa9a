"""The review of a finished game in the app: a page of the game, a page of each deal, and the way to each choice."""

import pytest
from textual.pilot import Pilot

from chwech_tui import link as links
from chwech_tui.app import ChwechApp
from chwech_tui.errand import Greet
from chwech_tui.screens.lesson import LessonScreen
from games.registry import REVIEWS
from protocol.archive import Complain, ReadReview
from protocol.errors import ErrorCode
from protocol.messages import Refused
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.golden import SMALL, look
from tests.chwech_tui.player import until
from tests.chwech_tui.screens_text import running, screen_text, tap
from tests.chwech_tui.test_replays import archive, at_replay, place, reel_of_app


async def reviewed(app: ChwechApp, pilot: Pilot[int], deals: int = 2) -> None:
    """Open the review and wait until it is whole."""
    await pilot.press("r")
    await until(pilot, lambda: len(reel_of_app(app).reviews) == deals and "Looking back" not in screen_text(app))


def asked(server: FakeServer) -> list[int]:
    """Give the deals whose review was asked for."""
    return [message.deal for message in server.heard if isinstance(message, ReadReview)]


@pytest.mark.parametrize(("players", "deals"), [(4, 6), (7, 2)])
async def test_a_review_looks_as_it_did(players: int, deals: int) -> None:
    """The page of a long game; of a large one that of a deal as well, and a choice that one has gone to."""
    async with at_replay(archive(players, deals), SMALL) as (app, pilot):
        await reviewed(app, pilot, deals)
        name = f"{players}-80x24"
        await look(app, pilot, f"review-{name}")
        if players == 4:
            return
        await tap(pilot, "pagedown", "pagedown", "down", holds=lambda: place(app) == (2, 1))
        await look(app, pilot, f"review-deal-{name}")
        await pilot.press("enter")
        await look(app, pilot, f"review-step-{name}")


async def test_the_review_adds_up_all_deals() -> None:
    """It asks for one deal after the other, once each; the game comes first, and after the last deal again."""
    server = archive(deals=3)
    async with at_replay(server) as (app, pilot):
        await reviewed(app, pilot, 3)
        assert asked(server) == [1, 2, 3]
        assert "the whole game" in screen_text(app)
        rows = [line.split("Owain")[-1].split() for line in screen_text(app).splitlines() if "Owain" in line]
        assert ["27", "+4.5", "−4.5"] in [[word for word in row if word[-1].isdigit()] for row in rows]
        for words in ("deal 1 of 3", "deal 2 of 3", "deal 3 of 3", "the whole game"):
            await pilot.press("pagedown")
            assert words in screen_text(app)
        await pilot.press("pageup")
        assert "deal 3 of 3" in screen_text(app)
        await pilot.press("r", "r")
        assert asked(server) == [1, 2, 3]


async def test_one_goes_to_a_choice_and_back() -> None:
    """The review is at the choice that is chosen, with what it was worth; Enter shows the table, and r the review."""
    async with at_replay(archive()) as (app, pilot):
        await reviewed(app, pilot)
        await until(pilot, lambda: place(app) == (2, 3) and "worth −6.2" in screen_text(app))
        await tap(pilot, "down", holds=lambda: place(app) == (1, 3))
        await pilot.press("up", "right")
        assert place(app) == (2, 4)
        await tap(pilot, "down", "up", "enter", holds=lambda: place(app) == (2, 3))
        assert "Costliest" not in screen_text(app)
        await pilot.press("r")
        assert "Costliest" in screen_text(app)
        await pilot.press("escape", "right")
        assert place(app) == (2, 4)


async def test_no_review_is_said_to_be_none() -> None:
    """Where a game cannot be looked back at, the reason stands below until the next key, and nothing more is asked."""
    server = archive()
    async with at_replay(server) as (app, pilot):
        server.refusals = [Refused(1, ErrorCode.SERVER_FAULT, "this deal cannot be looked back at here just now")]
        await tap(pilot, "r", shows="This deal cannot be looked back at here just now.")
        await pilot.press("escape")
        assert "This deal" not in screen_text(app)
        await pilot.press("right")
        assert "trick 1, play 1" in screen_text(app)
        assert asked(server) == [1]


async def test_a_busy_server_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """While others are looking back the deal is asked for again, for a while."""
    monkeypatch.setattr(links, "AGAIN", 0.05)
    server = archive()
    async with at_replay(server) as (app, pilot):
        server.refusals = [Refused(1, ErrorCode.TOO_MANY, "many games are being looked back at just now")] * 2
        await reviewed(app, pilot)
        assert asked(server) == [1, 1, 1, 2]


async def test_a_game_without_a_review_offers_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """The foot does not name the key, and pressed all the same it says so, by the title, and asks nothing."""
    server = archive()
    async with at_replay(server) as (app, pilot):
        monkeypatch.delitem(REVIEWS, "chwech")
        await pilot.press("right")
        assert "r review" not in screen_text(app)
        await pilot.press("r")
        assert "There is no review of Chwech." in screen_text(app)
        await pilot.press("right")
        assert "trick 1, play" in screen_text(app)
        assert asked(server) == []


async def test_a_bot_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked at its play, a busy server again; what it says stays until the next step; a person is not asked."""
    monkeypatch.setattr(links, "AGAIN", 0.01)
    server = archive()
    async with at_replay(server) as (app, pilot):
        await pilot.press("w")
        assert "This asks about a bot" in screen_text(app)
        server.refusals = [Refused(1, ErrorCode.TOO_MANY, "slow down")]
        await pilot.press("right")
        while "w why?" not in screen_text(app):
            await pilot.press("right")
        turn = place(app)[1]
        await tap(pilot, "w", shows="A strong bot values")
        assert [one.turn for one in server.heard if isinstance(one, ReadReview)] == [turn, turn]
        await tap(pilot, "exclamation_mark", shows="Kept for the host.")
        assert [(one.game, one.deal, one.turn) for one in server.heard if isinstance(one, Complain)] == [(17, 1, turn)]
        await pilot.press("right")
        assert "Kept for the host." not in screen_text(app)


async def test_a_game_may_be_looked_back_at_from_its_end() -> None:
    """The review is open as soon as the game is there."""
    async with at_replay(archive()) as (app, pilot):
        await pilot.press("escape")
        app._replay("calm-river", looks_back=True)
        await until(pilot, lambda: "Costliest choices" in screen_text(app))


async def test_one_is_asked_for_ones_own_mistakes_after_a_review() -> None:
    """The choice that was played is not right; what is solved, and what was given away, is noted."""
    async with at_replay(server := archive()) as (app, pilot):
        await reviewed(app, pilot)
        await tap(pilot, "m", shows="What would you play now?")
        assert "Game 17, deal" in screen_text(app)
        screen = app.screen
        assert isinstance(screen, LessonScreen)
        screen.choose(next(reply.action for reply in screen.course.lesson.replies if not reply.good))
        assert "There is better" in screen_text(app)
        await pilot.press("t")
        screen.choose(next(reply.action for reply in screen.course.lesson.replies if reply.good))
        assert "which was played" in screen_text(app)
        await until(pilot, lambda: app.settings.solved == screen.course.lesson.mark)
        await tap(pilot, "q", "escape", "escape", "s", "g", shows="Points a deal given away")
        assert server.settings["given"].startswith("17:")


async def test_the_puzzle_of_the_day_comes_before_ones_own() -> None:
    """It opens from the menu; at its end Enter looks for mistakes of one's own, and says if there are none."""
    async with running(Greet(), FakeServer(), shows="Puzzles") as (_app, pilot):
        await tap(pilot, "m", shows="Puzzle of the day")
        await tap(pilot, "n", "enter", shows="No unsolved mistakes")


async def test_a_search_for_mistakes_waits_and_says_why_it_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is busy is asked again; any other refusal is told where the player is."""
    monkeypatch.setattr(links, "AGAIN", 0.01)
    server = archive()
    async with running(Greet(), server, shows="Puzzles") as (_app, pilot):
        server.refusals = [Refused(1, ErrorCode.SERVER_FAULT, "this deal cannot be looked back at here just now")]
        await tap(pilot, "m", "n", "enter", shows="This deal cannot be looked back at here just now.")
        server.refusals = [Refused(1, ErrorCode.TOO_MANY, "slow down")] * 2
        await tap(pilot, "m", "n", "enter", shows="Game 17, deal")
        assert asked(server) == [1, 1, 1, 1, 2]
