"""A page of a review: a table of seats, and below it the choices that cost most, one of which is chosen."""

from collections.abc import Sequence
from typing import Final

from chwech_tui.drawing.line import BLANK, fit, left, right, wrap
from chwech_tui.model.game_review import GAME, Choice, choices_of, costliest, parts_of, seats_of
from chwech_tui.model.ink import Hue, Line, Picture, Span
from chwech_tui.model.people import People
from chwech_tui.model.replay import Reel
from chwech_tui.model.review import no_points, point_line, signed
from protocol.archive import ReviewPart
from protocol.language import _, pgettext

_NAME: Final = 22
_FIGURE: Final = 8
_COSTLIEST: Final = 12
_PAIR: Final = 14
"""The width of the luck and the skill of one deal."""


def draw_review(reel: Reel, people: People, own: int | None, width: int, height: int) -> Picture:
    """Draw the page that is shown: scores taken apart, the costliest choices, and what the figures mean."""
    parts = parts_of(reel)
    table = _table(reel, parts, people, own, width)
    luck = _("Luck is what strong bots in all seats make of the same hands, skill the rest of the score.")
    meaning: Picture = (BLANK, *wrap((Span(luck, Hue.FAINT),), width, hang=0))
    room = height - len(table) - 1 - len(meaning)
    lines = (*table, BLANK, *_choices(reel, people, width, room), *meaning)
    return tuple(fit(line, width) for line in lines[:height])


def _table(reel: Reel, parts: Sequence[ReviewPart], people: People, own: int | None, width: int) -> Picture:
    """Draw a line for each seat; on the page of the game also its luck and skill in each deal, if all have room."""
    pairs = parts if reel.page == GAME and _wide(reel) <= width else ()
    columns = (pgettext("heading", "Score"), pgettext("heading", "Luck"), pgettext("heading", "Skill"), "±")
    headings = "".join(right(title, _FIGURE) for title in columns) + right(pgettext("heading", "Costliest"), _COSTLIEST)
    deals = "".join(right(_("deal {number}", number=part.deal), _PAIR) for part in pairs)
    lines: list[Line] = [(Span(left(_page_words(reel, parts), _NAME), Hue.ACCENT), Span(headings + deals, Hue.DIM))]
    for seat, one in enumerate(seats_of(parts)):
        figures = (str(one.score), signed(one.luck), signed(one.skill), f"{one.error:.1f}")
        worst = costliest(parts, seat)
        cost = right(f"{worst.cost:.1f}" if worst is not None else "–", _COSTLIEST)
        name = Span(left(people.names[seat], _NAME), Hue.ACCENT if seat == own else Hue.TEXT)
        words = "".join(right(figure, _FIGURE) for figure in figures)
        of_deals = "".join(_pair(part, seat) for part in pairs)
        lines.append((name, Span(words, Hue.STRONG), Span(cost), Span(of_deals, Hue.DIM)))
    return tuple(lines)


def _wide(reel: Reel) -> int:
    return _NAME + 4 * _FIGURE + _COSTLIEST + reel.deals * _PAIR


def _pair(part: ReviewPart, seat: int) -> str:
    one = part.seats[seat]
    return right(f"{signed(one.luck)} {right(signed(one.skill), 5)}", _PAIR)


def _page_words(reel: Reel, parts: Sequence[ReviewPart]) -> str:
    if reel.page != GAME:
        return _("deal {number} of {deals}", number=reel.page, deals=reel.deals)
    whole = len(parts) == reel.deals
    return _("the whole game") if whole else _("{n} of {deals} deals", n=len(parts), deals=reel.deals)


def _choices(reel: Reel, people: People, width: int, height: int) -> Picture:
    """Draw the choices around the chosen one, as many as have room."""
    choices = choices_of(reel)
    if not choices:
        return no_points() if parts_of(reel) else ()
    chosen = min(reel.chosen, len(choices) - 1)
    drawn = [_choice(one, people, width, chosen=place == chosen) for place, one in enumerate(choices)]
    first = 0
    while first < chosen and sum(map(len, drawn[first : chosen + 1])) > height:
        first += 1
    return tuple(line for block in drawn[first:] for line in block)[: max(0, height)]


def _choice(one: Choice, people: People, width: int, *, chosen: bool) -> Picture:
    mark = Span("▸ " if chosen else "  ", Hue.ACCENT)
    words: Line = (Span(_("deal {number}", number=one.deal) + ", "), *point_line(one.turn, people))
    rows = wrap(words, width - 2)
    return tuple((mark if number == 0 else Span("  "), *row) for number, row in enumerate(rows))
