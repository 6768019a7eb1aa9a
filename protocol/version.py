"""The version of this program: of its commit in a checkout, else of the archive or the package that it came in."""

import os
import re
from functools import cache
from pathlib import Path
from typing import Final

NEXT: Final = "0.1"  # The version before which every commit without a tag lies.

_ROOT: Final = Path(__file__).parent.parent

# `git archive` fills these in, as .gitattributes says.
_ARCHIVED: Final = ("$Format:%(describe:tags,match=v[0-9]*)$", "$Format:%h$")

_DESCRIPTION: Final = re.compile(r"v(?P<tag>[0-9][0-9a-z.]*)(?:-(?P<since>[0-9]+)-g(?P<commit>[0-9a-f]+))?")


@cache
def program_version() -> str:
    """Return the version, as it was when this process first asked: files may change under a program that runs."""
    if (_ROOT / ".git").exists() and (found := _of_checkout(_ROOT)):
        return found
    if not _ARCHIVED[1].startswith("$"):
        return written(_ARCHIVED[0], _ARCHIVED[1], "0")
    from importlib import metadata

    try:
        return metadata.version("chwech")
    except metadata.PackageNotFoundError:
        return f"{NEXT}.dev0"


def program_name() -> str:
    """Return what this program calls itself to others."""
    return f"chwech {program_version()}"


def written(description: str, commit: str, commits: str) -> str:
    """Return the version of a commit: of its tag, of the tag before it, or of none, with the number of commits."""
    match = _DESCRIPTION.fullmatch(description)
    if match is None:
        return f"{NEXT}.dev{commits}+g{commit}"
    since = int(match["since"] or 0)
    return f"{match['tag']}.post{since}+g{match['commit']}" if since else match["tag"]


def _of_checkout(root: Path) -> str:
    """Return the version of a checkout; empty where git is missing or fails."""
    described = _git(root, "describe", "--tags", "--long", "--always", "--abbrev=8", "--match=v[0-9]*")
    commits = "" if described.startswith("v") else _git(root, "rev-list", "--count", "HEAD")
    return written(described, described, commits) if described else ""


def _git(root: Path, *arguments: str) -> str:
    """Return what git prints, without the end of its line; empty where it is missing or fails."""
    import subprocess

    # The program of this checkout runs anyway, whatever its owner; and a hook of git names a repository of its own.
    command = ["git", "-c", "safe.directory=*", "-C", str(root), *arguments]
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=10, check=False)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
