"""A whole game through the real path: client, protocol, offline server as a child, rules."""

import os
import signal
from pathlib import Path

import pytest
from msgspec.structs import replace

from chwech_tui.app import ChwechApp
from chwech_tui.errand import Greet, PlayNow
from chwech_tui.files import keep_copy
from chwech_tui.launch import OfflineServer
from chwech_tui.link import Identity, Route
from chwech_tui.model.board import Table
from chwech_tui.model.replay import Reel
from chwech_tui.screens.question import ExportScreen
from chwech_tui.screens.replay import ReplayScreen
from chwech_tui.theme import Palette
from protocol.messages import OpenTable
from protocol.setup import Setup
from server.commands.records import HOLDS
from tests.chwech_tui.player import (
    Hand,
    at_table,
    by_keyboard,
    by_mouse,
    click_next,
    enter,
    play_game,
    shown_table,
    table_of,
    until,
)
from tests.chwech_tui.screens_text import HURRIED, screen_text, tap
from tests.chwech_tui.terminal import Terminal
from tests.running import command

main = command("verify")

pytestmark = pytest.mark.no_cover


def at_once(setup: Setup, seed: str) -> PlayNow:
    """Give the errand to play with bots that do not wait."""
    return PlayNow(OpenTable(0, setup, pace=0.0, seed=seed))


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("take_turn", "go_on", "setup"),
    [
        pytest.param(by_keyboard, enter, Setup(options={"deals": 2}), id="keyboard"),
        pytest.param(by_keyboard, enter, Setup(), id="six deals", marks=pytest.mark.long),
        pytest.param(
            by_mouse,
            click_next,
            Setup("chwech", 6, {"ruleset": "original", "deals": 2}),
            id="mouse",
            marks=pytest.mark.no_cover,
        ),
    ],
)
@pytest.mark.timeout(300)
async def test_a_whole_game_is_played(tmp_path: Path, take_turn: Hand, go_on: Hand, setup: Setup) -> None:
    """A game is played deal after deal to the final ranking, by keyboard alone and by mouse alone."""
    child = OfflineServer(tmp_path)
    app = ChwechApp(Route(child.dial, Identity("Megan")), at_once(setup, "whole"), Palette())
    app.apply(HURRIED)
    try:
        async with app.run_test(size=(100, 30)) as pilot:
            board = await play_game(pilot, take_turn, go_on)
            assert len(board.game.sheets) == setup.options.get("deals", 6)
            await until(pilot, lambda: "Final ranking" in screen_text(app))
    finally:
        child.stop()


async def test_finished_games_are_seen_again_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """After the game its replay opens with v; once more played, both games are listed; what is exported holds."""
    monkeypatch.chdir(tmp_path)
    order = OpenTable(0, Setup("chwech", 4, {"deals": 1}), pace=0.0, seed="again")
    child = OfflineServer(tmp_path / "data")
    try:
        app = ChwechApp(Route(child.dial, Identity("Megan")), PlayNow(order), Palette())
        app.apply(HURRIED)
        async with app.run_test(size=(100, 30)) as pilot:
            board = await play_game(pilot, by_keyboard, enter)
            await until(pilot, lambda: "Final ranking" in screen_text(app))
            await tap(pilot, "v", holds=lambda: _replayed(app) is not None)
            await pilot.press("end")
            reel = _replayed(app)
            last = reel.shown
            assert board.game is not None
            assert last.view == replace(board.game, viewer=None)
            await tap(pilot, "escape", "n", holds=lambda: at_table(app) and table_of(app).board.is_on)
            await play_game(pilot, by_keyboard, enter)
            await until(pilot, lambda: "Final ranking" in screen_text(app))
        app = ChwechApp(Route(child.dial, Identity("Megan")), Greet(), Palette())
        app.apply(HURRIED)
        app.keep_copy = keep_copy
        async with app.run_test(size=(100, 30)) as pilot:
            await until(pilot, lambda: "Finished games" in screen_text(app))
            await tap(pilot, "h", shows="2 games")
            for _ in range(2):
                await tap(pilot, "e", opens=ExportScreen)
                await tap(pilot, "enter", shows="Saved to")
                await pilot.press("escape", "down")
    finally:
        child.stop()
    look_again(tmp_path / "data")
    kept = [str(tmp_path / name) for name in ("chwech-1.jsonl", "chwech-2.jsonl", "chwech-2.jsonl~")]
    assert main(kept) == HOLDS
    assert capsys.readouterr().out.startswith(f"{len(kept)} games hold: ")


def _replayed(app: ChwechApp) -> Reel | None:
    """Give the replay that is open once all of its deal has come."""
    reel = app.screen.reel if isinstance(app.screen, ReplayScreen) else None
    return reel if reel is not None and reel.wanted is None else None


def look_again(data: Path) -> None:
    """Look through the newest game in a real terminal, and keep its record beside the one that is there."""
    terminal = Terminal(["--data", str(data)])
    terminal.until("Finished games")
    terminal.press("h")
    terminal.until("place")
    for keys, words in (
        ("v", "as it was dealt"),
        ("\x1b[C", "trick 1, play 1"),
        ("\x1b[B", "play"),
        ("\x1b[F", "score"),
        ("\x1b[H", "as it was dealt"),
        ("e", "Save to which file?"),
    ):
        terminal.screen = b""
        terminal.press(keys)
        terminal.until(words)
    terminal.press("\r")
    terminal.until("already")
    terminal.press("~\r")
    terminal.until("Saved to")
    terminal.press("\x03")
    assert terminal.close() == 0


async def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    """When the offline server is killed, the screen says so, starts another, and the same game goes on."""
    child = OfflineServer(tmp_path)
    app = ChwechApp(Route(child.dial, Identity("Megan")), at_once(Setup("chwech", 0), "killed"), Palette())
    app.apply(HURRIED)
    try:
        async with app.run_test(size=(100, 30)) as pilot:
            await until(pilot, lambda: at_table(app) and table_of(app).board.my_turn)
            await by_keyboard(pilot, table_of(app).board)
            await until(pilot, lambda: table_of(app).board.my_turn and table_of(app).board.pending is None)
            before = table_of(app).board.table
            process = child.process
            os.kill(process.pid, signal.SIGKILL)
            await until(pilot, lambda: child.process is not None and child.process is not process)
            await until(pilot, lambda: not table_of(app).board.trouble)
            after = table_of(app).board.table
            assert (after.table, after.seq, after.game) == (before.table, before.seq, before.game)
            await by_keyboard(pilot, table_of(app).board)
            await until(pilot, lambda: _seq(app) > before.seq)
    finally:
        child.stop()


async def test_a_killed_client_finds_its_game_again(tmp_path: Path) -> None:
    """A client that is started again goes on with the unfinished game, in the same place."""
    first, again = await _first_turn(tmp_path), await _first_turn(tmp_path)
    assert (first.table, first.game.hand) == (again.table, again.game.hand)


async def _first_turn(data: Path) -> Table:
    """Run a client until it is its turn, and give the table that it sees."""
    child = OfflineServer(data)
    app = ChwechApp(Route(child.dial, Identity("Megan")), at_once(Setup("chwech", 0), "again"), Palette())
    app.apply(HURRIED)
    try:
        async with app.run_test(size=(100, 30)) as pilot:
            await until(pilot, lambda: at_table(app) and table_of(app).board.my_turn)
            return shown_table(app)
    finally:
        child.stop()


def _seq(app: ChwechApp) -> int:
    table = table_of(app).board.table
    return table.seq if table is not None else 0
