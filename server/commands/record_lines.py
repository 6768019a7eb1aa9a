"""Files of records, read line by line: a hostile one needs no more memory than the longest valid record."""

import contextlib
import sys
from collections.abc import Iterator
from typing import BinaryIO

from server.rules.records import LONGEST


class UnreadableFileError(Exception):
    """A file that cannot be read completely; the text says why."""


def record_lines(name: str) -> Iterator[bytes]:
    """Return each line of a file; of one that is longer than any record, a beginning that is still too long.

    Args:
        name: the file; ``-`` for standard input.

    Raises:
        UnreadableFileError: the file cannot be read completely.
    """
    try:
        with contextlib.ExitStack() as closing:
            stream: BinaryIO = sys.stdin.buffer
            if name != "-":
                stream = closing.enter_context(open(name, "rb"))  # noqa: PTH123 - a name may be no path at all
            yield from _beginnings(stream)
    except (OSError, ValueError) as fault:
        raise UnreadableFileError(getattr(fault, "strerror", None) or str(fault)) from None


def _beginnings(stream: BinaryIO) -> Iterator[bytes]:
    """Return each line, truncated just beyond the length of a record; the rest of a longer one is skipped."""
    while line := stream.readline(LONGEST + 2):
        yield line
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST)


def shown(text: str) -> str:
    """Return a text for one line of a terminal: unprintable characters are escaped."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)
