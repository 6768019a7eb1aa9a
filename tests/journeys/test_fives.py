"""Twenty-Five and Forty-Five over SSH: people with real clients, bots, a spectator, and a script."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from tests.journeys.friends import ask, come, finished, make_key, needs_terminals, open_table, play
from tests.journeys.serving import serving
from tests.journeys.tmux import Tmux, Window

HINTS: Final = {
    r"\bd take": "d",
    r"Enter (next deal|play|take|put)": "Enter",
    r"Lead a card|Follow \w+|Play (a|any)|for a card": "Right",
}
"""What a player presses who robs whenever it is allowed, by what a screen asks."""

PARTNERS: Final = {"Game": "Forty-Five", "Players": "4", "Partners": "yes, in sides", "Pace": "at once"}
"""A table of two sides of two, whose bots do not take their time."""

ALONE: Final = {"Game": "Twenty-Five", "Players": "4", "Pace": "at once"}
"""A table where each plays alone, with a pool."""


def _check_deal(shown: Mapping[str, object], game: str, people: tuple[str, ...]) -> None:
    """Check what a script is told of a table on which a game is on."""
    assert shown["phase"] == "playing"
    seats, view = shown["seats"], shown["game"]
    assert isinstance(seats, list)
    assert isinstance(view, dict)
    assert (view["game"], "hand" in view) == (game, False)
    assert set(people) <= {seat["name"] for seat in seats}
    assert sum(hand["cards"] for hand in view["fields"]["hands"]) <= 5 * len(seats)


def _check_record(folder: Path, record: str, totals: list[int]) -> None:
    """Check that the record of a game holds, and says what the list of games says."""
    kept = folder / "game.jsonl"
    kept.write_text(record, "utf-8", newline="")
    done = subprocess.run([sys.executable, "-P", "-m", "chwech", "verify", str(kept)], check=False, capture_output=True)
    assert (done.returncode, done.stdout[:12], done.stderr) == (0, b"1 game holds", b"")
    assert json.loads(record)["totals"] == totals


def _check_replay(window: Window, title: str) -> None:
    """See the game again, from its first deal to its last card."""
    if "v replay" not in window.screen():
        window.press("s")
    window.until("Final ranking", "v replay")
    window.press("v")
    window.until(f"{title}   replay", "Deal 1 of ")
    window.press("PageDown")
    window.until("Deal 2 of ")
    window.press("End")
    window.until("the game is over", "the score")
    window.press("Escape")
    window.wait(finished, "the table again")


@needs_terminals
@pytest.mark.no_cover
def test_one_person_begins_a_game_of_forty_five(tmp_path: Path) -> None:
    """It is chosen by its name; the cards are dealt, the first is played, and a script sees it."""
    anna = make_key(tmp_path, "Anna")
    with serving(tmp_path / "data", "--fronts", "1") as server, Tmux(tmp_path) as tmux:
        window = come(tmux, server.port, anna, "Anna")
        code = open_table(window, PARTNERS)
        window.press("Enter")
        window.until("Forty-Five   deal 1, to 45   two sides of two")
        told = ask(server.port, anna, "table", code)
        assert told.startswith(f"Table {code}: Forty-Five for 4, two sides of two\nDeal 1, to 45, dealt by ")
        _check_deal(json.loads(ask(server.port, anna, "table", code, "--json")), "forty-five", ("Anna",))


@needs_terminals
@pytest.mark.journey
@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    ("game", "title", "choices", "names"),
    [
        ("twenty-five", "Twenty-Five", ALONE, ("Anna",)),
        ("forty-five", "Forty-Five", PARTNERS, ("Anna", "Ben")),
    ],
)
def test_a_whole_game_is_played_watched_and_seen_again(
    tmp_path: Path, game: str, title: str, choices: Mapping[str, str], names: tuple[str, ...]
) -> None:
    """Players and a spectator see its end; its record holds, and its replay leads from deal to deal."""
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
        assert f"\n{code}  " in ask(server.port, keys["Clara"], "tables")
        windows["Anna"].press("Enter")
        clara.until(f"{title}   deal 1, to ")

        def look(pressed: int) -> None:
            if pressed == 1:
                _check_deal(json.loads(ask(server.port, keys["Clara"], "table", code, "--json")), game, names)
                assert "dealt by " in ask(server.port, keys["Clara"], "table", code)

        play(windows, HINTS, look)
        clara.wait(finished, "the end of the game")
        (entry,) = json.loads(ask(server.port, keys["Anna"], "history", "--json"))["games"]
        assert (entry["setup"]["game"], entry["table"]) == (game, code)
        assert bool(entry.get("sides")) == ("Partners" in choices)
        assert bool(entry.get("chips")) == (game == "twenty-five")
        assert max(entry["totals"]) >= {"twenty-five": 25, "forty-five": 45}[game]
        _check_record(tmp_path, ask(server.port, keys["Clara"], "history", str(entry["game"])), entry["totals"])
        for name in names:
            _check_replay(windows[name], title)
