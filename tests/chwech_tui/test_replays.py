"""Finished games in the app: looked through again by keys and by mouse, and their records kept in files."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.events import MouseScrollDown, MouseScrollUp
from textual.pilot import Pilot

from chwech_tui.app import ChwechApp
from chwech_tui.errand import Errand, Greet, Join
from chwech_tui.files import keep_copy
from chwech_tui.model.ink import Press
from chwech_tui.model.replay import LAST, Reel
from chwech_tui.screens import question as exports
from chwech_tui.screens import replay as replays
from chwech_tui.screens.lists import HistoryScreen
from chwech_tui.screens.question import ExportScreen
from chwech_tui.screens.replay import ReplayScreen
from chwech_tui.screens.sheet import RecordScreen
from chwech_tui.theme import Palette
from protocol.archive import ListGames, ReadRecord, ReadReplay, ReplayStep
from protocol.errors import ErrorCode
from protocol.messages import Refused
from server.commands.records import HOLDS
from tests.chwech_tui.fake_server import FakeServer, played
from tests.chwech_tui.golden import LARGE, SMALL, look
from tests.chwech_tui.player import click, until
from tests.chwech_tui.replays import entry_of, record_of, steps_of
from tests.chwech_tui.screens_text import running, screen_text, tap
from tests.running import command

main = command("verify")

SSH = Join("this server", invitation="ssh -t chwech@… {code}")  # Someone who came by SSH.


def archive(players: int = 4, deals: int = 2, ruleset: str = "revised") -> FakeServer:
    """Give a server that keeps one game."""
    server = FakeServer()
    record = record_of(players, deals, ruleset)
    server.games = (entry_of(players, deals, ruleset),)
    server.record = (record,)
    server.replay = steps_of(record)
    return server


@asynccontextmanager
async def at_history(
    server: FakeServer, size: tuple[int, int] = (80, 24), errand: Errand | None = None, palette: Palette | None = None
) -> AsyncIterator[tuple[ChwechApp, Pilot[int]]]:
    """Run the app up to the list of finished games."""
    async with running(errand or Greet(), server, size, palette) as (app, pilot):
        await until(pilot, lambda: "Finished games" in screen_text(app) or "You are Megan" in screen_text(app))
        await tap(pilot, "h", holds=lambda: isinstance(app.screen, HistoryScreen) and "calm-river" in screen_text(app))
        yield app, pilot


@asynccontextmanager
async def at_replay(
    server: FakeServer, size: tuple[int, int] = (80, 24), palette: Palette | None = None
) -> AsyncIterator[tuple[ChwechApp, Pilot[int]]]:
    """Run the app up to the replay of the game."""
    async with at_history(server, size, palette=palette) as (app, pilot):
        await pilot.press("v")
        await until(
            pilot,
            lambda: (
                isinstance(app.screen, ReplayScreen) and app.screen.reel is not None and app.screen.reel.wanted is None
            ),
        )
        yield app, pilot


def reel_of_app(app: ChwechApp) -> Reel:
    """Give the position in the replay that is open."""
    reel = reel_screen(app).reel
    assert reel is not None
    return reel


def reel_screen(app: ChwechApp) -> ReplayScreen:
    """Give the replay."""
    assert isinstance(app.screen, ReplayScreen)
    return app.screen


def place(app: ChwechApp) -> tuple[int, int | None]:
    """Give the deal and the step that are shown."""
    reel = reel_of_app(app)
    return reel.deal, reel.place


@pytest.mark.parametrize(("players", "ruleset", "size"), [(4, "revised", SMALL), (7, "original", LARGE)])
async def test_a_replay_looks_as_it_did(players: int, ruleset: str, size: tuple[int, int]) -> None:
    """The deal, the middle of a trick, and the score look as committed."""
    async with at_replay(archive(players, 2, ruleset), size) as (app, pilot):
        name = f"{players}-{size[0]}x{size[1]}"
        await look(app, pilot, f"replay-dealt-{name}")
        await pilot.press("down", "down", "right", "right")
        await look(app, pilot, f"replay-trick-{name}")
        await tap(pilot, "end", holds=lambda: place(app) == (2, len(steps_of(record_of(players, 2, ruleset))[1]) - 1))
        await look(app, pilot, f"replay-score-{name}")


async def test_keys_lead_through_the_game() -> None:
    """Steps, tricks, deals, both ends, and back to the list; each deal is asked for once, in pages."""
    server = archive()
    deals = server.replay
    async with at_replay(server) as (app, pilot):
        assert place(app) == (1, 0)
        await pilot.press("right", "right", "left")
        assert place(app) == (1, 1)
        await pilot.press("down", "up")
        assert place(app) == (1, 0)
        await tap(pilot, "pagedown", holds=lambda: reel_of_app(app).wanted is None)
        assert place(app) == (2, 0)
        await pilot.press("left")
        assert place(app) == (1, len(deals[0]) - 1)
        await pilot.press("right_square_bracket", "right", "left_square_bracket", "pageup", "end")
        assert place(app) == (2, len(deals[1]) - 1)
        await pilot.press("home")
        assert place(app) == (1, 0)
        await pilot.press("escape")
        assert isinstance(app.screen, HistoryScreen)
    asked = [(message.deal, message.step) for message in server.heard if isinstance(message, ReadReplay)]
    assert asked == [(deal, step) for deal in (1, 2) for step in range(0, len(deals[deal - 1]), 30)]


async def test_the_mouse_leads_through_it_too() -> None:
    """The wheel goes step by step, and the keys that are named can be clicked."""
    async with at_replay(archive()) as (app, pilot):
        for turned, reached in ((MouseScrollDown, (1, 1)), (MouseScrollUp, (1, 0))):
            app.post_message(turned(None, 1, 1, 0, 0, 0, shift=False, meta=False, ctrl=False))
            await pilot.pause()
            assert place(app) == reached
        await click(pilot, "keys", Press("right"))
        assert place(app) == (1, 1)
        await click(pilot, "keys", Press("escape"))
        assert isinstance(app.screen, HistoryScreen)


async def test_from_the_score_sheet_to_the_replay() -> None:
    """The sheet of a game leads to its replay as well, and from there Esc leads back to the sheet."""
    async with at_history(archive()) as (app, pilot):
        await tap(pilot, "enter", opens=RecordScreen)
        await tap(pilot, "v", shows="as it was dealt")
        await pilot.press("escape")
        assert isinstance(app.screen, RecordScreen)


async def test_a_replay_goes_on_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Space begins it, the end of the game or any key ends it."""
    monkeypatch.setattr(replays, "PLAY_SECONDS", 0.01)
    async with at_replay(archive()) as (app, pilot):
        await tap(pilot, "space", holds=lambda: (place(app)[1] or 0) > 2)
        await pilot.press("home")
        assert (place(app), reel_screen(app)._playing) == ((1, 0), None)
        await tap(pilot, "pagedown", "space", holds=lambda: reel_screen(app)._playing is None)
        assert place(app) == (2, len(steps_of(record_of())[1]) - 1)


async def test_what_cannot_be_shown_is_said() -> None:
    """A record that does not hold is named where it was asked for, and the deals that are known can still be seen."""
    server = archive()
    async with at_replay(server) as (_app, pilot):
        text = "the record of game 17 cannot be played again: deal 2: no card"
        server.refusals = [Refused(1, ErrorCode.SERVER_FAULT, text)]
        await tap(pilot, "pagedown", shows="The record of game 17 cannot be played again: deal 2: no card.")
        await tap(pilot, "pageup", shows="Deal 1 of 2, as it was dealt")


async def test_haste_is_made_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the server has had enough for the moment, the deal is asked for again by itself."""
    monkeypatch.setattr(replays, "AGAIN", 0.05)
    server = archive()
    server.refusals = [Refused(1, ErrorCode.TOO_MANY, "wait a moment")]
    async with at_replay(server) as (app, _):
        assert "as it was dealt" in screen_text(app)
    assert played(server, ReadReplay) > 2


@pytest.mark.parametrize("steps", [[()], steps_of(record_of(5))], ids=["none", "of five players"])
async def test_another_game_cannot_be_shown(steps: list[tuple[ReplayStep, ...]]) -> None:
    """Steps that this client cannot draw are refused in words."""
    server = archive()
    server.replay = steps
    async with at_history(server) as (app, pilot):
        await tap(pilot, "v", shows="This client cannot show this game.")
        assert reel_of_app(app).step != LAST


async def test_the_game_of_a_table_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the code of its table a game is found as soon as it is in the archive; if that takes too long, it is said."""
    monkeypatch.setattr(replays, "AGAIN", 0.05)
    server = archive()
    async with at_history(server) as (app, pilot):
        games, server.games = server.games, ()
        monkeypatch.setattr(replays, "TRIES", 10_000)
        app._replay("calm-river")
        asked = played(server, ListGames)
        await until(pilot, lambda: played(server, ListGames) > asked + 2)
        assert "Fetching the game…" in screen_text(app)
        await pilot.press("right", "e")
        server.games = games
        await until(pilot, lambda: "as it was dealt" in screen_text(app))
        await pilot.press("q")
        monkeypatch.setattr(replays, "TRIES", 2)
        app._replay("no-such-table")
        await until(pilot, lambda: "This game is not in your list yet" in screen_text(app))


async def test_a_record_is_kept_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The path can be changed; what is there is never written over; and what was kept holds."""
    monkeypatch.chdir(tmp_path)
    server = archive()
    async with at_history(server) as (app, pilot):
        app.keep_copy = keep_copy
        await tap(pilot, "e", opens=ExportScreen)
        with monkeypatch.context() as elsewhere:
            elsewhere.setattr(exports, "whole_path", lambda path: f"/home/megan/games/{path}")
            assert isinstance(app.screen, ExportScreen)
            app.screen.redraw()
            await pilot.pause()
            await look(app, pilot, "export-80x24")
        await pilot.press("ctrl+u", *"~/x")
        assert "Enter saves it to" in screen_text(app)
        assert f" {Path.home()}/x\n" in screen_text(app)
        await pilot.press("ctrl+u", *"chwech-17.jsonl")
        (tmp_path / "chwech-17.jsonl").write_text("mine")
        await tap(pilot, "backspace", "enter", shows="Saved to")
        await pilot.press("escape")
        assert isinstance(app.screen, HistoryScreen)
        await tap(pilot, "v", shows="as it was dealt")
        await tap(pilot, "e", opens=ExportScreen)
        await tap(pilot, "enter", shows="chwech-17.jsonl already exists: choose another name.")
        await tap(pilot, "ctrl+u", *"none/x", "enter", shows="Cannot create none/x: No such file or directory.")
        await pilot.press("escape")
        assert isinstance(app.screen, ReplayScreen)
    assert (tmp_path / "chwech-17.jsonl").read_text() == "mine"
    assert main([str(tmp_path / "chwech-17.json")]) == HOLDS


async def test_without_files_the_command_is_shown() -> None:
    """Over SSH there is no file to write: a command prints the record, and nothing is asked for."""
    server = archive()
    async with at_history(server, errand=SSH) as (app, pilot):
        await tap(pilot, "enter", opens=RecordScreen)
        before = played(server, ReadRecord)
        await tap(pilot, "e", shows="ssh chwech@… history 17 > game.jsonl")
        assert "In which file" not in screen_text(app)
        assert played(server, ReadRecord) == before
        await pilot.press("x", "enter")
        assert isinstance(app.screen, RecordScreen)


async def test_a_record_that_is_refused_is_not_kept(tmp_path: Path) -> None:
    """While the record is on its way nothing is written; why it does not come is said."""
    server = archive()
    async with at_history(server) as (app, pilot):
        app.keep_copy = keep_copy
        server.silent = True
        await tap(pilot, "e", "enter", holds=lambda: played(server, ReadRecord) == 1)
        await pilot.press("enter")
        assert "One moment: the record is on its way." in screen_text(app)
        number = next(message.id for message in server.heard if isinstance(message, ReadRecord))
        app.hear(Refused(number, ErrorCode.SERVER_FAULT, "try again later"))
        assert "Try again later." in screen_text(app)
        await tap(pilot, "enter", holds=lambda: played(server, ReadRecord) == 2)
