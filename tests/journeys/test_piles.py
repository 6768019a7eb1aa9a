"""Svoyi Koziri, Dudak and Challenge over SSH: people with real clients, bots, and a spectator."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from tests.journeys.friends import ask, come, finished, make_key, needs_terminals, open_table, play
from tests.journeys.serving import serving
from tests.journeys.tmux import Tmux

HINTS: Final = {
    r"Your (trumps|second suit):.*\bc ♣": "c",
    r"Your (trumps|second suit):.*\bd ♦": "d",
    r"Your (trumps|second suit):.*\bh ♥": "h",
    r"Your (trumps|second suit):.*\bs ♠": "s",
    r"Name your": "m",
    r"Enter (next deal|play)": "Enter",
    r"You cannot beat|Take up \d+ card": "p",
    r"Beat \S+ or take up|Begin a pile|Add any card": "Right",
}
"""What a player presses who plays a card where one will do, by what a screen asks."""

TABLES: Final = {
    "svoyi-koziri": ("Svoyi Koziri", {"Players": "3", "Deals": "1", "Moves of a deal": "100"}, ("Anna", "Ben")),
    "dudak": ("Dudak", {"Players": "2", "Deals": "1", "Trumps": "named before", "Moves of a deal": "100"}, ("Anna",)),
    "challenge": ("Challenge", {"Cards": "24", "Moves of a deal": "100"}, ("Anna",)),
}
"""A table of each game that is soon over, and the people at it."""


@needs_terminals
@pytest.mark.journey
@pytest.mark.timeout(400)
@pytest.mark.parametrize("game", TABLES)
def test_a_whole_game_is_played_and_watched(tmp_path: Path, game: str) -> None:
    """Players and a spectator see its end by keys alone; its record holds, and its replay leads to the end."""
    title, rows, names = TABLES[game]
    choices: Mapping[str, str] = {"Game": title, **rows, "Pace": "at once"}
    keys = {name: make_key(tmp_path, name) for name in (*names, "Clara")}
    with serving(tmp_path / "data", "--fronts", "2") as server, Tmux(tmp_path) as tmux:
        windows = {"Anna": come(tmux, server.port, keys["Anna"], "Anna")}
        code = open_table(windows["Anna"], choices)
        for name in names[1:]:
            windows[name] = come(tmux, server.port, keys[name], name, code)
            windows[name].until(f"table {code}")
        clara = come(tmux, server.port, keys["Clara"], "Clara", "watch", code)
        clara.until(f"watching {code}")
        windows["Anna"].until(*names)
        windows["Anna"].press("Enter")
        clara.until(f"{title}   deal 1 of 1")

        def look(pressed: int) -> None:
            if pressed == 1:
                shown = json.loads(ask(server.port, keys["Clara"], "table", code, "--json"))
                assert (shown["setup"]["game"], shown["phase"]) == (game, "playing")
                assert "dealt by " in ask(server.port, keys["Clara"], "table", code)

        play(windows, HINTS, look)
        clara.wait(finished, "the end of the game")
        (entry,) = json.loads(ask(server.port, keys["Anna"], "history", "--json"))["games"]
        assert (entry["setup"]["game"], entry["table"]) == (game, code)
        kept = tmp_path / "game.jsonl"
        kept.write_text(ask(server.port, keys["Clara"], "history", str(entry["game"])), "utf-8", newline="")
        program = [sys.executable, "-P", "-m", "chwech", "verify", str(kept)]
        done = subprocess.run(program, check=False, capture_output=True)
        assert (done.returncode, done.stdout[:12], done.stderr) == (0, b"1 game holds", b"")
        window = windows["Anna"]
        if "v replay" not in window.screen():
            window.press("s")
        window.until("Final ranking", "v replay")
        window.press("v")
        window.until(f"{title}   replay", "Deal 1 of ")
        window.press("End")
        window.until(" with ", "point")
