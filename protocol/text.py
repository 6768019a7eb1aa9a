"""Cleaning of text that others wrote, so that it is safe to show; this file does not know who wrote or reads it.

Text is cleaned when it comes in and again when it is drawn, so that neither side needs to trust the other; cleaning
twice changes nothing. Markup is left alone: code that draws the text must not parse it as markup.
"""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

BOT_SIGNS: Final = "*\u00b0\u00d7\u00ba\u02da\u1d52\u2218\u25e6\u25cb\u26ac\u2715\u2716\u2a2f"
"""The degree sign, which screens put before the names of bots, what ASCII has for it, and what looks like it."""

_DROPPED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Unicode categories that are dropped: controls, formats (also bidirectional), surrogates, private and unassigned."""

_BLANKS: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U00013441\U00013442\U0001d159"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)
"""Characters that draw nothing or change the width of the one before: with them, two names could look alike."""

_MARKS_PER_BASE: Final = 2
"""The most marks on one letter: more than any language needs would climb over the lines above."""

_READ_PER_CELL: Final = 16  # Characters read per cell, so that a long hostile text costs no more than a short one.


def clean_text(text: str, *, cells: int, size: int | None = None) -> str:
    """Return one line of visible text in composed form, limited in cells and in bytes: usually four a cell."""
    limit = 4 * cells if size is None else size
    text = text[: _READ_PER_CELL * max(cells, 1)]
    if not text.isascii():
        return _cut(_clusters(_visible(text)), cells, limit)
    if not text.isprintable():
        text = _visible(text)
    return " ".join(text.split())[: min(cells, limit)].rstrip()


def clean_lines(text: str, *, cells: int, lines: int) -> tuple[str, ...]:
    """Return the first lines of a text, each one cleaned."""
    return tuple(clean_text(line, cells=cells) for line in text.split("\n", lines)[:lines])


def text_width(text: str) -> int:
    """Return the width of a cleaned text, in terminal cells."""
    return len(text) if text.isascii() else sum(_width(character) for character in text)


def wrapped(text: str, cells: int) -> list[str]:
    """Wrap a text between words, of which a longer one stays whole; returns at least one line."""
    lines, line = [], ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and text_width(longer) > cells:
            lines.append(line)
            longer = word
        line = longer
    return [*lines, line]


def _visible(text: str) -> str:
    """Return the composed text without invisible characters, each run of white space as one space."""
    kept = "".join(
        " " if character.isspace() else character
        for character in text
        if character.isspace() or (character not in _BLANKS and unicodedata.category(character) not in _DROPPED)
    )
    return " ".join(unicodedata.normalize("NFC", kept).split())


def letters(text: str) -> list[str]:
    """Return the characters of a text, each with the marks that are drawn on it."""
    found: list[str] = []
    for character in text:
        if found and _is_mark(character):
            found[-1] += character
        else:
            found.append(character)
    return found


def _clusters(text: str) -> Iterator[str]:
    """Split the text before each character that takes cells; marks without a base and excess marks are dropped.

    So are spaces between which nothing else was than such marks, but for one.
    """
    cluster = ""
    for character in text:
        if character == cluster == " ":
            continue
        if not _is_mark(character):
            if cluster:
                yield cluster
            cluster = character
        elif cluster.strip() and len(cluster) <= _MARKS_PER_BASE:
            cluster += character
    if cluster:
        yield cluster


def _cut(clusters: Iterator[str], cells: int, size: int) -> str:
    """Join as many clusters as fit, so that no letter loses its marks."""
    shown = ""
    for cluster in clusters:
        cells -= text_width(cluster)
        size -= len(cluster.encode())
        if cells < 0 or size < 0:
            break
        shown += cluster
    return shown.strip()


def _is_mark(character: str) -> bool:
    """Return True if a character is drawn on top of the one before."""
    return unicodedata.category(character).startswith("M") or _width(character) <= 0


@lru_cache(maxsize=4096)
def _width(character: str) -> int:
    """Return the width of a visible character, in terminal cells, where terminals disagree the greater one.

    A vowel sign that stands beside its letter takes a cell of its own in most of them, and none in others.
    """
    if character.isascii() or unicodedata.category(character) == "Mc":
        return 1
    # Loaded only where a text needs it: most never do, and a server or client starts sooner without.
    from wcwidth import wcwidth

    return max(wcwidth(character), 0)
