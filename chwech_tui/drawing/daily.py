"""The deal of the day: one's own result with the mark of each deal, the lists, and what proves the cards."""

from collections.abc import Iterable, Sequence
from typing import Final

from chwech_tui.describe import as_sentence
from chwech_tui.drawing.charts import Stretch, boxes, draw_bar, draw_pixels, figures, side_by_side
from chwech_tui.drawing.deck import gilt
from chwech_tui.drawing.line import BLANK, cells, clip, fit, left, right, wrap
from chwech_tui.drawing.panes import INSET, draw_pane
from chwech_tui.model.cards import Strokes
from chwech_tui.model.daily import doing, score_rows, shown_line, streak_words, tables
from chwech_tui.model.ink import Hue, Line, Picture, Press, Span
from protocol.daily import Daily, DailyResult, DailyStanding
from protocol.language import _, ngettext
from protocol.text import clean_text

_WIDEST: Final = 148  # The greatest width of the page, in cells.
_PANE: Final = 28  # The least width of a pane where there are more than three.

_SCORE: Final = 6
_MORE: Final = 5
_PLACE: Final = 2
_COUNT: Final = 4
_HEX: Final = 64
_SHARE: Final = 4  # Where room is short, people with hints keep one of so many lines.

_NINE: Final = 9
_DEALS: Final = 12  # The most marks that are drawn as boxes.


def draw_daily(
    page: Daily, now: float, size: tuple[int, int], strokes: Strokes, *, proof: bool = False, turned: int = 0
) -> Picture:
    """Draw a day; ``now`` is in seconds since 1970, ``turned`` counts the turns to other tables of those too many."""
    wide, height = min(size[0], _WIDEST), size[1]
    own = _own(page, now, wide, strokes, high=height >= 22)
    told: Picture = _proof(page, wide - 4) if proof else _about(wide - 4)
    rest = height - len(own) - len(told)
    lists = _lists(page, (wide, max(5, min(rest, 30))), strokes, turned)
    return (*own, *lists, *((Span("  "), *line) for line in told))[:height]


def _about(width: int) -> Picture:
    about = _("Six deals for everyone. One game a day is ranked. Tables add up scores.")
    return wrap((Span(about, Hue.FAINT),), width, hang=0)


def _own(page: Daily, now: float, wide: int, strokes: Strokes, *, high: bool) -> Picture:
    """Draw the reader's own result, or what they can do now."""
    result, inner = page.result, wide - 2 * INSET
    if result is None:
        lines = wrap((Span(as_sentence(doing(page, now, "Enter")), Hue.TEXT),), inner, hang=0)
        return draw_pane(lines, (wide, len(lines) + 3), strokes, (Span(_("Your game"), Hue.DIM),), streak_words(page))
    nines = ngettext("{n} exact nine", "{n} exact nines", result.exact)
    place = _("place {place} of {places}", place=result.place, places=result.seats)
    line = wrap((Span(shown_line(result), Hue.DIM, aim=Press("c")),), inner, hang=0)[:2]
    title: Line = (Span(_("Your game"), Hue.DIM),)
    row = streak_words(page)
    told: Line = (Span(nines, Hue.GOOD if result.exact else Hue.TEXT), Span(f", {place}{f', {row}' if row else ''}"))
    if large := _large(result, inner, strokes):
        lines = (*large, *[BLANK] * high, *line)
        return draw_pane(lines, (wide, len(lines) + 3), strokes, title, told)
    marks = " ".join(str(mark)[:2] for mark in result.marks[:24])
    first = fit((Span(clip(str(result.score), 8), Hue.STRONG), Span(f"   {marks}")), inner)
    return draw_pane((first, *line), (wide, len(line) + 4), strokes, title, told)


def _large(result: DailyResult, width: int, strokes: Strokes) -> Picture:
    """Draw the score in large figures and the mark of each deal in nine boxes; nothing where they have no room."""
    score = figures(str(result.score))
    marks = result.marks[:_DEALS]
    if strokes is Strokes.DRAWN or not score or any(not 0 <= mark <= _NINE for mark in marks):
        return ()
    inks = {"x": Hue.BOX, "g": Hue.GOOD, "e": Hue.EMPTY}
    before = len(score[0]) // 2 + 4
    # A box has three cells, two or one, with a cell beside it.
    own = next((one for one in (11, 8, 5) if before + len(marks) * (one + 2) - 2 <= width), 0)
    if not own or not marks:
        return ()
    pieces = [boxes(mark, "g" if mark == _NINE else "x", "e", 2 * (own - 2) // 3) for mark in marks]
    drawn = zip(gilt(draw_pixels(score, {})), draw_pixels(side_by_side(pieces, 4), inks), strict=True)
    rows = [(*one, Span("    "), *other) for one, other in drawn]
    below = Span(" " * before + "".join(left(f"×{mark}", own + 2) for mark in marks).rstrip(), Hue.DIM)
    return (*rows, (below,))


def _lists(page: Daily, size: tuple[int, int], strokes: Strokes, turned: int) -> Picture:
    """Draw the scores of the day and as many tables as there is room for, side by side."""
    number = max(3, min(5, size[0] // _PANE))
    wide, (first, *longer) = (size[0] - number + 1) // number, tables(page)
    turned %= len(longer)
    found = [first, *longer[turned:], *longer[:turned]][: number - 1]
    rows = min(size[1], max(15 if page.scores else 7, *(len(one) + 5 for _title, one in found)))
    room = rows - 3
    drawn = [(_("Scores"), _scores(page, wide - 2 * INSET, room, strokes))]
    drawn += [(title, _list(one, wide - 2 * INSET, room)) for title, one in found]
    # Filled to the end, so that all begin in the same line.
    widths = [*[wide] * (number - 1), size[0] - (number - 1) * (wide + 1)]
    panes = [
        draw_pane([*lines, *[BLANK] * rows][:room], (own, rows), strokes, (Span(title, Hue.DIM),))
        for (title, lines), own in zip(drawn, widths, strict=True)
    ]
    gap = Span(" ", Hue.TEXT, None)
    return tuple(tuple(span for part in line for span in (*part, gap))[:-1] for line in zip(*panes, strict=True))


def _scores(page: Daily, width: int, height: int, strokes: Strokes) -> Sequence[Line]:
    """Draw how many people and bots ended with each score; the row of the reader's own is marked."""
    rows = score_rows(page, height - 2)
    most = max((row.people + row.bots for row in rows), default=0)
    long, sign = width - 2 * _COUNT - 3, "═" if strokes is Strokes.DRAWN else "█"
    lines = list[Line]()
    for row in reversed(rows):
        parts = [Stretch(0, row.people, Hue.BOX), Stretch(row.people, row.people + row.bots, Hue.FAINT)]
        bar = draw_bar(parts, (0, max(1, most)), long, strokes, thin=strokes is not Strokes.DRAWN)
        label = Span(right(clip(str(row.least), _COUNT), _COUNT), Hue.ACCENT if row.own else Hue.FAINT)
        count = clip(str(row.people + row.bots), _COUNT) if row.people + row.bots else ""
        end = Span(f" {left(count, _COUNT)}", Hue.TEXT), Span("◂" if row.own else "", Hue.ACCENT)
        lines.append((label, Span(" "), *bar, *end))
    if not rows:
        return [(Span(_("nobody yet"), Hue.FAINT),)]
    bots = any(row.bots for row in rows)
    legend = Span("█ ", Hue.BOX), Span(_("people")), Span(f"  {sign} ", Hue.FAINT), Span(_("bots"))
    return [*lines, BLANK, legend if bots else legend[:2]]


def _list(found: Sequence[DailyStanding], width: int, height: int) -> Sequence[Line]:
    """Draw a list: people who took hints stand below the others."""
    plain = [one for one in found if not one.hinted]
    hinted = [one for one in found if one.hinted]
    below = 1 + min(len(hinted), max(1, height // _SHARE)) if hinted else 0
    lines = _rows(plain, width)[: max(1, height - below)]
    if hinted:
        lines += [(Span(_("with hints"), Hue.FAINT),), *_rows(hinted, width)]
    if not found:
        lines.append((Span(_("nobody yet"), Hue.FAINT),))
    return lines[:height]


def _rows(found: Iterable[DailyStanding], width: int) -> list[Line]:
    more = _MORE if width >= 24 else 0
    name = width - _PLACE - 1 - _SCORE - bool(more) - more
    lines = list[Line]()
    for place, one in enumerate(found, start=1):
        days = f"{one.exact}×9" if one.days == 1 else _("{n} d", n=one.days)
        shown = left(clean_text(one.name, cells=24), name)
        score = Span(right(clip(str(one.score), _SCORE), _SCORE), Hue.STRONG)
        end = Span(" " + right(days, more) if more else "", Hue.FAINT)
        lines.append((Span(f"{right(str(place), _PLACE)} ", Hue.FAINT), Span(shown), score, end))
    return lines


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
    return tuple(
        (Span(f"{left(label, longest)} ", Hue.DIM), Span(clip(value, width - longest - 1), Hue.FAINT))
        for label, value in known
    )
