"""Builds the package for Debian: ``python -m tools.debian``; it holds the program and what it needs but Python.

What it needs is taken from the environment that runs this, where each version was checked against its hash.
"""

import compileall
import os
import platform
import py_compile
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.deb_archive import PROGRAM, Entry, Link, write_package

ROOT: Final = Path(__file__).parent.parent

HOME: Final = "usr/lib/chwech"
"""Where the program lies: an environment of its own, with the Python of the system."""

ARCHITECTURES: Final = {"x86_64": "amd64", "aarch64": "arm64"}

PYTHON: Final = f"{sys.version_info.major}.{sys.version_info.minor}"

SITE: Final = f"{HOME}/lib/python{PYTHON}/site-packages"

NEXT: Final = f"{sys.version_info.major}.{sys.version_info.minor + 1}"

DEPENDS: Final = (
    # What is compiled fits one version of Python.
    f"python3 (>= {PYTHON}), python3 (<< {NEXT}~), libc6 (>= 2.28), libgcc-s1, libstdc++6, zlib1g, adduser"
)

PROGRAM_TEXT: Final = f"""\
#!/{HOME}/bin/python3 -P
import sys

from chwech import main

sys.exit(main())
"""


class BuildFault(Exception):
    """A package that cannot be built here; the text says why."""


def architecture(machine: str) -> str:
    """Return what Debian calls a kind of machine.

    Raises:
        BuildFault: there are no packages for it.
    """
    if machine not in ARCHITECTURES:
        raise BuildFault(f"no package for {machine}: there is one for {' and '.join(ARCHITECTURES)}")
    return ARCHITECTURES[machine]


def needed(name: str) -> dict[str, metadata.Distribution]:
    """Return all that a distribution needs to run, by name, without itself."""
    found: dict[str, metadata.Distribution] = {}
    wanted = [Requirement(name)]
    seen: set[tuple[str, frozenset[str]]] = set()
    while wanted:
        one = wanted.pop()
        key = (canonicalize_name(one.name), frozenset(one.extras))
        if key in seen:
            continue
        seen.add(key)
        found[key[0]] = metadata.distribution(one.name)
        wanted += [more for more in map(Requirement, found[key[0]].requires or ()) if _applies(more, one.extras)]
    del found[canonicalize_name(name)]
    return found


def _applies(requirement: Requirement, extras: set[str]) -> bool:
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras))


def files_of(distribution: metadata.Distribution) -> Iterator[tuple[str, Path]]:
    """Yield the files of an installed distribution that a program needs, with their paths below its folder."""
    for file in distribution.files or ():
        unwanted = ".." in file.parts or "__pycache__" in file.parts or file.suffix in {".pyi", ".a"}
        testing = file.parts[0] == "numpy" and {"tests", "include"} & set(file.parts)
        local = file.name in {"direct_url.json", "INSTALLER", "REQUESTED"}
        if not unwanted and not testing and not local:
            yield str(file), Path(str(distribution.locate_file(file)))


def build_wheel(folder: Path) -> Path:
    """Build the wheel of the program, and return its path."""
    program = "import sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-P", "-c", program, str(folder)], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    [wheel] = folder.glob("chwech-*.whl")
    return wheel


def entries(wheel: Path, *, with_needs: bool = True) -> dict[str, Entry | Link]:
    """Return what a package holds: the program of a wheel, what it needs, and what Debian wants to know."""
    files: dict[str, Entry | Link] = {
        f"{HOME}/pyvenv.cfg": Entry(
            f"home = /usr/bin\ninclude-system-site-packages = false\nversion = {PYTHON}\n".encode()
        ),
        f"{HOME}/bin/python3": Link(f"/usr/bin/python{PYTHON}"),
        f"{HOME}/bin/chwech": Entry(PROGRAM_TEXT.encode(), PROGRAM),
        "usr/bin/chwech": Link("../lib/chwech/bin/chwech"),
        "usr/share/doc/chwech/copyright": Entry(ROOT / "LICENSE"),
        "usr/share/doc/chwech/README.md": Entry(ROOT / "README.md"),
        "usr/share/doc/chwech/CHANGELOG.md": Entry(ROOT / "CHANGELOG.md"),
    }
    for path in (ROOT / "docs").glob("*.md"):
        files[f"usr/share/doc/chwech/docs/{path.name}"] = Entry(path)
    for path in (ROOT / "packaging" / "systemd").iterdir():
        files[f"usr/lib/systemd/system/{path.name}"] = Entry(path)
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            files[f"{SITE}/{name}"] = Entry(archive.read(name))
    for distribution in needed("chwech").values() if with_needs else ():
        for name, path in files_of(distribution):
            files[f"{SITE}/{name}"] = Entry(path)
    return files


def compiled(files: dict[str, Entry | Link], folder: Path) -> dict[str, Entry | Link]:
    """Return the compiled code of all modules: the service cannot write where they lie, and would start slowly."""
    for path, entry in files.items():
        if path.endswith(".py") and isinstance(entry, Entry):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(entry.read())
    # A package may hold templates that are no modules: what does not compile is left out.
    compileall.compile_dir(
        folder,
        quiet=2,
        workers=0,
        maxlevels=40,
        stripdir=str(folder),
        prependdir="/",
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    return {str(path.relative_to(folder)): Entry(path.read_bytes()) for path in folder.rglob("*.pyc")}


def scripts() -> dict[str, Entry | Link]:
    """Return the maintainer scripts."""
    return {path.name: Entry(path, PROGRAM) for path in (ROOT / "packaging" / "debian").iterdir()}


def control(version: str, machine: str) -> dict[str, str]:
    """Return what Debian is told of the package.

    Raises:
        BuildFault: there is no package for this kind of machine.
    """
    return {
        "Package": "chwech",
        "Version": version,
        "Architecture": architecture(machine),
        "Maintainer": "The Chwech authors",
        "Depends": DEPENDS,
        "Suggests": "openssh-client, sqlite3",
        "Section": "games",
        "Priority": "optional",
        "Description": "card game that multiplies by nine, for the terminal\n"
        " Chwech is a card game for four to seven, played with bots or over the network.\n"
        " The package brings a server that starts with the machine; people come by ssh.",
    }


def time_of_source() -> int:
    """Return the time of the newest commit, or what SOURCE_DATE_EPOCH says, so that a build can be repeated."""
    said = os.environ.get("SOURCE_DATE_EPOCH", "")
    if said.isascii() and said.isdecimal():
        return int(said)
    done = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False)
    return int(done.stdout or 0)


def main(out: Path) -> int:
    """Build the package in a folder, and return the exit status."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    try:
        about = control(version, platform.machine())
    except BuildFault as problem:
        print(f"make deb: {problem}", file=sys.stderr)
        return 1
    out.mkdir(exist_ok=True)
    path = out / f"chwech_{version}_{about['Architecture']}.deb"
    with tempfile.TemporaryDirectory(prefix="chwech-deb-") as folder:
        (Path(folder) / "wheel").mkdir()
        files = entries(build_wheel(Path(folder) / "wheel"))
        files |= compiled(files, Path(folder) / "code")
        write_package(path, about, scripts(), files, time_of_source())
    print(f"{path}: {path.stat().st_size / 1e6:.0f} MB, for Python {PYTHON}; install it with: sudo apt install {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main(ROOT / "dist"))
