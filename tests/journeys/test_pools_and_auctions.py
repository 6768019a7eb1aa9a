"""Spoil Five and Auction Forty-Fives over SSH, by keys, to the end of the game."""

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

CARDS: Final = {
    r"Enter (next deal|play|take|put)": "Enter",
    r"Lead a card|Follow \w+|Play (a|any)|for a card": "Right",
}
"""What someone presses who is to play or to lay aside a card, by what a screen asks."""

POOL: Final = {r"\bg go for all five": "g", r"\bd take": "d", **CARDS}
"""The same of someone who robs, and goes for all five tricks."""

AUCTION: Final = {
    "Your bid: ": "Enter",
    r"Which suit is trump\?": "c",
    r"\bg hold": "g",
    r"Bid, or pass": "b",
    r"\bm name trumps": "m",
    r"\bp pass": "p",
    r"Enter done": "Enter",
    **CARDS,
}
"""The same of someone who opens with a bid, holds where it is possible, and keeps all cards."""


@needs_terminals
@pytest.mark.journey
@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    ("game", "choices", "hints"),
    [
        ("spoil-five", {"Game": "Spoil Five", "Players": "4", "Pools": "1", "Pace": "at once"}, POOL),
        ("auction-forty-fives", {"Game": "Auction Forty-Fives", "Length": "6", "Pace": "at once"}, AUCTION),
    ],
)
def test_a_whole_game_is_played_by_keys(
    tmp_path: Path, game: str, choices: Mapping[str, str], hints: Mapping[str, str]
) -> None:
    """Its end is seen by the player and by a spectator, and its record holds."""
    keys = {name: make_key(tmp_path, name) for name in ("Anna", "Clara")}
    with serving(tmp_path / "data", "--fronts", "1") as server, Tmux(tmp_path) as tmux:
        anna = come(tmux, server.port, keys["Anna"], "Anna")
        code = open_table(anna, choices)
        clara = come(tmux, server.port, keys["Clara"], "Clara", "watch", code)
        clara.until(f"watching {code}")
        anna.press("Enter")
        play({"Anna": anna}, hints, lambda _pressed: None)
        clara.wait(finished, "the end of the game")
        (entry,) = json.loads(ask(server.port, keys["Anna"], "history", "--json"))["games"]
        assert (entry["setup"]["game"], entry["table"]) == (game, code)
        kept = tmp_path / "game.jsonl"
        kept.write_text(ask(server.port, keys["Clara"], "history", str(entry["game"])), "utf-8", newline="")
        done = subprocess.run(
            [sys.executable, "-P", "-m", "chwech", "verify", str(kept)], check=False, capture_output=True
        )
        assert (done.returncode, done.stdout[:12], done.stderr) == (0, b"1 game holds", b"")
