"""The files of a host that its fronts read too: looked at by the gateway, and written where a front looks for them."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from server.fronts.own_files import Stamp, read_start, replace_file, stamp_of
from server.fronts.remote.line import COPIED, LARGEST_FILE, HostFile


class FileWatch:
    """Notices which of the files have changed."""

    def __init__(self, data: Path, wanted: Callable[[str], bool]) -> None:
        """Begin with none; ``wanted`` returns True if the fronts need a file of this name now."""
        self._data = data
        self._wanted = wanted
        self._stamps: dict[str, Stamp] = {}

    def changed(self) -> Iterator[HostFile]:
        """Return the files that are new or have changed since the last call; those that are too large are left out."""
        for name in COPIED:
            if not self._wanted(name):
                continue
            with contextlib.suppress(OSError):
                stamp = stamp_of(self._data / name)
                if stamp == self._stamps.get(name, ()):
                    continue
                data = read_start(self._data / name, LARGEST_FILE + 1)
                self._stamps[name] = stamp
                if len(data) <= LARGEST_FILE:
                    yield HostFile(name, data)


def keep_file(data: Path, file: HostFile) -> None:
    """Write a file of the host into the data directory of a front: all of it or nothing.

    Raises:
        OSError: it cannot be written.
    """
    replace_file(data / file.name, file.data)
