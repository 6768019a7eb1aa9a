"""A release: each of its files, installed in a clean Debian, serves a deal that is played through ``ssh``."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.journeys.friends import ask, come, make_key, needs_terminals, open_table, play
from tests.journeys.test_six_friends import HINTS
from tests.journeys.tmux import LOOK, Tmux

ROOT: Final = Path(__file__).parent.parent.parent

DIST: Final = ROOT / "dist"

DEBIAN: Final = ROOT / "build" / "debian"  # A clean Debian, with Python and nothing of this machine; it is made once.

INCLUDE: Final = "python3,python3-venv,adduser,init-system-helpers"

PATIENCE: Final = 600.0  # Seconds that an installation may take here, where much else may be going on.


def why_not() -> str:
    """Say why this machine cannot check a release; empty if it can."""
    if not DIST.exists():
        return "there is no release in dist: make release"
    missing = [program for program in ("debootstrap", "unshare", "setpriv") if shutil.which(program) is None]
    if os.geteuid() != 0 or missing:
        return f"this needs root and {', '.join(missing) or 'its rights'}"
    done = subprocess.run(["unshare", "--mount", "true"], check=False, capture_output=True)
    return "no file system can be laid over another here" if done.returncode else ""


pytestmark = [
    pytest.mark.journey,
    needs_terminals,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(bool(why_not()), reason=why_not()),
]

CLEAN: Final = """\
set -e
mount -t tmpfs none "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=$2,upperdir=$1/upper,workdir=$1/work" "$1/root"
mount --rbind /dev "$1/root/dev"
mount -t proc proc "$1/root/proc"
mkdir "$1/root/dist" "$1/root/wheels"
mount --bind "$3" "$1/root/dist"
mount --bind "$4" "$1/root/wheels"
exec chroot "$1/root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
    PIP_NO_INDEX=1 PIP_FIND_LINKS=/wheels sh -e -c "$5"
"""
"""Runs a script in a copy of a clean root that is gone with it, with a release and the wheels that it needs."""

START: Final = '\n"$@" --version\nexec "$@" serve --ssh 127.0.0.1:0'


def container() -> str:
    """Give what the Containerfile does as a script for one root; what starts the server is left in ``$@``."""
    text = re.sub(r"\\\n", " ", (DIST / "Containerfile").read_text("utf-8"))
    steps = dict(re.findall(r"^(USER|ENTRYPOINT) (.*)$", text, re.MULTILINE))
    lines = []
    for name, rest in re.findall(r"^(WORKDIR|COPY|RUN) (.*)$", text, re.MULTILINE):
        if name == "WORKDIR":
            lines.append(f"mkdir -p {rest}; cd {rest}")
        elif name == "RUN":
            lines.append(rest)
        elif not rest.startswith("--from="):
            *sources, target = rest.split()
            lines.append(f"cp {' '.join(f'/dist/{source}' for source in sources)} {target}")
    user, group = steps["USER"].split(":")
    program = shlex.join(json.loads(steps["ENTRYPOINT"]))
    lines.append(
        f"export HOME=/data XDG_DATA_HOME=/data\nset -- setpriv --reuid {user} --regid {group} --clear-groups {program}"
    )
    return "\n".join(lines)


INSTALL: Final = {
    "wheel": "python3 -m venv /opt/chwech\n/opt/chwech/bin/pip install -q /dist/*.whl\nset -- /opt/chwech/bin/chwech",
    "sdist": "cd /opt\ntar xf /dist/*.tar.gz\ncd chwech-*\nsh packaging/debian12.sh --check\nset -- .venv/bin/chwech",
    # The second time is an update.
    "deb": "dpkg --install /dist/*.deb\ndpkg --install /dist/*.deb\n"
    "install -d -o chwech -g chwech -m 0700 /var/lib/chwech\nexport HOME=/var/lib/chwech XDG_DATA_HOME=/var/lib\n"
    "set -- setpriv --reuid chwech --regid chwech --clear-groups chwech",
}
"""How each file of a release is installed by someone who reads docs/hosting.md; what starts it is left in ``$@``."""


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a clean Debian, and beside it the wheels of all that the program and its build need."""
    if not DEBIAN.exists():
        partial = DEBIAN.with_name("debian-partial")
        shutil.rmtree(partial, ignore_errors=True)
        subprocess.run(
            ["debootstrap", "--variant=minbase", f"--include={INCLUDE}", "bookworm", str(partial)], check=True
        )
        partial.rename(DEBIAN)
    wheels = DEBIAN.with_name("wheels")
    [pip] = (ROOT / "tools").glob("pip-*.whl")
    locks = [
        word for name in ("play", "build", "psycopg") for word in ("-r", str(ROOT / "requirements" / f"{name}.txt"))
    ]
    python = [
        str(ROOT / ".venv/bin/python"),
        "-I",
        f"{pip}/pip",
        "download",
        "--quiet",
        "--no-deps",
        "--require-hashes",
    ]
    subprocess.run([*python, "--find-links", str(wheels), "--dest", str(wheels), *locks], check=True)
    return DEBIAN


@contextmanager
def started(install: str, clean: Path, folder: Path) -> Iterator[int]:
    """Install it, say its version, serve, give the port, and end the server in good order."""
    log, over = folder / "log", folder / "over"
    over.mkdir()
    places = [str(over), str(clean), str(DIST), str(clean.with_name("wheels"))]
    with log.open("wb") as said:
        process = subprocess.Popen(
            ["unshare", "--mount", "sh", "-c", CLEAN, "sh", *places, install + START], stdout=said, stderr=said
        )
    try:
        begun = time.monotonic()
        while "the host key is" not in log.read_text():
            assert process.poll() is None, log.read_text()
            assert time.monotonic() - begun < PATIENCE, log.read_text()
            time.sleep(LOOK)
        print(f"{folder.name}: it listens after {time.monotonic() - begun:.1f} s")
        found = re.search(r"SSH at \S*:(\d+)", log.read_text())
        assert found
        yield int(found[1])
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0, log.read_text()
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("what", [*INSTALL, "container"])
def test_a_deal_is_played_on_what_is_released(what: str, clean: Path, tmp_path: Path) -> None:
    """Someone comes by ssh, opens a table with bots, plays the deal, and finds it in the history."""
    [wheel] = DIST.glob("chwech-*-py3-none-any.whl")
    version = wheel.name.split("-")[1]
    key = make_key(tmp_path, "Ann")
    with started(INSTALL.get(what) or container(), clean, tmp_path) as port, Tmux(tmp_path) as tmux:
        window = come(tmux, port, key, "Ann")
        window.until("You are Ann")
        open_table(window, {"Deals": "1"})
        window.press("Enter")
        play({"Ann": window}, HINTS, lambda _: None)
        (game,) = json.loads(ask(port, key, "history", "--json"))["games"]
    assert len(game["totals"]) == 6
    assert f"chwech {version}\n" in (tmp_path / "log").read_text()


def test_a_purge_leaves_the_data(clean: Path, tmp_path: Path) -> None:
    """The package makes its user and enables its units; after a purge only the games are left."""
    script = """\
dpkg --install /dist/*.deb
id -un chwech
ls /etc/systemd/system/*.wants | grep chwech
install -d -o chwech -g chwech /var/lib/chwech; touch /var/lib/chwech/chwech.sqlite
dpkg --purge chwech
ls -R /usr/lib/chwech /usr/bin/chwech /usr/lib/systemd/system/chwech.service || true
ls /var/lib/chwech
"""
    over = tmp_path / "over"
    over.mkdir()
    command = ["unshare", "--mount", "sh", "-c", CLEAN, "sh", *map(str, (over, clean, DIST, clean.with_name("wheels")))]
    done = subprocess.run([*command, script], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "chwech\nchwech.service\nchwech.socket\n" in done.stdout
    assert done.stdout.partition("Purging")[2].splitlines()[1:] == ["chwech.sqlite"]
    assert "the games and the host key stay in /var/lib/chwech" in done.stderr
