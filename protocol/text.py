"""Text that somebody else wrote, made safe to show on a line; this file does not know who wrote it or who reads it.

The same cleaning is done when text comes in and again when it is drawn, so that whoever draws need not trust whoever
took it in. Cleaning twice changes nothing. Markup is no business of this file: whoever draws must not parse the text
as markup.
"""

import unicodedata
from collections.abc import Iterator
from typing import Final

SIGNS: Final = "\u00b0\u00d7\u00ba\u02da\u1d52\u2218\u25e6\u25cb\u26ac\u2715\u2716\u2a2f"
"""What stands before some names on a screen, as a degree sign before that of a bot, and what looks like it."""

_DROPPED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Categories of what is no text: controls, formats (bidirectional too), surrogates, private and unassigned ones."""

_BLANKS: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)
"""Letters and marks that draw nothing, or change how wide the one before is: two names must not look alike."""

_MARKS_PER_BASE: Final = 2
"""More marks on one letter than any language needs climb over the lines above."""

_READ_PER_CELL: Final = 16
"""How many characters are read for each cell wanted, so that a long hostile text costs no more than a short one."""


def clean_text(text: str, *, cells: int, size: int | None = None) -> str:
    """Give one line of visible text, composed, at most so many terminal cells wide and so many bytes of UTF-8 long.

    Args:
        text: anything.
        cells: the greatest width.
        size: the greatest number of bytes; four a cell unless told.
    """
    limit = 4 * cells if size is None else size
    text = text[: _READ_PER_CELL * max(cells, 1)]
    if not text.isascii():
        return _cut(_clusters(_visible(text)), cells, limit)
    if not text.isprintable():
        text = _visible(text)
    return " ".join(text.split())[: min(cells, limit)].rstrip()


def clean_lines(text: str, *, cells: int, lines: int) -> tuple[str, ...]:
    """Give the lines of a longer text, each one cleaned; what goes past the last line allowed is left out."""
    return tuple(clean_text(line, cells=cells) for line in text.split("\n", lines)[:lines])


def text_width(text: str) -> int:
    """Give how many terminal cells a cleaned text takes."""
    return len(text) if text.isascii() else sum(_width(character) for character in text)


def _visible(text: str) -> str:
    """Compose the text, drop what is no text and make each run of white space one space."""
    kept = "".join(
        " " if character.isspace() else character
        for character in text
        if character.isspace() or (character not in _BLANKS and unicodedata.category(character) not in _DROPPED)
    )
    return " ".join(unicodedata.normalize("NFC", kept).split())


def _clusters(text: str) -> Iterator[str]:
    """Split the text before each character that takes cells; marks without a base and marks too many are left out."""
    cluster = ""
    for character in text:
        if not _is_mark(character):
            if cluster:
                yield cluster
            cluster = character
        elif cluster.strip() and len(cluster) <= _MARKS_PER_BASE:
            cluster += character
    if cluster:
        yield cluster


def _cut(clusters: Iterator[str], cells: int, size: int) -> str:
    """Join clusters as long as they fit, so that no letter loses its marks."""
    shown = ""
    for cluster in clusters:
        cells -= _width(cluster[0])
        size -= len(cluster.encode())
        if cells < 0 or size < 0:
            break
        shown += cluster
    return shown.strip()


def _is_mark(character: str) -> bool:
    """Say whether the character is drawn upon the one before."""
    return unicodedata.category(character).startswith("M") or _width(character) <= 0


def _width(character: str) -> int:
    """Give how many cells a terminal takes for a visible character."""
    if character.isascii():
        return 1
    # Loaded only where a text needs it: most never do, and a server or client starts sooner without.
    from wcwidth import wcwidth

    return max(wcwidth(character), 0)
