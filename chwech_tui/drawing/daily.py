"""The page of the deal of the day: what the reader can do or has done, the lists, and what proves that it was fair."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Final

from chwech_tui.describe import as_sentence
from chwech_tui.drawing.line import BLANK, beside, between, cells, clip, fit, left, right, wrap
from chwech_tui.model.daily import doing, shown_line
from chwech_tui.model.ink import Hue, Line, Picture, Press, Span
from chwech_tui.model.times import duration
from protocol.daily import Daily, DailyStanding
from protocol.daily_line import day_words
from protocol.language import _, ngettext
from protocol.text import clean_text

_GAP: Final = 3
"""The cells between two lists."""

_SCORE: Final = 6
_MORE: Final = 5
_PLACE: Final = 3
_HEX: Final = 64
_SHARE: Final = 4
"""Where room is short, people with hints keep one of so many lines."""


def draw_daily(page: Daily, now: float, width: int, height: int) -> Picture:
    """Draw the page in at most so many lines; ``now`` is the time in seconds since 1970."""
    left_over = page.ends_at - now
    rest = (Span(_("{time} left", time=duration(left_over)), Hue.DIM),) if left_over > 0 else ()
    title = (Span(_("Deal of the day"), Hue.STRONG), Span(f"   {clean_text(day_words(page.day), cells=12)}", Hue.TEXT))
    about = _("Six deals, the same cards and the same five bots for everybody. One game a day counts.")
    head: list[Line] = [between(title, rest, width), BLANK, *wrap((Span(about, Hue.DIM),), width, hang=0), BLANK]
    head += [*_own(page, now, width), BLANK]
    proof = [BLANK, *_proof(page, width)]
    lists = _lists(page, width, max(2, height - len(head) - len(proof)))
    return (*head, *lists, *proof)[:height]


def _own(page: Daily, now: float, width: int) -> Picture:
    """Draw the reader's own result, or what they can do now."""
    if page.result is None:
        return wrap((Span(as_sentence(doing(page, now)), Hue.ACCENT),), width, hang=0)
    marks = " ".join(str(mark)[:2] for mark in page.result.marks[:24])
    nines = ngettext("{n} exact nine", "{n} exact nines", page.result.exact)
    place = _("place {place} of {places}", place=page.result.place, places=page.result.seats)
    figures: Line = (
        Span(clip(str(page.result.score), 8), Hue.STRONG),
        Span(f"   {marks}   ", Hue.TEXT),
        Span(f"{nines}, {place}", Hue.TEXT),
    )
    line = clip(shown_line(page.result), width)
    return (fit(figures, width), (Span(line, Hue.ACCENT, aim=Press("c")),))


def _lists(page: Daily, width: int, height: int) -> Picture:
    """Draw the lists of the day, the week and all time side by side."""
    wide = (width - 2 * _GAP) // 3
    titles = (_("This day"), _("Seven days"), _("All time"))
    lists = (page.of_day, page.of_week, page.of_all)
    columns = [_list(title, found, wide, height) for title, found in zip(titles, lists, strict=True)]
    rows = zip_longest(*columns, fillvalue=BLANK)
    level = list(zip(*([fit(line, wide) for line in row] for row in rows), strict=True))
    return beside(level, _GAP)


def _list(title: str, found: Sequence[DailyStanding], width: int, height: int) -> Picture:
    """Draw a list: people who took hints stand below the others."""
    lines: list[Line] = [(Span(title, Hue.DIM),)]
    plain = [one for one in found if not one.hinted]
    hinted = [one for one in found if one.hinted]
    below = 1 + min(len(hinted), max(1, height // _SHARE)) if hinted else 0
    lines += _rows(plain, width)[: max(1, height - 1 - below)]
    if hinted:
        lines += [(Span(_("with hints"), Hue.DIM),), *_rows(hinted, width)]
    if not found:
        lines.append((Span(_("nobody yet"), Hue.FAINT),))
    return tuple(lines[:height])


def _rows(found: Iterable[DailyStanding], width: int) -> Picture:
    name = width - _PLACE - 1 - _SCORE - 1 - _MORE
    lines = []
    for place, one in enumerate(found, start=1):
        more = f"{one.exact}×9" if one.days == 1 else _("{n} d", n=one.days)
        shown = left(clean_text(one.name, cells=24), name)
        score = right(clip(str(one.score), _SCORE), _SCORE)
        lines.append(
            (Span(f"{right(str(place), _PLACE)} {shown}{score} ", Hue.TEXT), Span(right(more, _MORE), Hue.DIM))
        )
    return tuple(lines)


def _proof(page: Daily, width: int) -> Picture:
    """Draw what the deals were sealed with; the seed once it is revealed."""
    if page.alone:
        return wrap((Span(_("You play alone: the deals follow from the date."), Hue.FAINT),), width, hang=0)
    rows = (
        (_("seal"), page.commitment),
        (_("seed"), page.seed),
        (_("next seal"), "" if page.seed else page.next_commitment),
    )
    known = [(label, clean_text(value, cells=_HEX)) for label, value in rows if value]
    longest = max((cells(label) for label, _value in known), default=0)
    return tuple(_proof_line(left(label, longest), value, width) for label, value in known)


def _proof_line(label: str, value: str, width: int) -> Line:
    return (Span(f"{label} ", Hue.DIM), Span(clip(value, width - cells(label) - 1), Hue.FAINT))
