"""Da Bai Fen over SSH: a deal is played by keys, watched to its end, and kept."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.journeys.friends import ask, come, finished, make_key, needs_terminals, open_table, play
from tests.journeys.serving import serving
from tests.journeys.tmux import Tmux

DUE: Final = r"(?:Follow \w+|any card):"  # What is asked where several cards are due.

HINTS: Final = {
    "A bot plays for you": "a",
    r"Step away\?": "y",
    "mark those first": "a",
    **{rf"aside: {marked} of 6 ": str(marked + 1) for marked in range(6)},
    r"aside: 6 of 6 ": "Enter",
    rf"{DUE} (\d+) of \1 ": "Enter",
    rf"(?s)▴\d.*{DUE} \d+ of": "Space",
    rf"{DUE} \d+ of": "Right",
    r"Enter (next deal|play)": "Enter",
    **{rf"Expose which card\?.* {suit} ": suit for suit in "cdhs"},
    r"\bm expose": "m",
    r"\bd pass to the end": "d",
    r"\bp pass": "p",
    r"\bLead\b|Follow \w+|Play any": "Right",
}
"""What a player presses who exposes a card as soon as possible, by what a screen asks.

Who does not know which cards follow suit lets a bot play them.
"""

TABLE: Final = {"Game": "Da Bai Fen", "Deals at most": "1", "Pace": "at once"}


@needs_terminals
@pytest.mark.journey
@pytest.mark.timeout(300)
def test_a_whole_game_is_played_watched_and_kept(tmp_path: Path) -> None:
    """To its end by keys alone; a spectator sees it, a script sees its deal, and its record holds."""
    keys = {name: make_key(tmp_path, name) for name in ("Anna", "Clara")}
    with serving(tmp_path / "data", "--fronts", "1") as server, Tmux(tmp_path) as tmux:
        anna = come(tmux, server.port, keys["Anna"], "Anna")
        code = open_table(anna, TABLE)
        clara = come(tmux, server.port, keys["Clara"], "Clara", "watch", code)
        clara.until(f"watching {code}")
        anna.press("Enter")
        clara.until("Da Bai Fen   deal 1, rank 2")

        def look(pressed: int) -> None:
            if pressed == 1:
                shown = json.loads(ask(server.port, keys["Clara"], "table", code, "--json"))
                assert (shown["setup"]["game"], shown["phase"], shown["game"]["fields"]["rank"]) == (
                    "da-bai-fen",
                    "playing",
                    "2",
                )

        play({"Anna": anna}, HINTS, look)
        clara.wait(finished, "the end of the game")
        (entry,) = json.loads(ask(server.port, keys["Anna"], "history", "--json"))["games"]
        assert (entry["setup"]["game"], entry["table"]) == ("da-bai-fen", code)
        kept = tmp_path / "game.jsonl"
        kept.write_text(ask(server.port, keys["Clara"], "history", str(entry["game"])), "utf-8", newline="")
        done = subprocess.run(
            [sys.executable, "-P", "-m", "chwech", "verify", str(kept)], check=False, capture_output=True
        )
        assert (done.returncode, done.stdout[:12], done.stderr) == (0, b"1 game holds", b"")
