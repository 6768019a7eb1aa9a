"""Six people with six real SSH clients play a whole game; not all of their terminals and lines are good ones."""

import json
import os
import re
import signal
from collections.abc import Mapping
from pathlib import Path
from threading import Timer
from typing import Final

import pytest

from tests.journeys.friends import answer, ask, make_key, needs_terminals, open_table, play
from tests.journeys.serving import serving
from tests.journeys.tmux import Tmux, Window, ssh

NAMES: Final = ("Anna", "Ben", "Clara", "Dora", "Emil", "Frida")

SIZES: Final = {"Ben": (80, 24), "Dora": (160, 50)}
ENVIRONMENTS: Final = {"Clara": {"NO_COLOR": "1"}, "Dora": {"LC_ALL": "C"}}

COLOUR: Final = re.compile(r"\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]")  # A sequence that sets a colour.
DEALT: Final = 40  # How many keys are pressed before someone's client is killed.
STOPPED_SECONDS: Final = 2.0  # How long someone's client is stopped.

HINTS: Final = {
    r"Ace:": "h",
    r"stands for:": "c",
    r"Enter (next deal|play|lead)": "Enter",
    r"Lead a card|Follow \w+ or pass": "Right",
    r"pass the lead|p pass": "p",
}
"""What a hasty player presses, by what a screen asks."""


def _check(window: Window, name: str, totals: Mapping[str, int]) -> None:
    """Look at the ranking and at the score sheet of the deal on someone's screen."""
    if "Final ranking" not in window.screen():
        window.press("s")
    ranking = window.until("Final ranking", " win", "by deal")
    window.press("Left")
    sheet = window.until("left", "won", "factor")
    for who, total in totals.items():
        assert re.search(rf"^\s*\d\s+{who}\s+{total}\b", ranking, re.MULTILINE), f"{name} sees:\n{ranking}"
        assert re.search(rf"^\s*{who}\b.*\b{total}\s*$", sheet, re.MULTILINE), f"{name} sees:\n{sheet}"


def _arrive(tmux: Tmux, port: int, keys: Mapping[str, Path], name: str, *words: str) -> Window:
    """Let someone come, as often as they like."""
    size = SIZES.get(name, (100, 30))
    return tmux.window(name, size, ssh(port, keys[name], *words, env=ENVIRONMENTS.get(name)))


def _seat(tmux: Tmux, port: int, keys: Mapping[str, Path]) -> tuple[dict[str, Window], str]:
    """Let the first of them open a table and the others come to it; give their windows and its code."""
    first, *others = keys
    windows = {first: _arrive(tmux, port, keys, first)}
    answer(windows[first], first)
    code = open_table(windows[first], {"Deals": "1"})
    for name in others:
        windows[name] = _arrive(tmux, port, keys, name, code)
        answer(windows[name], name)
        windows[name].until(f"table {code}")
    windows[first].until(*keys)
    windows[first].press("Enter")
    return windows, code


@needs_terminals
@pytest.mark.no_cover
def test_two_friends_begin_a_game(tmp_path: Path) -> None:
    """With real clients in real terminals two people sit down at one table, and the cards are dealt to both."""
    keys = {name: make_key(tmp_path, name) for name in NAMES[:2]}
    with serving(tmp_path / "data", "--fronts", "1") as server, Tmux(tmp_path) as tmux:
        windows, code = _seat(tmux, server.port, keys)
        for window in windows.values():
            window.until(f"table {code}", "deal 1", *keys)


@needs_terminals
@pytest.mark.journey
@pytest.mark.timeout(400)
def test_six_friends_play_to_the_same_score_sheet(tmp_path: Path) -> None:
    """A small screen, one without colour, one in ASCII, one killed and one that stops reading: all see the result."""
    keys = {name: make_key(tmp_path, name) for name in NAMES}
    with serving(tmp_path / "data", "--fronts", "2") as server, Tmux(tmp_path) as tmux:
        windows, code = _seat(tmux, server.port, keys)
        stopped = windows["Frida"].process("ssh")

        def disturb(pressed: int) -> None:
            if pressed == DEALT // 2:
                os.kill(stopped, signal.SIGSTOP)
                # Not after some keys more: if the game waits for Frida meanwhile, nobody presses any.
                Timer(STOPPED_SECONDS, os.kill, (stopped, signal.SIGCONT)).start()
            elif pressed == DEALT:
                os.kill(windows["Emil"].process("ssh"), signal.SIGKILL)
                windows["Emil"].close()
                windows["Emil"] = _arrive(tmux, server.port, keys, "Emil", code)

        play(windows, HINTS, disturb)
        (game,) = json.loads(ask(server.port, keys["Anna"], "history", "--json"))["games"]
        for name, window in windows.items():
            _check(window, name, dict(zip(game["names"], game["totals"], strict=True)))
        assert not COLOUR.search(windows["Clara"].screen(styles=True)), windows["Clara"].screen(styles=True)
        assert COLOUR.search(windows["Anna"].screen(styles=True))
        assert windows["Dora"].screen().isascii()
