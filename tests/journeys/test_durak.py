"""Durak over SSH: two people with real clients, bots, a spectator, and a script."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.journeys.friends import ask, come, finished, make_key, needs_terminals, open_table, play
from tests.journeys.serving import serving
from tests.journeys.tmux import Tmux

HINTS: Final = {
    r"beat\?": "1",
    r"Enter (next deal|attack|throw|beat)": "Enter",
    r"Attack with a card": "Right",
    r"Throw in, or pass|Beat (it|them)": "p",
}
"""What a player presses who attacks, and otherwise picks up and passes, by what a screen asks."""

TABLE: Final = {"Game": "Durak in teams", "Players": "4", "Lost deals": "1", "Pace": "at once"}


@needs_terminals
@pytest.mark.journey
@pytest.mark.timeout(400)
def test_a_whole_game_is_played_watched_and_kept(tmp_path: Path) -> None:
    """Players and a spectator see its end; a script sees its deal, and its record holds."""
    keys = {name: make_key(tmp_path, name) for name in ("Anna", "Ben", "Clara")}
    with serving(tmp_path / "data", "--fronts", "1") as server, Tmux(tmp_path) as tmux:
        windows = {"Anna": come(tmux, server.port, keys["Anna"], "Anna")}
        code = open_table(windows["Anna"], TABLE)
        windows["Ben"] = come(tmux, server.port, keys["Ben"], "Ben", code)
        windows["Ben"].until(f"table {code}")
        clara = come(tmux, server.port, keys["Clara"], "Clara", "watch", code)
        clara.until(f"watching {code}")
        windows["Anna"].until("Ben")
        windows["Anna"].press("Enter")
        clara.until("Durak in teams   deal 1", "are trump")

        def look(pressed: int) -> None:
            if pressed == 1:
                shown = json.loads(ask(server.port, keys["Clara"], "table", code, "--json"))
                assert (shown["setup"]["game"], shown["phase"], shown["game"]["options"]["losses"]) == (
                    "durak-teams",
                    "playing",
                    1,
                )

        play(windows, HINTS, look)
        clara.wait(finished, "the end of the game")
        (entry,) = json.loads(ask(server.port, keys["Anna"], "history", "--json"))["games"]
        assert (entry["setup"]["game"], sorted(entry["totals"])) == ("durak-teams", [0, 0, 1, 1])
        kept = tmp_path / "game.jsonl"
        kept.write_text(ask(server.port, keys["Clara"], "history", str(entry["game"])), "utf-8", newline="")
        verify = [sys.executable, "-P", "-m", "chwech", "verify", str(kept)]
        done = subprocess.run(verify, check=False, capture_output=True)
        assert (done.returncode, done.stdout[:12], done.stderr) == (0, b"1 game holds", b"")
