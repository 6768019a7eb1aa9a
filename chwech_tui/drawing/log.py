"""The log of a table: the newest sentences that have room beside it, or all of them as a page."""

from typing import Final

from msgspec.structs import replace

from chwech_tui.describe import Chronicle
from chwech_tui.drawing.line import beginning, broken, fit, wrap
from chwech_tui.model.ink import Hue, Line, Picture, Span
from protocol.language import _

HANG: Final = 2
"""How far the later lines of a sentence are indented, in cells."""


def draw_log(chronicle: Chronicle, width: int, height: int) -> Picture:
    """Draw the newest sentences that fit, the newest at the bottom; of one that is too long for that, its beginning."""
    lines: list[Line] = []
    for entry in reversed(chronicle):
        wrapped = wrap(entry.line, width)
        if not lines:
            wrapped = beginning(wrapped, width, height)
        if len(lines) + len(wrapped) > height:
            break
        lines[:0] = wrapped
    return tuple(fit(line, width) for line in lines)


def draw_whole_log(chronicle: Chronicle, width: int) -> Picture:
    """Draw all sentences, each to its end: a word that is longer than a line is broken."""
    if not chronicle:
        return (fit((Span(_("Nothing has happened at this table yet."), Hue.DIM),), width),)
    lines = (line for entry in chronicle for line in wrap(_broken(entry.line, width - HANG), width, HANG))
    return tuple(fit(line, width) for line in lines)


def _broken(line: Line, width: int) -> Line:
    """Return a line with spaces in its words that are longer than a width in cells."""
    return tuple(replace(span, text=_broken_text(span.text, width)) for span in line)


def _broken_text(text: str, width: int) -> str:
    return " ".join(piece for word in text.split(" ") for piece in broken(word, width))
