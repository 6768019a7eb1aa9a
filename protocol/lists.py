"""What a server lists, in the reader's language: how far tables are, who has left, and quick phrases.

A server writes these in English, in words of a few known patterns; anything else is shown as it came.
"""

import re
from functools import cache
from string import Formatter
from typing import Final

from msgspec.structs import replace

from protocol.archive import GameEntry
from protocol.game import PROGRESS
from protocol.language import _, retold
from protocol.tableview import SEATS_TAKEN, TableEntry
from protocol.talk import PHRASES, Line, Said

_LEFT: Final = " (left)"


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return what a table can be said to have come to, with an expression that finds the numbers in it."""
    told = dict.fromkeys((SEATS_TAKEN, *PROGRESS))
    return tuple((pattern, re.compile(_expression(pattern))) for pattern in told)


def _expression(pattern: str) -> str:
    parts = Formatter().parse(pattern)
    return "".join(re.escape(text) + (rf"(?P<{name}>-?\d{{1,9}})" if name else "") for text, name, *_more in parts)


def progress(text: str) -> str:
    """Return how far a table is, as a server said it, in the reader's language."""
    for pattern, expression in _patterns():
        found = expression.fullmatch(text)
        if found is not None:
            return retold(text, pattern, found.groupdict())
    return text


def counted(text: str) -> str:
    """Return what a game counts besides points."""
    return retold(text, text, {})


def table_entry(entry: TableEntry) -> TableEntry:
    """Return the entry of a table."""
    return replace(entry, summary=progress(entry.summary), names=names(entry.names))


def game_entry(entry: GameEntry) -> GameEntry:
    """Return the entry of a finished game."""
    return replace(entry, names=names(entry.names))


def line(said: Line) -> Line:
    """Return a line of chat: a quick phrase in the reader's words, any other as it is."""
    return replace(said, text=_phrase(said.text, said.phrase))


def remark(said: Said) -> Said:
    """Return something that was said at a table, like ``line``."""
    return replace(said, text=_phrase(said.text, said.phrase))


def _phrase(text: str, number: int | None) -> str:
    known = number is not None and 0 <= number < len(PHRASES) and PHRASES[number] == text
    return _(text) if known else text


def names(told: tuple[str, ...]) -> tuple[str, ...]:
    """Return names as lists show them; no name of a person ends in the mark."""
    return tuple(_("{name} (left)", name=name.removesuffix(_LEFT)) if name.endswith(_LEFT) else name for name in told)
