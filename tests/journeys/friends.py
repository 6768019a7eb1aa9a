"""People with real SSH clients: how they come, open a table, sit down, and play by what their screens ask for."""

import re
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pytest

from tests.journeys.tmux import LOOK, Tmux, Window, ssh

STEPS: Final = 4000  # How many looks a whole game may take.

needs_terminals = pytest.mark.skipif(
    shutil.which("tmux") is None or shutil.which("ssh") is None, reason="tmux or ssh is not installed"
)


def make_key(folder: Path, name: str) -> Path:
    """Make a key pair as people do."""
    home = folder / name
    home.mkdir()
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(home / "key")], check=True)
    return home / "key"


def answer(window: Window, name: str) -> None:
    """Say what one is called."""
    window.until("call you")
    window.type(name)
    window.press("Enter")


def open_table(window: Window, choices: Mapping[str, str]) -> str:
    """Make a table with these choices, and give its code."""
    window.until("New table")
    window.press("n")
    window.until("‹ Chwech ›")
    _press_until(window, "Down", "▌ More rules")
    window.press("Right")
    window.until("▾")
    for row, value in choices.items():
        _choose(window, row, value)
    window.press("Enter")
    screen = window.until("Begin?")
    found = re.search(r"table (\S+)", screen)
    assert found, screen
    return found[1]


def _choose(window: Window, row: str, value: str) -> None:
    """Go down to a row of the form, round and round, and change it until it has a value."""
    _press_until(window, "Down", rf"▌ {row} +‹")
    _press_until(window, "Right", rf"▌ {row} +‹ {value} ›")


def _press_until(window: Window, key: str, seen: str) -> None:
    """Press a key that changes the screen as often as needed; no form has more than forty rows or values."""
    for _ in range(40):
        before = window.screen()
        if re.search(seen, before):
            return
        window.press(key)
        window.wait(lambda screen, before=before: screen != before, f"what {key} does")  # type: ignore[misc]
    raise AssertionError(f"{key} never leads to {seen}:\n{window.screen()}")


def hint(screen: str, choices: Mapping[str, str]) -> str:
    """Give the key of the first pattern that the screen asks with; none while others are asked."""
    # The last line names the keys whoever is asked.
    asked = screen.rstrip().rpartition("\n")[0]
    return next((key for words, key in choices.items() if re.search(words, asked)), "")


def finished(screen: str) -> bool:
    """Say whether someone sees that the game is over."""
    return "Final ranking" in screen or "The game is over" in screen


def play(windows: dict[str, Window], choices: Mapping[str, str], each: Callable[[int], None]) -> None:
    """Let everyone press what they are asked for until the game is over on every screen."""
    pressed = 0
    for _ in range(STEPS):
        screens = {name: window.screen() for name, window in windows.items()}
        if all(map(finished, screens.values())):
            return
        for name, screen in screens.items():
            key = "" if finished(screen) else hint(screen, choices)
            if key:
                windows[name].press(key)
                pressed += 1
                each(pressed)
        time.sleep(LOOK)
    raise AssertionError("\n".join(f"{name}:\n{window.screen()}" for name, window in windows.items()))


def come(tmux: Tmux, port: int, key: Path, name: str, *words: str) -> Window:
    """Let someone come for the first time, and say their name."""
    window = tmux.window(name, (100, 30), ssh(port, key, *words))
    answer(window, name)
    return window


def ask(port: int, key: Path, *words: str) -> str:
    """Ask the server without a terminal, and give what it prints."""
    done = subprocess.run(ssh(port, key, *words, terminal=False), check=False, capture_output=True, text=True)
    assert not done.returncode, f"{' '.join(words)}: {done.stderr}"
    return done.stdout
