"""The review of a deal as a page: a table of seats, and the turning points."""

from typing import Final

from chwech_tui.drawing.line import BLANK, left, right, wrap
from chwech_tui.model.ink import Hue, Line, Picture, Span
from chwech_tui.model.people import People
from chwech_tui.model.review import point_lines, signed
from protocol.archive import ReviewPart
from protocol.language import _, pgettext

_NAME: Final = 22
_FIGURE: Final = 9


def draw_review(part: ReviewPart, people: People, width: int) -> Picture:
    """Draw the scores of a deal taken apart, its turning points, and what the figures mean."""
    titles = (pgettext("heading", "Score"), pgettext("heading", "Luck"), pgettext("heading", "Skill"), "±")
    heading = "".join(right(title, _FIGURE) for title in titles)
    lines: list[Line] = [(Span(" " * _NAME + heading, Hue.DIM),)]
    for name, one in zip(people.names, part.seats, strict=True):
        figures = (str(one.score), signed(one.luck), signed(one.skill), f"{one.error:.1f}")
        words = "".join(right(figure, _FIGURE) for figure in figures)
        lines.append((Span(left(name, _NAME)), Span(words, Hue.STRONG)))
    points = [row for point in point_lines(part, people) for row in wrap(point, width)]
    luck = _("Luck is what strong bots in all seats make of the same hands, skill the rest of the score.")
    return (*lines, BLANK, *points, BLANK, *wrap((Span(luck, Hue.FAINT),), width))
