"""Roque and Bête over SSH: one person with a real client and bots, to the end of a game."""

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
    **{rf"aside: {marked} of 4 ": str(marked + 1) for marked in range(4)},
    r"aside: 4 of 4 ": "Enter",
    r"Bid \d+ or more": "b",
    r"Your bid: ": "Enter",
    r"Nobody can bid more": "p",
    r"Take part or pass": "g",
    r"Enter (next deal|play)": "Enter",
    r"Lead a card|Follow \w+|Play (a|any)": "Right",
}
"""What a player presses who bids and takes part whenever it is possible, by what a screen asks."""

GAMES: Final[Mapping[str, Mapping[str, str]]] = {
    "roque": {"Game": "Roque", "Deals at most": "1", "Pace": "at once"},
    "bete": {"Game": "Bête", "Deals": "4", "Pace": "at once"},
}
"""The tables, whose bots do not take their time."""


@needs_terminals
@pytest.mark.journey
@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played(tmp_path: Path, game: str) -> None:
    """To its end by keys alone; its record holds."""
    anna = make_key(tmp_path, "Anna")
    with serving(tmp_path / "data", "--fronts", "1") as server, Tmux(tmp_path) as tmux:
        window = come(tmux, server.port, anna, "Anna")
        code = open_table(window, GAMES[game])
        window.press("Enter")
        play({"Anna": window}, HINTS, lambda _: None)
        window.wait(finished, "the end of the game")
        (entry,) = json.loads(ask(server.port, anna, "history", "--json"))["games"]
        assert (entry["setup"]["game"], entry["table"]) == (game, code)
        kept = tmp_path / "game.jsonl"
        kept.write_text(ask(server.port, anna, "history", str(entry["game"])), "utf-8", newline="")
        done = subprocess.run(
            [sys.executable, "-P", "-m", "chwech", "verify", str(kept)], check=False, capture_output=True
        )
        assert (done.returncode, done.stdout[:12], done.stderr) == (0, b"1 game holds", b"")
