"""Titles of a trick, and the tricks that a seat took, as lines."""

from collections.abc import Iterable, Sequence

from chwech_tui.drawing.line import left, measure
from chwech_tui.model.cards import card_span
from chwech_tui.model.ink import Hue, Line, Span
from protocol.cards import Card


def first_fitting(titles: Iterable[Line], width: int) -> Line:
    """Return the first title that fits; if none does, the last one."""
    line: Line = ()
    for line in titles:
        if measure(line) <= width:
            break
    return line


def joined(*parts: Line) -> Line:
    """Join parts of a title with a gap, without those that are empty."""
    line: Line = ()
    for part in filter(None, parts):
        line = (*line, *((Span("   "),) if line else ()), *part)
    return line


def draw_tricks(tricks: Sequence[Sequence[Card]]) -> Line:
    """Draw the tricks that a seat has taken, each in the order played, after their number."""
    line: Line = (Span(left(str(len(tricks)), 4), Hue.DIM),)
    for number, trick in enumerate(tricks):
        cards = (span for card in trick for span in (Span(" "), card_span(card)))
        line = (*line, *((Span("  "),) if number else ()), *cards)
    return line
