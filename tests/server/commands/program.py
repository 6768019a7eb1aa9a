"""A program of its own, from which servers start, whose files are replaced as an upgrade replaces them."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[3]

VERSION = """

def program_version() -> str:
    return "{}"
"""


class Program:
    """A folder with the program; ``PYTHONPATH`` is to name it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(self, version: str, changes: Mapping[str, str] = {}) -> None:
        """Put another version in place: this program with another name and, at the end of some files, more lines."""
        draft = self.folder.with_name("draft")
        draft.mkdir()
        (draft / "chwech_tui").symlink_to(ROOT / "chwech_tui")
        for part in ("protocol", "server"):
            shutil.copytree(ROOT / part, draft / part)
        shutil.copy(ROOT / "chwech.py", draft)
        # On a busy machine it may take longer than anybody would wait.
        more = {
            "protocol/version.py": VERSION.format(version),
            "server/processes/update.py": "\nTRIAL_SECONDS = 60.0\n",
        }
        for name, text in (*more.items(), *changes.items()):
            with (draft / name).open("a") as file:
                file.write(text)
        if self.folder.exists():
            shutil.rmtree(self.folder)
        draft.rename(self.folder)

    def environment(self) -> dict[str, str]:
        """Return the environment in which this program is found."""
        return {**os.environ, "PYTHONPATH": str(self.folder)}
