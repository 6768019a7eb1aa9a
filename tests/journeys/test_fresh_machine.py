"""A machine that has nothing but Python: from a fresh checkout, or from the package, to a table reached by ``ssh``."""

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.journeys.friends import come, make_key, needs_terminals, open_table
from tests.journeys.tmux import LOOK, Tmux
from tools import debian

pytestmark = [pytest.mark.journey, needs_terminals, pytest.mark.timeout(900)]

PATIENCE: Final = 600.0
"""Seconds that the first start may take here, where much else may be going on; a fresh machine is to need 180."""

SYSTEM: Final = "/usr/bin:/bin"
"""Where the programs of the system are, and none of this environment."""


@contextmanager
def started(command: Sequence[str], env: Mapping[str, str], log: Path, title: str) -> Iterator[int]:
    """Start a server, tell how long it took until it was ready, give its port, and end it in good order."""
    begun = time.monotonic()
    with log.open("wb") as said:
        process = subprocess.Popen(command, env=env, stderr=said, cwd=log.parent)
    try:
        while "the host key is" not in log.read_text():
            assert process.poll() is None, log.read_text()
            assert time.monotonic() - begun < PATIENCE, log.read_text()
            time.sleep(LOOK)
        print(f"{title}: {time.monotonic() - begun:.1f} s")
        found = re.search(r"SSH at \S*:(\d+)", log.read_text())
        assert found
        yield int(found[1])
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0, log.read_text()
    finally:
        process.kill()
        process.wait()


def play_here(tmux: Tmux, command: Sequence[str], env: Mapping[str, str], folder: Path) -> None:
    """Start a server; Ann comes by ``ssh`` and opens a table; start it again; Bea comes and sees that table."""
    with started(command, env, folder / "first", "the first start") as port:
        window = come(tmux, port, make_key(folder, "Ann"), "Ann")
        window.until("You are Ann")
        code = open_table(window, {})
        window.close()
    with started(command, env, folder / "second", "the second start") as port:
        come(tmux, port, make_key(folder, "Bea"), "Bea").until(code, "gathering")


def plain(home: Path) -> dict[str, str]:
    """Give the environment of somebody who has just logged in; where packages come from is the machine's affair."""
    home.mkdir()
    packages = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    return {"PATH": SYSTEM, "HOME": str(home), "LC_ALL": "C.UTF-8", **packages}


def test_two_commands_lead_from_nothing_to_a_table(tmp_path: Path) -> None:
    """Cloned and started, it serves whoever comes; started again, it installs nothing, and the table is still there."""
    env = plain(tmp_path / "home")
    clone = tmp_path / "chwech"
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(debian.ROOT), str(clone)], check=True)
    command = ["sh", str(clone / "packaging" / "debian12.sh"), "--ssh", "127.0.0.1:0"]
    with Tmux(tmp_path) as tmux:
        play_here(tmux, command, env, tmp_path)
    assert "installing" not in (tmp_path / "second").read_text()


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb is not installed")
def test_the_package_holds_all_that_a_server_needs(tmp_path: Path) -> None:
    """Unpacked where nothing can be written, it serves, with nothing but the Python of the system."""
    env = plain(tmp_path / "home")
    assert debian.main(tmp_path / "deb") == 0
    [package] = (tmp_path / "deb").iterdir()
    root = tmp_path / "root"
    subprocess.run(["dpkg-deb", "--extract", str(package), str(root)], check=True)
    program = root / debian.HOME / "bin"
    command = [str(program / "python3"), "-P", str(program / "chwech"), "serve", "--ssh", "127.0.0.1:0"]
    with Tmux(tmp_path) as tmux:
        play_here(tmux, command, env, tmp_path)
    written = [path for path in root.rglob("*.pyc") if path.stat().st_mtime > package.stat().st_mtime]
    assert written == []
