"""Real terminals: tmux on a socket of its own, one window for each person."""

import os
import shlex
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, Self

PATIENCE: Final = 60.0  # Seconds that anything may take on a busy machine.
LOOK: Final = 0.05  # Seconds between two looks at a screen.


class Tmux:
    """A tmux server that is gone when the test is."""

    def __init__(self, folder: Path) -> None:
        """Remember where its socket is; it starts with the first window."""
        self._socket = folder / "tmux"

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """End everything that runs in it."""
        self.run("kill-server", check=False)

    def run(self, *words: str, check: bool = True) -> str:
        """Give a command to tmux."""
        # The terminals of the test are plain, whatever the one around it can do.
        plain = {name: value for name, value in os.environ.items() if name not in {"TMUX", "COLORTERM", "NO_COLOR"}}
        done = subprocess.run(
            ["tmux", "-S", str(self._socket), "-f", "/dev/null", *words],
            check=check,
            capture_output=True,
            text=True,
            env={**plain, "LC_ALL": "C.UTF-8"},
        )
        return done.stdout

    def window(self, name: str, size: tuple[int, int], command: Sequence[str]) -> "Window":
        """Run a command in a new terminal of this size; the terminal stays when the command ends."""
        columns, rows = size
        line = f"{shlex.join(command)}; echo ended with status $?; exec sleep 600"
        where = ("new-session", "-d", "-s", name, "-x", str(columns), "-y", str(rows))
        self.run(*where, "sh", "-c", line)
        return Window(self, name)


class Window:
    """One person's terminal."""

    def __init__(self, tmux: Tmux, name: str) -> None:
        """Look at the terminal of this name."""
        self.name = name  # Whose it is.
        self._tmux = tmux

    def screen(self, *, styles: bool = False) -> str:
        """Give what is on the screen, with its escape sequences if asked for."""
        return self._tmux.run("capture-pane", "-p", "-t", self.name, *(("-e",) if styles else ()))

    def press(self, *keys: str) -> None:
        """Press keys, by the names that tmux has for them."""
        self._tmux.run("send-keys", "-t", self.name, *keys)

    def type(self, text: str) -> None:
        """Type a text."""
        self._tmux.run("send-keys", "-t", self.name, "-l", text)

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size."""
        self._tmux.run("resize-window", "-t", self.name, "-x", str(columns), "-y", str(rows))

    def until(self, *words: str) -> str:
        """Wait until all these words are on the screen, and give it."""
        return self.wait(lambda screen: all(word in screen for word in words), " and ".join(words))

    def wait(self, seen: Callable[[str], bool], what: str) -> str:
        """Wait until the screen is as it should be, and give it."""
        end = time.monotonic() + PATIENCE
        while not seen(screen := self.screen()):
            assert time.monotonic() < end, f"{self.name} never sees {what}:\n{screen}"
            time.sleep(LOOK)
        return screen

    def process(self, program: str) -> int:
        """Give the process of a program that runs in this terminal."""
        pane = self._tmux.run("list-panes", "-t", self.name, "-F", "#{pane_pid}").strip()
        for child in Path(f"/proc/{pane}/task/{pane}/children").read_text().split():
            if Path(f"/proc/{child}/comm").read_text().strip() == program:
                return int(child)
        raise AssertionError(f"no {program} runs in the terminal of {self.name}:\n{self.screen()}")

    def close(self) -> None:
        """Close the window as a person does who clicks on its cross."""
        self._tmux.run("kill-session", "-t", self.name)


def ssh(
    port: int,
    key: Path,
    *words: str,
    terminal: bool = True,
    env: Mapping[str, str] | None = None,
    host: str = "127.0.0.1",
) -> list[str]:
    """Give the command line of a real client that knows nothing but its key."""
    options = {
        "StrictHostKeyChecking": "accept-new",
        "UserKnownHostsFile": str(key.parent / "known_hosts"),
        "IdentitiesOnly": "yes",
        "IdentityAgent": "none",
        "LogLevel": "ERROR",
    }
    said = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
    sent = ["-o", "SetEnv=" + " ".join(f"{name}={value}" for name, value in env.items())] if env else []
    way = ["-t"] if terminal else ["-T"]
    return ["ssh", "-F", "/dev/null", *said, *sent, *way, "-i", str(key), "-p", str(port), f"chwech@{host}", *words]
