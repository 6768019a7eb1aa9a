"""Six people with six real SSH clients play a whole game; not all of their terminals and lines are good ones."""

import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pytest

from tests.journeys.serving import serving
from tests.journeys.tmux import LOOK, Tmux, Window, ssh

NAMES: Final = ("Anna", "Ben", "Clara", "Dora", "Emil", "Frida")

SIZES: Final = {"Ben": (80, 24), "Dora": (160, 50)}
ENVIRONMENTS: Final = {"Clara": {"NO_COLOR": "1"}, "Dora": {"LC_ALL": "C"}}

COLOUR: Final = re.compile(r"\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]")
"""A sequence that sets a colour."""

DEALT: Final = 40
"""How many keys are pressed before somebody's client is killed."""

STEPS: Final = 4000
"""How many looks the whole game may take."""

needs_terminals = pytest.mark.skipif(
    shutil.which("tmux") is None or shutil.which("ssh") is None, reason="tmux or ssh is not installed"
)


def _key(folder: Path, name: str) -> Path:
    """Make a key pair as people do."""
    home = folder / name
    home.mkdir()
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(home / "key")], check=True)
    return home / "key"


def _answer(screen: str) -> tuple[str, ...]:
    """Say what a hasty player presses at this screen; nothing while others are asked."""
    asked = screen.rstrip().rpartition("\n")[0]
    choices = {
        r"Ace:": ("h",),
        r"stands for:": ("c",),
        r"Enter (next deal|play|lead)": ("Enter",),
        r"Lead a card|Follow \w+ or pass": ("Right",),
        r"pass the lead|p pass": ("p",),
    }
    return next((keys for words, keys in choices.items() if re.search(words, asked)), ())


def _finished(screen: str) -> bool:
    """Say whether somebody sees that the game is over."""
    return "Final ranking" in screen or "The game is over" in screen


def _check(window: Window, name: str, totals: Mapping[str, int]) -> None:
    """Look at the ranking and at the score sheet of the deal on somebody's screen."""
    if "Final ranking" not in window.screen():
        window.press("s")
    ranking = window.until("Final ranking", "by deal")
    window.press("Left")
    sheet = window.until("left", "won", "factor")
    for who, total in totals.items():
        assert re.search(rf"^\s*\d\s+{who}\s+{total}\b", ranking, re.MULTILINE), f"{name} sees:\n{ranking}"
        assert re.search(rf"^\s*{who}\b.*\b{total}\s*$", sheet, re.MULTILINE), f"{name} sees:\n{sheet}"


def _arrive(tmux: Tmux, port: int, keys: Mapping[str, Path], name: str, *words: str) -> Window:
    """Let somebody come, as often as they like."""
    size = SIZES.get(name, (100, 30))
    return tmux.window(name, size, ssh(port, keys[name], *words, env=ENVIRONMENTS.get(name)))


def _open_table(anna: Window) -> str:
    """Make a table for one deal, and give its code."""
    anna.until("New table")
    anna.press("n")
    anna.until("ruleset")
    anna.press("Down", "Down", "Down", "Right")
    anna.wait(lambda screen: re.search(r"deals\s+‹ 1 ›", screen) is not None, "one deal")
    anna.press("Enter")
    screen = anna.until("Begin?")
    found = re.search(r"table (\S+)", screen)
    assert found, screen
    return found[1]


def _play(windows: dict[str, Window], each: Callable[[int], None]) -> None:
    """Let everybody press what they are asked for until the game is over on every screen."""
    pressed = 0
    for _ in range(STEPS):
        screens = {name: window.screen() for name, window in windows.items()}
        if all(_finished(screen) for screen in screens.values()):
            return
        for name, screen in screens.items():
            keys = _answer(screen) if not _finished(screen) else ()
            if keys:
                windows[name].press(*keys)
                pressed += 1
                each(pressed)
        time.sleep(LOOK)
    raise AssertionError("\n".join(f"{name}:\n{window.screen()}" for name, window in windows.items()))


def _seat(tmux: Tmux, port: int, keys: Mapping[str, Path]) -> tuple[dict[str, Window], str]:
    """Let the first of them open a table and the others come to it; give their windows and its code."""
    first, *others = keys
    windows = {first: _arrive(tmux, port, keys, first)}
    windows[first].until("call you")
    windows[first].type(first)
    windows[first].press("Enter")
    code = _open_table(windows[first])
    for name in others:
        windows[name] = _arrive(tmux, port, keys, name, code)
        windows[name].until("call you")
        windows[name].type(name)
        windows[name].press("Enter")
        windows[name].until(f"table {code}")
    windows[first].until(*keys)
    windows[first].press("Enter")
    return windows, code


@needs_terminals
@pytest.mark.no_cover
def test_two_friends_begin_a_game(tmp_path: Path) -> None:
    """With real clients in real terminals two people sit down at one table, and the cards are dealt to both."""
    keys = {name: _key(tmp_path, name) for name in NAMES[:2]}
    with serving(tmp_path / "data", "--fronts", "1") as server, Tmux(tmp_path) as tmux:
        windows, code = _seat(tmux, server.port, keys)
        for window in windows.values():
            window.until(f"table {code}", "Seal ", *keys)


@needs_terminals
@pytest.mark.journey
@pytest.mark.timeout(400)
def test_six_friends_play_to_the_same_score_sheet(tmp_path: Path) -> None:
    """A small screen, one without colour, one in ASCII, one killed and one that stops reading: all see the result."""
    keys = {name: _key(tmp_path, name) for name in NAMES}
    with serving(tmp_path / "data", "--fronts", "2") as server, Tmux(tmp_path) as tmux:
        windows, code = _seat(tmux, server.port, keys)
        stopped = windows["Frida"].process("ssh")

        def disturb(pressed: int) -> None:
            if pressed == DEALT // 2:
                os.kill(stopped, signal.SIGSTOP)
            elif pressed == DEALT // 2 + 3:
                os.kill(stopped, signal.SIGCONT)
            elif pressed == DEALT:
                os.kill(windows["Emil"].process("ssh"), signal.SIGKILL)
                windows["Emil"].close()
                windows["Emil"] = _arrive(tmux, server.port, keys, "Emil", code)

        _play(windows, disturb)
        said = subprocess.run(
            ssh(server.port, keys["Anna"], "history", "--json", terminal=False), check=True, capture_output=True
        )
        (game,) = json.loads(said.stdout)["games"]
        for name, window in windows.items():
            _check(window, name, dict(zip(game["names"], game["totals"], strict=True)))
        assert not COLOUR.search(windows["Clara"].screen(styles=True)), windows["Clara"].screen(styles=True)
        assert COLOUR.search(windows["Anna"].screen(styles=True))
        assert windows["Dora"].screen().isascii()
