"""The package for Debian: what it says, what is in it, what its scripts do, and that the program runs from it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.units import ROOT
from tools import debian
from tools.deb_archive import PROGRAM, Entries, Entry, Link, write_package
from tools.debian import HOME, SITE, BuildFault

pytestmark = pytest.mark.no_cover

needs_dpkg = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb is not installed")

WHEN = 1_800_000_000


def dpkg(*arguments: str) -> str:
    """Give what Debian's own program says of a package."""
    # Names beyond ASCII are then written as numbers, whatever the language of the tests is.
    plain = {**os.environ, "LC_ALL": "C"}
    return subprocess.run(["dpkg-deb", *arguments], check=True, capture_output=True, text=True, env=plain).stdout


@pytest.fixture(scope="session")
def package(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the package without what the program needs, which takes long to write."""
    path = tmp_path_factory.mktemp("deb") / "chwech.deb"
    files = debian.entries(wheel, with_needs=False)
    write_package(path, debian.control("0.1.0", "x86_64"), debian.scripts(), files, WHEN)
    return path


@needs_dpkg
def test_a_package_is_what_debian_reads(tmp_path: Path) -> None:
    """Fields, files, rights, owners, links and scripts arrive as they were given, and the same bytes each time."""
    files: Entries = {"usr/share/a b/é": Entry(b"text"), "usr/bin/x": Entry(b"#!", PROGRAM), "usr/y": Link("bin/x")}
    for name in ("one", "two"):
        write_package(tmp_path / name, {"Package": "p", "Version": "1", "Architecture": "all"}, {}, files, WHEN)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert dpkg("--field", str(tmp_path / "one"), "Package", "Installed-Size").split() == [
        "Package:",
        "p",
        "Installed-Size:",
        "1",
    ]
    listed = [line.split(maxsplit=5) for line in dpkg("--contents", str(tmp_path / "one")).splitlines()]
    assert {owner for _, owner, *_ in listed} == {"root/root"}
    assert {line[5]: line[0] for line in listed} == {
        "./": "drwxr-xr-x",
        "./usr/": "drwxr-xr-x",
        "./usr/bin/": "drwxr-xr-x",
        "./usr/bin/x": "-rwxr-xr-x",
        "./usr/share/": "drwxr-xr-x",
        "./usr/share/a b/": "drwxr-xr-x",
        "./usr/share/a b/\\303\\251": "-rw-r--r--",
        "./usr/y -> bin/x": "lrwxrwxrwx",
    }
    dpkg("--extract", str(tmp_path / "one"), str(tmp_path / "root"))
    assert (tmp_path / "root/usr/share/a b/é").read_text() == "text"
    dpkg("--control", str(tmp_path / "one"), str(tmp_path / "control"))
    sums = (tmp_path / "control" / "md5sums").read_text()
    assert "1cb251ec0d568de6a929b520c4aed8d1  usr/share/a b/é\n" in sums


@needs_dpkg
def test_the_package_says_what_it_is_and_needs(package: Path) -> None:
    """It has the version of the project, and needs the one Python that its compiled parts fit."""
    assert dpkg("--field", str(package), "Version") == "0.1.0\n"
    assert dpkg("--field", str(package), "Architecture") == "amd64\n"
    needs = dpkg("--field", str(package), "Depends")
    major, minor = sys.version_info[:2]
    assert needs.startswith(f"python3 (>= {major}.{minor}), python3 (<< {major}.{minor + 1}~), ")
    assert "adduser" in needs


def test_the_version_is_that_of_the_project(wheel: Path) -> None:
    """A new version is a new package."""
    version = re.search(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert version
    assert f"{SITE}/chwech-{version[1]}.dist-info/METADATA" in debian.entries(wheel, with_needs=False)


def test_a_machine_without_packages_is_named() -> None:
    """The one who builds is told for which machines there are packages."""
    assert debian.architecture("aarch64") == "arm64"
    with pytest.raises(BuildFault, match="no package for riscv64: there is one for x86_64 and aarch64"):
        debian.control("0.1.0", "riscv64")


def test_all_that_the_program_needs_is_there() -> None:
    """Also what is needed by what it needs, on this system; what only builds or tests it stays out."""
    needs = debian.needed("chwech")
    assert {"asyncssh", "cryptography", "cffi", "textual", "linkify-it-py", "msgpack", "numpy"} <= set(needs)
    assert not {"chwech", "hatchling", "pytest", "numba", "pettingzoo"} & set(needs)
    files = dict(debian.files_of(needs["numpy"]))
    assert "numpy/__init__.py" in files
    assert not [name for name in files if "/tests/" in name or ".." in name or "__pycache__" in name]


@needs_dpkg
def test_the_program_runs_from_the_package(package: Path, wheel: Path, tmp_path: Path) -> None:
    """Unpacked anywhere, the environment in it finds its own modules, with the Python of the system."""
    dpkg("--extract", str(package), str(tmp_path))
    python = tmp_path / HOME / "bin" / "python3"
    if not python.exists():
        pytest.skip(f"the system has no {python.readlink()}")
    for name, entry in debian.entries(wheel).items():
        path = tmp_path / name
        if isinstance(entry, Entry) and isinstance(entry.content, Path) and not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.symlink_to(entry.content)
    plain = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}
    program = [str(python), "-P", str(tmp_path / HOME / "bin" / "chwech")]
    done = subprocess.run([*program, "--version"], env=plain, capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("chwech 0.1.0\n", "")
    # What is compiled is loaded; of the rest it is enough here that it is found, and `make journey` starts a server.
    loads = "import cryptography.hazmat.bindings._rust, msgpack, msgspec, wcwidth, sys"
    found = "from importlib.util import find_spec"
    names = ("asyncssh", "textual", "linkify_it", "numpy", "openskill", "server", "chwech_tui")
    finds = f"assert all(map(find_spec, {names}))"
    where = [str(python), "-P", "-c", f"{loads}; {found}; {finds}; print(sys.prefix, sys.executable)"]
    done = subprocess.run(where, env=plain, capture_output=True, text=True, timeout=100, check=False)
    assert done.stdout.split() == [str(tmp_path / HOME), str(python)], done.stderr
    assert (tmp_path / "usr/bin/chwech").resolve() == (tmp_path / HOME / "bin" / "chwech")


def test_the_program_needs_no_environment_of_a_person() -> None:
    """It is started by the Python of its own folder, and no stray module of the current folder is loaded."""
    assert debian.PROGRAM_TEXT.startswith(f"#!/{HOME}/bin/python3 -P\n")
    compile(debian.PROGRAM_TEXT, "chwech", "exec")


def test_compiled_code_is_never_checked_against_its_source(tmp_path: Path) -> None:
    """It is there for every module, names the place where it will lie, and holds whatever time its source has."""
    files: dict[str, Entry | Link] = {
        "usr/a/__init__.py": Entry(b""),
        "usr/a/b.py": Entry(b"x = 1"),
        "usr/c.txt": Entry(b""),
    }
    found = debian.compiled(files, tmp_path)
    tag = sys.implementation.cache_tag
    assert set(found) == {f"usr/a/__pycache__/__init__.{tag}.pyc", f"usr/a/__pycache__/b.{tag}.pyc"}
    code = found[f"usr/a/__pycache__/b.{tag}.pyc"]
    assert isinstance(code, Entry)
    assert code.read()[4:8] == b"\x01\x00\x00\x00"
    assert b"/usr/a/b.py" in code.read()
    assert str(tmp_path).encode() not in code.read()


def script(name: str, *arguments: str, folder: Path) -> tuple[list[str], str]:
    """Run a maintainer script where every program that it may call notes that it was called."""
    tools = folder / "bin"
    tools.mkdir()
    notes = folder / "notes"
    for tool in ("adduser", "deluser", "rm", "systemctl", "deb-systemd-helper", "deb-systemd-invoke"):
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
    ("name", "why"),
    [("postinst", "abort-upgrade"), ("prerm", "upgrade"), ("postrm", "upgrade"), ("postrm", "disappear")],
)
def test_what_is_no_installation_changes_nothing(name: str, why: str, tmp_path: Path) -> None:
    """The steps of an upgrade that are not ours leave everything as it is."""
    assert script(name, why, "0.1.0", folder=tmp_path) == ([], "")


@pytest.mark.parametrize("why", ["remove", "purge"])
def test_games_are_never_deleted(why: str, tmp_path: Path) -> None:
    """Neither a removal nor a purge deletes a file or the user: nobody else has the games."""
    called, _ = script("postrm", why, folder=tmp_path)
    assert [line for line in called if line.startswith(("rm", "deluser"))] == []


@pytest.mark.parametrize("name", ["postinst", "prerm", "postrm"])
def test_the_scripts_are_executable_and_stop_at_a_fault(name: str) -> None:
    """Debian runs them as they are, and hears of what fails."""
    entry = debian.scripts()[name]
    assert isinstance(entry, Entry)
    assert entry.mode == PROGRAM
    assert entry.read().startswith(b"#!/bin/sh\n")
    assert b"\nset -e\n" in entry.read()
