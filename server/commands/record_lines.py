"""Files of records, read line by line: a hostile one needs no more memory than the longest valid record."""

import codecs
import contextlib
import sys
from collections.abc import Iterator
from typing import BinaryIO, Final

from games.kit.records import LONGEST
from protocol.language import N_, _

_OTHER_FORMS: Final = {
    b"\x1f\x8b": N_("it is compressed: unpack it first"),
    b"BZh": N_("it is compressed: unpack it first"),
    b"\x28\xb5\x2f\xfd": N_("it is compressed: unpack it first"),
    b"\xfd7zXZ": N_("it is compressed: unpack it first"),
    b"PK\x03\x04": N_("it is compressed: unpack it first"),
    codecs.BOM_UTF16_LE: N_("it is UTF-16: save it as UTF-8"),
    codecs.BOM_UTF16_BE: N_("it is UTF-16: save it as UTF-8"),
}
"""How a file of another form begins, and what is to be done with it, marked for translation."""


class UnreadableFileError(Exception):
    """A file that cannot be read completely; the text says why."""


def record_lines(name: str) -> Iterator[bytes]:
    """Return each line of a file, or of standard input (``-``); of one that is too long a beginning that is so, too.

    Raises:
        UnreadableFileError: the file cannot be read completely.
    """
    try:
        with contextlib.ExitStack() as closing:
            stream: BinaryIO = sys.stdin.buffer
            if name != "-":
                stream = closing.enter_context(open(name, "rb"))  # noqa: PTH123 - a name may be no path at all
            lines = _beginnings(stream)
            first = next(lines, b"")
            _check_form(first)
            yield first.removeprefix(codecs.BOM_UTF8)
            yield from lines
    except (OSError, ValueError) as fault:
        raise UnreadableFileError(getattr(fault, "strerror", None) or str(fault)) from None


def _check_form(first: bytes) -> None:
    """Check by its first line that a file can have records, so that it is refused once, and not once for each line.

    Raises:
        UnreadableFileError: it is something else than text.
    """
    form = next((what for begin, what in _OTHER_FORMS.items() if first.startswith(begin)), "")
    if form or b"\0" in first:
        raise UnreadableFileError(_(form or N_("it is no text: records are lines of JSON in UTF-8")))


def _beginnings(stream: BinaryIO) -> Iterator[bytes]:
    """Return each line, truncated just beyond the length of a record; the rest of a longer one is skipped."""
    while line := stream.readline(LONGEST + 2):
        yield line
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST)
