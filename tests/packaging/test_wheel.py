"""The wheel that ``pipx`` and ``uv tool`` install: what is in it, and that it runs from elsewhere."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from protocol.version import program_name
from tests.packaging.units import ROOT

pytestmark = pytest.mark.no_cover

PACKAGES = ("chwech_tui", "games", "protocol", "server")


def names(wheel: Path) -> set[str]:
    """Give what is in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_every_file_of_the_program_is_in_the_wheel(wheel: Path) -> None:
    """Code, weights, translations and lessons: what the checkout has, whoever installs it has."""
    files = [path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file()]
    wanted = {str(path.relative_to(ROOT)) for path in files if "__pycache__" not in path.parts}
    assert {"games/chwech/net/weights/every-table.npz", "protocol/locale/cy/LC_MESSAGES/chwech.mo"} <= wanted
    assert wanted - names(wheel) == set()


def test_nothing_else_is_in_the_wheel(wheel: Path) -> None:
    """No test and no tool is installed among the packages of others."""
    found = {name.partition("/")[0] for name in names(wheel)}
    assert {name for name in found if not name.endswith(".dist-info")} == {"chwech.py", *PACKAGES}


@pytest.fixture
def installed(wheel: Path, tmp_path: Path) -> Path:
    """Install the wheel into an environment of its own, which borrows from this one what the program needs."""
    home = tmp_path / "tool"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    python = home / "bin" / "python"
    [pip] = (ROOT / "tools").glob("pip-*.whl")
    options = ["--isolated", "--no-deps", "--no-index", "--no-compile", "--quiet", "--disable-pip-version-check"]
    subprocess.run([str(python), "-I", f"{pip}/pip", "install", *options, str(wheel)], check=True)
    [site] = home.glob("lib/python*/site-packages")
    here = next(path for path in sys.path if path.endswith("site-packages"))
    # A line that names a folder adds it, and reads no such lines of that folder: this checkout stays out.
    (site / "needs.pth").write_text(f"{here}\n", "utf-8")
    return home


def test_the_installed_program_runs_from_its_own_files(installed: Path, tmp_path: Path) -> None:
    """It tells its version, speaks Welsh, and prints the rules, away from any checkout."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("COVERAGE", "PYTHON"))}

    def says(*arguments: str) -> str:
        command = [str(installed / "bin" / "chwech"), *arguments]
        done = subprocess.run(
            command, cwd=tmp_path, env=plain, capture_output=True, text=True, timeout=100, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert says("--version") == f"{program_name()}\n"
    assert "eistedd gyda botiau ar unwaith" in says("--lang", "cy", "--help")
    assert "chwech " in says("rules")
    where = [
        str(installed / "bin" / "python"),
        "-P",
        "-c",
        "import chwech, server; print(chwech.__file__, server.__file__)",
    ]
    done = subprocess.run(where, cwd=tmp_path, env=plain, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.count(str(installed)) == 2
