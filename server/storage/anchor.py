"""Whether the files of an open database are still where they were.

A file that is deleted, or replaced by a copy, can be written to for as long as it is open, and all of that is lost in
the end: so nothing may be acknowledged that was written there.
"""

from pathlib import Path
from typing import Final

from server.storage.store import StoreFault

LOG_SUFFIX: Final = "-wal"
"""How the name ends of the file that SQLite writes to first."""


class Anchor:
    """Remembers files by what they are, not by their names."""

    def __init__(self, path: Path) -> None:
        """Look at a database that is open; the other file may come later."""
        self._paths = (path, Path(f"{path}{LOG_SUFFIX}"))
        self._known: dict[Path, tuple[int, int]] = {}
        self.check()

    def check(self) -> None:
        """See to it that the files are those that they were.

        Raises:
            StoreFault: one of them is gone, or another one is in its place.
        """
        for path in self._paths:
            there = _what(path)
            known = self._known.get(path)
            if known is None and there is not None:
                self._known[path] = there
            elif there != known:
                text = f"{path} was deleted or replaced while it is in use: put it back, or start the server anew"
                raise StoreFault(text)


def _what(path: Path) -> tuple[int, int] | None:
    """Say which file is at a path; None where there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise StoreFault(f"{path} cannot be looked at: {problem.strerror}") from problem
    return found.st_dev, found.st_ino
