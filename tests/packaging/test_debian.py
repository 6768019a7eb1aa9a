"""The package for Debian: what it says, that the program runs from it, and what its scripts do."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from protocol.version import program_name, program_version
from tests.packaging.units import ROOT

pytestmark = [
    pytest.mark.no_cover,
    pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb is not installed"),
]


def run(*command: str, **env: str) -> str:
    """Run a program with a plain environment, and give what it prints."""
    plain = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LC_ALL": "C.UTF-8", **env}
    done = subprocess.run(command, env=plain, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(site: Path, out: Path) -> Path:
    """Build the package of what is in a folder."""
    run(
        "sh",
        str(ROOT / "packaging" / "deb.sh"),
        str(site),
        str(out),
        PYTHON=sys.executable,
        SOURCE_DATE_EPOCH="1700000000",
    )
    [path] = out.iterdir()
    return path


@pytest.fixture(scope="session")
def site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with the program, and nothing that it needs."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture(scope="session")
def package(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the package of that folder."""
    return build(site, tmp_path_factory.mktemp("deb"))


def test_the_package_says_what_it_is_and_needs(package: Path) -> None:
    """What is before a release sorts before it, and the package needs the one Python that its compiled parts fit."""
    version, needs = (run("dpkg-deb", "--field", str(package), name).strip() for name in ("Version", "Depends"))
    assert version.replace("~", ".") == program_version()
    assert ("dev" in version) == (
        run("sh", "-c", f"dpkg --compare-versions '{version}' lt 0.1 && echo older || true") != ""
    )
    major, minor = sys.version_info[:2]
    assert needs.startswith(f"python3 (>= {major}.{minor}), python3 (<< {major}.{minor + 1}~), ")


def test_the_same_bytes_come_of_the_same_source(package: Path, site: Path, tmp_path: Path) -> None:
    """Built again elsewhere and later, the package is the same."""
    assert build(site, tmp_path / "again").read_bytes() == package.read_bytes()


def test_the_program_runs_from_the_package(package: Path, tmp_path: Path) -> None:
    """Unpacked anywhere, it finds its own modules, with the Python of the system and no stray one of this folder."""
    run("dpkg-deb", "--extract", str(package), str(tmp_path))
    home = tmp_path / "usr/lib/chwech"
    assert (tmp_path / "usr/bin/chwech").resolve() == home / "bin/chwech"
    assert (home / "bin/chwech").read_text().startswith("#!/usr/lib/chwech/bin/python3 -P\n")
    python = home / "bin/python3"
    system = Path("/usr/bin") / python.readlink().name
    if not system.exists():
        pytest.skip(f"there is no {system}")
    python.unlink()
    python.symlink_to(system)
    assert run(str(python), "-P", str(home / "bin/chwech"), "--version") == f"{program_name()}\n"


def script(name: str, *arguments: str, folder: Path) -> tuple[list[str], str]:
    """Run a maintainer script where every program that it may call notes that it was called."""
    tools = folder / "bin"
    tools.mkdir()
    notes = folder / "notes"
    for tool in (
        "adduser",
        "deluser",
        "rm",
        "systemctl",
        "deb-systemd-helper",
        "deb-systemd-invoke",
        "py3compile",
        "py3clean",
    ):
        (tools / tool).write_text(f'#!/bin/sh\necho "{tool} $*" >> {notes}\n', "utf-8")
        (tools / tool).chmod(0o755)
    command = ["/bin/sh", str(ROOT / "packaging" / "debian" / name), *arguments]
    done = subprocess.run(command, env={"PATH": str(tools)}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return (notes.read_text().splitlines() if notes.exists() else []), done.stderr


def test_an_installation_makes_the_user_and_enables_the_units(tmp_path: Path) -> None:
    """The user is one of the system, without a password, and both units begin with the machine."""
    called, _ = script("postinst", "configure", folder=tmp_path)
    assert called[0].startswith("adduser --quiet --system --group --home /var/lib/chwech --no-create-home")
    assert {"deb-systemd-helper enable chwech.socket", "deb-systemd-helper enable chwech.service"} <= set(called)


@pytest.mark.parametrize(
    ("name", "why"), [("postinst", "abort-upgrade"), ("postrm", "upgrade"), ("postrm", "disappear")]
)
def test_what_is_no_installation_changes_nothing(name: str, why: str, tmp_path: Path) -> None:
    """The steps of an upgrade that are not ours leave everything as it is."""
    assert script(name, why, "0.1.0", folder=tmp_path) == ([], "")


@pytest.mark.parametrize("why", ["remove", "purge"])
def test_games_are_never_deleted(why: str, tmp_path: Path) -> None:
    """Neither a removal nor a purge deletes a file or the user: nobody else has the games."""
    called, _ = script("postrm", why, folder=tmp_path)
    assert [line for line in called if line.startswith(("rm", "deluser"))] == []
