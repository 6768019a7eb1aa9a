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


INSTALL: Final = """\
set -e
mount -t tmpfs none "$1/over"
mkdir "$1/over/upper" "$1/over/work" "$1/over/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/over/upper,workdir=$1/over/work" "$1/over/root"
mount --rbind /dev "$1/over/root/dev"
mount -t proc proc "$1/over/root/proc"
cp "$2" "$1/over/root/chwech.deb"
exec chroot "$1/over/root" sh -e -c "$3"
"""
"""Runs a script on a copy of this machine that is gone with it, together with everything that it changes."""

SCRIPT: Final = """\
dpkg --install /chwech.deb
chwech --version
id -un chwech
ls /etc/systemd/system/*.wants | grep chwech
! command -v systemd-analyze || systemd-analyze verify /usr/lib/systemd/system/chwech.service
install -d -o chwech -g chwech -m 0700 /var/lib/chwech
setpriv --reuid chwech --regid chwech --clear-groups env HOME=/nonexistent \
    timeout --preserve-status 5 chwech serve --data /var/lib/chwech --ssh 127.0.0.1:0 2>&1
dpkg --install /chwech.deb
dpkg --purge chwech
ls /usr/lib/chwech /usr/bin/chwech /usr/lib/systemd/system/chwech.service || true
ls /var/lib/chwech
"""
"""Installs the package, serves as its user for some seconds, upgrades and purges it."""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the whole package, as ``make deb`` builds it."""
    folder = tmp_path_factory.mktemp("deb")
    assert debian.main(folder) == 0
    [path] = folder.iterdir()
    return path


def can_copy_the_machine() -> bool:
    """Say whether this machine lets its files be laid under others, in a space of mounts of its own."""
    if shutil.which("unshare") is None or shutil.which("setpriv") is None or os.geteuid() != 0:
        return False
    return subprocess.run(["unshare", "--mount", "true"], check=False, capture_output=True).returncode == 0


@pytest.mark.skipif(shutil.which("dpkg") is None or not can_copy_the_machine(), reason="this needs root, and Debian")
def test_the_package_is_installed_upgraded_and_purged(package: Path, tmp_path: Path) -> None:
    """Its user and units are made, it serves as that user, and after a purge only the data are left."""
    (tmp_path / "over").mkdir()
    command = ["unshare", "--mount", "sh", "-c", INSTALL, "sh", str(tmp_path), str(package), SCRIPT]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        env={"PATH": os.defpath + ":/usr/sbin:/sbin", "LC_ALL": "C"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    said = done.stdout
    assert "chwech 0.1.0\nchwech\nchwech.service\nchwech.socket\n" in said
    assert "the host key is SHA256:" in said
    left = said.partition("Purging")[2].splitlines()[1:]
    assert {"chwech.sqlite", "ssh_host_key"} <= set(left)
    assert [line for line in left if line.startswith("/usr")] == []
    assert "the games and the host key stay in /var/lib/chwech" in done.stderr
    assert not list((tmp_path / "over").iterdir())


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb is not installed")
def test_the_package_holds_all_that_a_server_needs(package: Path, tmp_path: Path) -> None:
    """Unpacked where nothing can be written, it serves, with nothing but the Python of the system."""
    env = plain(tmp_path / "home")
    root = tmp_path / "root"
    subprocess.run(["dpkg-deb", "--extract", str(package), str(root)], check=True)
    program = root / debian.HOME / "bin"
    command = [str(program / "python3"), "-P", str(program / "chwech"), "serve", "--ssh", "127.0.0.1:0"]
    with Tmux(tmp_path) as tmux:
        play_here(tmux, command, env, tmp_path)
    written = [path for path in root.rglob("*.pyc") if path.stat().st_mtime > package.stat().st_mtime]
    assert written == []
