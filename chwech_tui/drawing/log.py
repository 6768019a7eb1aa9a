"""The log of a table: the newest sentences that have room beside it, or all of them as a page."""

from chwech_tui.describe import Chronicle
from chwech_tui.drawing.line import beginning, fit, wrap
from chwech_tui.model.ink import Line, Picture


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
    """Draw all sentences, each to its end."""
    return tuple(fit(line, width) for entry in chronicle for line in wrap(entry.line, width))
