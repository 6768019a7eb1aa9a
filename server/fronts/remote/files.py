"""The files of a host that its fronts read too: looked at by the gateway, and written where a front looks for them."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from server.fronts.own_files import replace_file
from server.fronts.remote.line import COPIED, LARGEST_FILE, HostFile


class FileWatch:
    """Notices which of the files have changed."""

    def __init__(self, data: Path, wanted: Callable[[str], bool]) -> None:
        """Begin with none; ``wanted`` returns True if the fronts need a file of this name now."""
        self._data = data
        self._wanted = wanted
        self._stamps: dict[str, tuple[int, ...]] = {}

    def changed(self) -> Iterator[HostFile]:
        """Return the files that are new or have changed since the last call; those that are too large are left out."""
        for name in COPIED:
            if not self._wanted(name):
                continue
            with contextlib.suppress(OSError):
                about = (self._data / name).stat()
                stamp = (about.st_ino, about.st_mtime_ns, about.st_size)
                if stamp == self._stamps.get(name) or about.st_size > LARGEST_FILE:
                    continue
                data = (self._data / name).read_bytes()
                self._stamps[name] = stamp
                if len(data) <= LARGEST_FILE:
                    yield HostFile(name, data)


def keep_file(data: Path, file: HostFile) -> None:
    """Write a file of the host into the data directory of a front: all of it or nothing.

    Raises:
        OSError: it cannot be written.
    """
    replace_file(data / file.name, file.data)
