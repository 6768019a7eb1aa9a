"""Installs peers into a folder of their own, by the ordinary clients of their registries."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.bench.report import ROOT

PATIENCE: Final = 600  # Seconds that one installation may take.


class LeftOut(Exception):
    """A peer cannot take part; the text is a sentence that says why."""


class Scratch:
    """A folder with peers."""

    def __init__(self, folder: Path | None) -> None:
        """Use a folder, which need not exist; with None nothing is installed."""
        self._folder = folder

    def python(self, requirements: Sequence[str]) -> Path:
        """Return a Python with these packages, of exactly these versions, in an environment of its own.

        Raises:
            LeftOut: they cannot be installed.
        """
        home = self._home("python")
        python = home / "bin" / "python"
        if not python.exists():
            # Debian's python3 comes without the pip that an environment usually gets.
            done([sys.executable, "-m", "venv", "--without-pip", str(home)])
        (pip,) = (ROOT / "tools").glob("pip-*.whl")
        done([str(python), "-I", f"{pip}/pip", "install", "--quiet", "--disable-pip-version-check", *requirements])
        return python

    def node(self, packages: Sequence[str]) -> Path:
        """Return a folder in which programs of Node find these packages, of exactly these versions.

        Raises:
            LeftOut: they cannot be installed, or there is no Node.
        """
        home = self._home("node")
        home.mkdir(parents=True, exist_ok=True)
        for program in ("node", "npm"):
            if shutil.which(program) is None:
                raise LeftOut(f"there is no {program} on this machine.")
        done(["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(home), *packages])
        return home

    def debian(self, packages: Sequence[str], versions: Mapping[str, str]) -> Path:
        """Return a folder into which packages of Debian and all that they need are unpacked, without being installed.

        Raises:
            LeftOut: they cannot be had in these versions, or this is no Debian.
        """
        home = self._home("debian")
        for program in ("apt-get", "dpkg-deb"):
            if shutil.which(program) is None:
                raise LeftOut(f"there is no {program} on this machine.")
        marker = home / "unpacked"
        if marker.exists():
            return home
        home.mkdir(parents=True, exist_ok=True)
        # Whoever has no right to install may still ask what would be, and download it.
        simulated = done(["apt-get", "install", "--simulate", "--reinstall", "--no-install-recommends", *packages])
        lines = [line.split() for line in simulated.splitlines() if line.startswith("Inst ")]
        for package, version in versions.items():
            if not any(words[1] == package and f" ({version}-" in " ".join(words) for words in lines):
                raise LeftOut(f"this Debian has another version of {package} than {version}.")
        done(["apt-get", "download", *(words[1] for words in lines)], home)
        for archive in home.glob("*.deb"):
            done(["dpkg-deb", "--extract", str(archive), str(home)])
            archive.unlink()
        marker.touch()
        return home

    def _home(self, kind: str) -> Path:
        """Return the folder of a kind of peers."""
        if self._folder is None:
            raise LeftOut("peers that have to be installed were not asked for.")
        return self._folder / kind


def done(command: Sequence[str], folder: Path | None = None, environment: Mapping[str, str] | None = None) -> str:
    """Run a command to its end and return what it printed.

    Raises:
        LeftOut: it failed; the sentence ends with its last line.
    """
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, **(environment or {})},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise LeftOut(f"{Path(command[0]).name} could not be run: {problem}.") from problem
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip() or "it said nothing").splitlines()[-1]
        raise LeftOut(f"{Path(command[0]).name} failed: {said}")
    return done.stdout
