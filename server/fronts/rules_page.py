"""Draws the Markdown of rules as a page for a terminal.

It knows headings, paragraphs, lists, tables, quoted examples and words that stand out, which are all that rules use; it
does not know whose terminal it is.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from protocol.text import text_width
from server.fronts.page import columns, hung, together

_STRONG: Final = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
_STRESSED: Final = re.compile(r"\*(.+?)\*", re.DOTALL)
_ITEM: Final = re.compile(r"(\*|\d+\.) ")
_LINE_OF_HEADING: Final = {"#": "=", "##": "-"}

# Invisible characters, which have no width, stand for the marks until the page is laid out.
_ON, _OFF, _UNDER, _NOT_UNDER = "\N{FUNCTION APPLICATION}\N{INVISIBLE TIMES}\N{INVISIBLE SEPARATOR}\N{INVISIBLE PLUS}"

Style = dict[int, str]

STYLED: Final[Style] = str.maketrans({_ON: "\x1b[1m", _OFF: "\x1b[22m", _UNDER: "\x1b[4m", _NOT_UNDER: "\x1b[24m"})
"""Bold and underlined words."""

BARE: Final[Style] = str.maketrans(dict.fromkeys((_ON, _OFF, _UNDER, _NOT_UNDER), ""))
"""No styles, for terminals without any."""


def page_of(markdown: str, width: int, style: Style) -> str:
    """Return rules as a page whose lines have at most ``width`` cells, where no single word or column is wider."""
    lines: list[str] = []
    for kind, group in groupby(markdown.splitlines(), key=_kind):
        lines += _drawn(kind, list(group), width)
    return "\n".join(lines).translate(style) + "\n"


def _kind(line: str) -> str:
    """Return what a line is: the marks of a heading, ``|`` of a table, ``>`` of an example, ``*`` of a list."""
    first = line.partition(" ")[0]
    if first in _LINE_OF_HEADING:
        return first
    if line.startswith(("|", "> ")):
        return line[0]
    return "*" if _ITEM.match(line) else " " if line else ""


def _drawn(kind: str, lines: Sequence[str], width: int) -> Iterator[str]:
    match kind:
        case "":
            yield from lines
        case "|":
            yield from _table(lines, width)
        case "*":
            for line in lines:
                head, _, text = line.partition(" ")
                yield from hung(f"{head} ", _marked(text), width)
        case ">":
            for line in lines:
                yield from hung("  ", _marked(line.removeprefix("> ")), width)
        case " ":
            yield from hung("", _marked(" ".join(lines)), width)
        case heading:
            for line in lines:
                title = line.removeprefix(f"{heading} ")
                yield f"{_ON}{title}{_OFF}"
                yield _LINE_OF_HEADING[heading] * text_width(title)


def _table(lines: Sequence[str], width: int) -> Iterator[str]:
    head, rule, *rows = [[_marked(cell.strip()) for cell in line.strip("|").split("|")] for line in lines]
    numbers = {place for place, cell in enumerate(rule) if cell.endswith(":")}
    last = max(text_width(row[-1]) for row in (head, *rows))
    if len(head) - 1 in numbers:
        for row in (head, *rows):
            row[-1] = together(" " * (last - text_width(row[-1])) + row[-1])
    title, *others = columns([head, *rows], numbers, width)
    yield f"{_ON}{title}{_OFF}"
    yield from others


def _marked(text: str) -> str:
    return _STRESSED.sub(rf"{_UNDER}\1{_NOT_UNDER}", _STRONG.sub(rf"{_ON}\1{_OFF}", text))
