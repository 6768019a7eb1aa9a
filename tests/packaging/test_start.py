"""The script that starts a server on a machine which has Python and nothing else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.units import ROOT

pytestmark = pytest.mark.no_cover

SCRIPT = ROOT / "packaging" / "debian12.sh"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Give a checkout whose pip and whose program note how they are called, and that needs no network."""
    for name in ("packaging", "requirements", "tools/pip-1.whl"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "packaging" / "debian12.sh").write_text(SCRIPT.read_text("utf-8"), "utf-8")
    (tmp_path / "requirements" / "play.txt").touch()
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "tools" / "pip-1.whl" / "pip").mkdir()
    notes = tmp_path / "notes"
    pip = (
        "import sys, pathlib\n"
        f"with open({str(notes)!r}, 'a') as notes: print('pip', *sys.argv[1:], file=notes)\n"
        "program = pathlib.Path('.venv/bin/chwech')\n"
        f"program.write_text('#!/bin/sh\\necho chwech \"$@\" >> {notes}\\n')\n"
        "program.chmod(0o755)\n"
    )
    (tmp_path / "tools" / "pip-1.whl" / "pip" / "__main__.py").write_text(pip, "utf-8")
    return tmp_path


def start(checkout: Path, *options: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the script from another folder."""
    plain = {"PATH": os.environ["PATH"], "HOME": str(checkout / "home"), "PYTHON": sys.executable, **env}
    script = str(checkout / "packaging" / "debian12.sh")
    return subprocess.run(["sh", script, *options], cwd="/", env=plain, capture_output=True, text=True, check=False)


def test_it_builds_once_and_then_only_starts(checkout: Path) -> None:
    """The first start installs what is pinned, by its hashes, and the program; the second one installs nothing."""
    first = start(checkout, "--ssh", ":2222")
    assert first.returncode == 0, first.stderr
    notes = (checkout / "notes").read_text().splitlines()
    assert [line.split()[0] for line in notes] == ["pip", "pip", "chwech"]
    assert "--require-hashes -r requirements/play.txt" in notes[0]
    assert "--no-deps --no-build-isolation --editable ." in notes[1]
    assert notes[2] == "chwech serve --ssh :2222"
    again = start(checkout)
    assert (again.returncode, again.stderr) == (0, "")
    assert (checkout / "notes").read_text().splitlines()[3:] == ["chwech serve"]


def test_what_failed_is_done_again(checkout: Path) -> None:
    """A start whose installation was cut off says so by its status, and the next one installs once more."""
    pip = checkout / "tools" / "pip-1.whl" / "pip" / "__main__.py"
    works = pip.read_text("utf-8")
    pip.write_text("raise SystemExit('no network')", "utf-8")
    failed = start(checkout)
    assert failed.returncode == 1
    assert "no network" in failed.stderr
    pip.write_text(works, "utf-8")
    assert start(checkout).returncode == 0
    assert (checkout / "notes").read_text().splitlines()[-1] == "chwech serve"


def test_a_python_that_is_missing_or_too_old_is_named(checkout: Path) -> None:
    """One sentence says what is wrong and what would be right, and nothing is made."""
    missing = start(checkout, PYTHON="no-such-python")
    assert (missing.returncode, missing.stderr.count("\n")) == (1, 1)
    assert "there is no no-such-python; install it: sudo apt install python3" in missing.stderr
    old = checkout / "old"
    old.write_text('#!/bin/sh\ntest "$1" = --version && echo Python 3.9.2 || exit 1\n', "utf-8")
    old.chmod(0o755)
    refused = start(checkout, PYTHON=str(old))
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
    assert "this is Python 3.9.2, and Chwech needs Python 3.11 or newer" in refused.stderr
    assert not (checkout / ".venv").exists()


def test_it_marks_what_it_built_as_the_makefile_does() -> None:
    """Whoever goes on with ``make`` builds nothing twice."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for mark in (".made", ".play"):
        assert f"$(VENV)/{mark}:" in makefile
        assert f"touch .venv/{mark}" in SCRIPT.read_text("utf-8")
