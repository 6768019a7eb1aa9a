"""A small file beside the database that notes the lengths of the logs that were written last.

It is written after each commit and never synced, so it normally knows nothing that the database does not hold. If it
does know more, data was removed from the database: a file was emptied or replaced by a copy, or a write-ahead log was
lost before its checkpoint.
"""

import contextlib
import logging
import os
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from protocol.language import _
from server.storage.lock import LOG_SUFFIX
from server.storage.store import StoreFault

_log = logging.getLogger(__name__)

SUFFIX: Final = "-lengths"
MOST: Final = 1024

LONGEST: Final = 256 * 1024

_CLOSED: Final = "closed\n"


class Witness:
    """The file of lengths, used by the writer thread."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self._path = Path(f"{database}{SUFFIX}")
        text = _text(self._path)
        self.known: Mapping[str, int] = _lengths(text)
        """The length of each log by its name, the last written at the end."""
        self.closed = not self.known or text.endswith(_CLOSED)
        self._file: int | None = None
        self._size = 0
        self._seen: list[tuple[str, int]] = []

    def check_files(self) -> None:
        """Check the files before the database is opened, which may change them.

        Raises:
            StoreFault: the database is empty, but it held tables before.
        """
        if not self.known or not self.database.exists():
            return
        if not self.database.stat().st_size:
            text = _(
                "{path} is empty, and there were tables in it: put back a copy, or move the file away to begin anew",
                path=self.database,
            )
            raise StoreFault(text)
        beside = Path(f"{self.database}{LOG_SUFFIX}")
        if not self.closed and not beside.exists():
            text = "the last server did not end in good order, and %s is gone: unless another program has opened the "
            _log.warning(text + "database since, what was stored last is lost", beside)

    def check_logs(self, connection: sqlite3.Connection) -> None:
        """Warn of logs that are shorter than they were, and rewrite the file with their present lengths."""
        query = "SELECT length FROM logs WHERE log = ?"
        try:
            found = {log: row[0] for log in self.known if (row := connection.execute(query, (log,)).fetchone())}
        except sqlite3.Error:
            # The caller who reads a damaged log is told so.
            found = dict(self.known)
        short = [log for log, length in self.known.items() if found.get(log, 0) < length]
        if short:
            text = (
                "%s holds less than was stored, in %d of its logs: that of %s, for one, has %d records instead of %d; "
                "a copy was put back, or the file beside it that ends in %s was removed or damaged"
            )
            first = short[0]
            _log.warning(text, self.database, len(short), first, found.get(first, 0), self.known[first], LOG_SUFFIX)
        self.begin(found)

    def begin(self, known: Mapping[str, int]) -> None:
        """Rewrite the file with these lengths."""
        self._let_go()
        self._size = 0
        with contextlib.suppress(OSError):
            self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        self._write(_lines(list(known.items())[-MOST:]))

    def see(self, log: str, length: int) -> None:
        """Remember the length that a log will have if the present transaction is committed."""
        self._seen.append((log, length))

    def forget(self) -> None:
        """Forget these lengths: the transaction was not committed."""
        self._seen.clear()

    def keep(self) -> None:
        """Write these lengths to the file: the transaction is on the disk now."""
        if not self._seen:
            return
        self._write(_lines(self._seen))
        self._seen.clear()
        if self._size > LONGEST:
            self.begin(_lengths(_text(self._path)))

    def close(self) -> None:
        """Note that the server has shut down properly."""
        self._write(_CLOSED)
        self._let_go()

    def _write(self, text: str) -> None:
        """Append to the file; if the disk is full, less is remembered."""
        data = text.encode()
        self._size += len(data)
        if self._file is not None:
            with contextlib.suppress(OSError):
                os.write(self._file, data)

    def _let_go(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""


def _lines(lengths: Iterable[tuple[str, int]]) -> str:
    return "".join(f"{length} {log}\n" for log, length in lengths)


def _lengths(text: str) -> dict[str, int]:
    """Parse the lines, without one that was not written to its end."""
    known: dict[str, int] = {}
    for line in text.split("\n")[:-1]:
        length, _space, log = line.partition(" ")
        if log and length.isascii() and length.isdecimal() and len(length) < 10:
            # Reinsert the log, so that the last written is at the end.
            known.pop(log, None)
            known[log] = int(length)
    return known
