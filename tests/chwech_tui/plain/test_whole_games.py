"""Whole games by words alone, in a real terminal and through pipes."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from chwech_tui.model.game import GAMES as KINDS
from tests.chwech_tui.plain.person import Learner, WordPlayer
from tests.chwech_tui.terminal import Terminal

GAMES = ["spoil-five 3 pools=1", "svoyi-koziri 4 deals=1 limit=100"]

MORE_GAMES = [
    "chwech 6 ruleset=original deals=1",
    "twenty-five 3",
    "forty-five 4",
    "dudak 3 deals=1 limit=100 trumps=before",
    "challenge 2 cards=24 limit=100",
    "auction-forty-fives 4 deals=6",
]

MORE = {"spoil-five": 4, "auction-forty-fives": 2, "svoyi-koziri": 2, "challenge": 2, "dudak": 2}
"""The lines more, between two turns, of games in which there is more to tell: a pool, calls and draws, trumps named."""


def converse(terminal: Terminal, player: WordPlayer | Learner) -> None:
    """Read lines and type what they ask for, until the game is over."""
    read, silent = 0, 0
    echoes: list[str] = []
    while not player.over and silent < 200:
        before = len(terminal.screen)
        terminal.read()
        silent = silent + 1 if len(terminal.screen) == before else 0
        *lines, _ = terminal.screen[read:].split(b"\n")
        read += sum(len(line) + 1 for line in lines)
        for line in (line.decode().strip("\r") for line in lines):
            if line in echoes:
                echoes.remove(line)
            elif (typed := player.hear(line)) is not None:
                echoes.append(typed)
                terminal.press(f"{typed}\r")
    assert player.over, terminal.screen[-2000:].decode(errors="replace")


@pytest.mark.no_cover
def test_a_whole_game_is_played_by_words(tmp_path: Path) -> None:
    """From the menu to the end of the game; nothing but lines is written, and few of them."""
    terminal = Terminal(["--plain", "--data", str(tmp_path), "--name", "Nia"], {"LANG": "C.UTF-8", "LC_ALL": ""})
    player = WordPlayer("new chwech 4 deals=2 pace=at_once coach=off")
    converse(terminal, player)
    terminal.press("q\r")
    terminal.until("You leave the table.")
    terminal.press("quit\r")
    assert terminal.close() == 0
    assert b"\x1b" not in terminal.screen
    assert_brief(player, 2)


@pytest.mark.no_cover
@pytest.mark.parametrize("order", [*GAMES, *(pytest.param(order, marks=pytest.mark.long) for order in MORE_GAMES)])
def test_every_kind_of_game_is_played_by_words(tmp_path: Path, order: str) -> None:
    """Also one with trumps to name, a pool or a pile; the deals are the same each time."""
    game, players, *options = order.split()
    chosen = [word for option in options for word in ("--option", option)]
    given = [game, "--players", players, *chosen, "--pace", "0", "--seed", "by words"]
    program = ["play", "--plain", "--data", str(tmp_path), "--name", "Nia", *given]
    terminal = Terminal(program, {"LANG": "C.UTF-8", "LC_ALL": ""})
    player = WordPlayer()
    converse(terminal, player)
    terminal.press("q\r")
    terminal.until("Goodbye.")
    assert terminal.close() == 0
    assert b"\x1b" not in terminal.screen
    assert_brief(player, 2 + MORE.get(game, 0))


def assert_brief(player: WordPlayer, most: int) -> None:
    """Check that lines are short, and that there are at most so many between two turns."""
    events = [line for line in player.told if not line.startswith(("Table", "Chwech:", "new makes", "The game is"))]
    # Several people who did the same are listed, however many they are.
    brief = [re.sub(r"\w+(, \w+)* and \w+", "they", line) for line in events]
    # So are the cards that can be played.
    brief = [re.sub(r"(Your turn\. .*): .*", r"\1", line) for line in brief]
    assert max(len(line.split()) for line in brief) <= 14
    assert player.lines_a_turn() <= most + ("best card" in " ".join(events)), "\n".join(player.told)


@pytest.mark.no_cover
def test_a_whole_course_is_taken_by_words(tmp_path: Path) -> None:
    """From the command to the last position, and on to a game with the coach; nothing but lines is written."""
    started = ["learn", "--plain", "--data", str(tmp_path), "--name", "Nia"]
    terminal = Terminal(started, {"LANG": "C.UTF-8", "LC_ALL": ""})
    converse(terminal, Learner(KINDS["chwech"], lambda action: action.said))
    terminal.press("\r")
    terminal.until("Your 9 cards:")
    terminal.press("quit\r")
    terminal.until("The game is saved")
    assert terminal.close() == 0
    assert b"\x1b" not in terminal.screen


def test_lines_may_come_from_a_pipe(tmp_path: Path) -> None:
    """Each line is read when the one before is answered; at the end of the input the game is kept."""
    program = [sys.executable, "-m", "chwech", "--plain", "--data", str(tmp_path), "--name", "Nia"]
    typed = "rules\nnew chwech 4 deals=1\nseats\n"
    ran = subprocess.run(program, input=typed, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0
    assert re.search(r"Table [a-z-]+: Chwech for 4, revised rules, 1 deal\.", ran.stdout)
    assert "The game is saved" in ran.stdout.splitlines()[-1]
    assert "lines more: Enter goes on.)" in ran.stdout


def test_lines_may_come_from_a_file(tmp_path: Path) -> None:
    """A regular file, which cannot be waited for, is read as well; a line without an end counts."""
    script = tmp_path / "script"
    script.write_text("settings\nquit")
    program = [sys.executable, "-m", "chwech", "--plain", "--data", str(tmp_path / "data")]
    with script.open() as file:
        ran = subprocess.run(program, stdin=file, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0
    assert "Colours: as the terminal." in ran.stdout
    assert ran.stdout.endswith("Goodbye.\n")


def test_it_ends_when_nobody_reads(tmp_path: Path) -> None:
    """As where its lines go to `head`."""
    program = f"{sys.executable} -m chwech --plain --data {tmp_path} | head -n 1"
    with subprocess.Popen(["sh", "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as shell:
        assert shell.stdout.readline().startswith("Chwech:")
        shell.stdin.write("help\n" * 100)
        shell.stdin.flush()
        assert shell.wait(timeout=30) == 0
