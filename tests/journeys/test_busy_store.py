"""Real SSH clients while another program holds the database and the host is killed: every screen stays."""

import os
import re
import shutil
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from server.defaults import DATABASE_NAME
from tests.journeys.friends import make_key
from tests.journeys.serving import Serving, serving
from tests.journeys.tmux import Tmux, Window, ssh
from tests.server.commands.test_others import children_of

HELD_SECONDS: Final = 20.0  # How long the other program holds the database.

SLOW: Final = """
import sqlite3
import time


class Slow(sqlite3.Connection):
    def execute(self, statement, *values):
        if statement == "COMMIT":
            time.sleep({seconds})
            open("{mark}", "w").close()
        return super().execute(statement, *values)


connect = sqlite3.connect
sqlite3.connect = lambda *where, **how: connect(*where, factory=Slow, **how)
"""
"""What makes the disk of a process slow: each of its commits takes so long."""

TROUBLE: Final = "try again later"  # What is said of everything that has to be written meanwhile.


def _come(tmux: Tmux, server: Serving, folder: Path, name: str, *words: str, user: str = "chwech") -> Window:
    """Let someone come for the first time, and say their name."""
    command = [word.replace("chwech@", f"{user}@") for word in ssh(server.port, make_key(folder, name), *words)]
    window = tmux.window(name, (100, 30), command)
    window.until("call you")
    window.type(name)
    window.press("Enter")
    return window


def _open_table(window: Window) -> str:
    """Make a table, and give its code."""
    window.until("You are", "New table")
    window.press("n")
    window.until("More rules")
    window.press("Enter")
    found = re.search(r"table (\S+)", window.until("Begin?"))
    assert found
    return found[1]


def _say(window: Window, words: str) -> None:
    """Say something at the table."""
    window.press("t")
    window.type(words)
    window.press("Enter")


def _kill_host(server: Serving) -> None:
    """End the host as a loss of power would."""
    processes = children_of(server.process.pid)
    [host] = [number for number in processes if b"\0host\0" in Path(f"/proc/{number}/cmdline").read_bytes()]
    os.kill(host, signal.SIGKILL)


def _nobody_has_ended(*windows: Window) -> None:
    """See to it that all screens are still there."""
    for window in windows:
        assert "ended with status" not in window.screen()


@pytest.mark.journey
@pytest.mark.timeout(300)
@pytest.mark.skipif(not (shutil.which("tmux") and shutil.which("ssh")), reason="needs tmux and ssh")
def test_screens_stay_while_the_database_is_held(tmp_path: Path) -> None:
    """Those at a table, in the lobby and just coming are told to try again, and go on as soon as it is let go."""
    with serving(tmp_path / "data", "--fronts", "2") as server, Tmux(tmp_path) as tmux:
        anna = _come(tmux, server, tmp_path, "Anna")
        code = _open_table(anna)
        ben = _come(tmux, server, tmp_path, "Ben", code)
        ben.until(f"table {code}")
        clara = _come(tmux, server, tmp_path, "Clara", user="guest")
        clara.until(code)
        with closing(sqlite3.connect(tmp_path / "data" / DATABASE_NAME, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            over = time.monotonic() + HELD_SECONDS
            _kill_host(server)
            dora = _come(tmux, server, tmp_path, "Dora")
            dora.until(TROUBLE)
            anna.wait(lambda screen: "Trying again" not in screen, "the table again")
            _say(anna, "is anybody there")
            anna.until(TROUBLE)
            clara.press("n")
            clara.until("More rules")
            clara.press("Enter")
            clara.until(TROUBLE)
            # This is how long it lasts, whatever has happened by then.
            time.sleep(max(0.0, over - time.monotonic()))
            other.execute("ROLLBACK")
        healed = time.monotonic()
        _say(anna, "here we are")
        ben.until("here we are")
        print(f"what is said is seen {time.monotonic() - healed:.2f} s after the database is free")
        dora.until("You are Dora", code)
        clara.press("n")
        clara.until("More rules")
        clara.press("Enter")
        clara.until("Begin?")
        _nobody_has_ended(anna, ben, clara, dora)


@pytest.mark.journey
@pytest.mark.timeout(300)
@pytest.mark.skipif(not (shutil.which("tmux") and shutil.which("ssh")), reason="needs tmux and ssh")
def test_screens_stay_on_a_slow_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where each commit takes three seconds people come, come back after the host was killed, and are heard."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(SLOW.format(seconds=3.0, mark=site / "slow"))
    monkeypatch.setenv("PYTHONPATH", str(site))
    with serving(tmp_path / "data", "--fronts", "2") as server, Tmux(tmp_path) as tmux:
        anna = _come(tmux, server, tmp_path, "Anna")
        code = _open_table(anna)
        ben = _come(tmux, server, tmp_path, "Ben", code)
        ben.until(f"table {code}")
        clara = _come(tmux, server, tmp_path, "Clara", user="guest")
        clara.until(code)
        _kill_host(server)
        dora = _come(tmux, server, tmp_path, "Dora")
        _say(anna, "here we are")
        ben.until("here we are")
        for window in (clara, dora):
            window.wait(lambda screen: code in screen and "Trying again" not in screen, "the lobby")
        _nobody_has_ended(anna, ben, clara, dora)
    assert (site / "slow").exists()
