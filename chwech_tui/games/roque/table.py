"""The table of Roque: the columns of a seat, its panel, and how its score was made."""

from typing import Final, NamedTuple

from chwech_tui.describe import tricks_words
from chwech_tui.drawing.cards import draw_backs
from chwech_tui.drawing.line import between, left, right
from chwech_tui.games.roque.words import has_sides
from chwech_tui.games.score_table import side_hue, side_letter, side_words
from chwech_tui.model.ink import Hue, Line, Picture, Span, figure, worded
from protocol.language import _, pgettext
from protocol.roque.events import DealSheet
from protocol.roque.views import RoqueView
from protocol.setup import Setup
from protocol.vocabulary import Seat

_TOTAL: Final = 7
"""The width of the column of the total, in cells."""


class _Columns(NamedTuple):
    """The widths of the columns of a seat, in cells; the side has none where everybody is one."""

    hand: int
    bid: int
    side: int
    tricks: int
    took: int

    @property
    def width(self) -> int:
        """The width of all columns."""
        return sum(self) + _TOTAL


def _columns(step: int, *, sides: bool) -> _Columns:
    gap = 2 * step - 2
    return _Columns(6, gap + 7, gap + 5 if sides else 0, gap + 7, gap + 7)


def columns_width(setup: Setup, step: int) -> int:
    """Return the width of the columns: cards in hand, bid, side, tricks, what they count, total."""
    return _columns(step, sides=has_sides(setup)).width


def draw_heading(setup: Setup, step: int) -> str:
    """Return the heading of the columns."""
    wide = _columns(step, sides=has_sides(setup))
    # Translators: the headings of the context "column" have at most one cell more room than the English.
    hand = right(pgettext("column", "hand"), wide.hand)
    bid = right(pgettext("column", "bid"), wide.bid)
    side = right(pgettext("column", "side"), wide.side) if wide.side else ""
    tricks = right(pgettext("column", "tricks"), wide.tricks)
    took = right(pgettext("column", "took"), wide.took)
    total = right(pgettext("column", "total"), _TOTAL)
    return f"{hand}{bid}{side}{tricks}{took}{total}"


def draw_columns(view: RoqueView, seat: Seat, step: int, away: str) -> Line:
    """Draw the columns of a seat; a note of its absence takes the place of all between the hand and the total."""
    shown = view.seats[seat]
    wide = _columns(step, sides=_partners(view))
    hand, total = Span(right(str(shown.cards), wide.hand)), Span(right(figure(shown.total), _TOTAL), Hue.STRONG)
    if away:
        return (hand, Span(f"  {left(away, wide.width - wide.hand - _TOTAL - 2)}", Hue.ALERT), total)
    side = right(side_letter(shown.side), wide.side) if wide.side else ""
    bid = _bid(view, seat)
    rest = f"{right(str(shown.tricks), wide.tricks)}{right(str(shown.took), wide.took)}"
    return (hand, Span(right(bid.text, wide.bid), bid.hue), Span(side, side_hue(shown.side)), Span(rest), total)


def _partners(view: RoqueView) -> bool:
    """Return True if people play in sides."""
    return len({seat.side for seat in view.seats}) < len(view.seats)


def _bid(view: RoqueView, seat: Seat) -> Span:
    """Return what a seat has said in the auction; once it is over, what the declarer has to take."""
    shown = view.seats[seat]
    if shown.passed:
        return Span(pgettext("column", "pass"), Hue.DIM)
    return Span(str(shown.bid or ""), Hue.ACCENT if shown.declares else Hue.TEXT)


def draw_sum(view: RoqueView, seat: Seat, width: int) -> Line:
    """Draw how the score of a seat's side was made: the bid, what was taken, the points, the total."""
    sheet = view.sheets[-1]
    points = Span(figure(sheet.points[seat]), Hue.STRONG if sheet.points[seat] else Hue.DIM)
    made: Line = (Span("  "), *_made(sheet, seat), Span(" → ", Hue.DIM), points)
    return between(made, (Span(figure(sheet.totals[seat]), Hue.STRONG),), width)


def _made(sheet: DealSheet, seat: Seat) -> Line:
    """Return what a seat's side took, and what it had bid."""
    took = worded(_("took {took}"), Hue.DIM, took=Span(str(sheet.took[seat])))
    if seat != sheet.declarer:
        return took
    return worded(_("bid {bid}, {took}"), Hue.DIM, bid=Span(str(sheet.bid), Hue.ACCENT), took=took)


def draw_panel(view: RoqueView, seat: Seat, width: int, away: str, *, counted: bool) -> Picture:
    """Draw a seat in three lines: its cards, its bid and what it took, its tricks and total."""
    shown = view.seats[seat]
    side = (side_words(shown.side),) if _partners(view) else ()
    backs = between(draw_backs(shown.cards, width - 6), side, width)
    if counted:
        sheet = view.sheets[-1]
        made: Line = (Span("→ ", Hue.DIM), Span(figure(sheet.points[seat]), Hue.STRONG))
        total = worded(_("total {total}"), Hue.DIM, total=Span(figure(sheet.totals[seat]), Hue.STRONG))
        return (backs, _made(sheet, seat), between(made, total, width))
    took = worded(_("took {took}"), Hue.DIM, took=Span(str(shown.took)))
    progress = between(_said(view, seat), took, width)
    total = worded(_("total {total}"), Hue.DIM, total=Span(figure(shown.total), Hue.STRONG))
    taken: Line = (Span(tricks_words(shown.tricks), Hue.TEXT if shown.tricks else Hue.DIM),)
    return (backs, (Span(away, Hue.ALERT),) if away else progress, between(taken, total, width))


def _said(view: RoqueView, seat: Seat) -> Line:
    """Return the bid of a seat in words, as far as it matters now."""
    bid = _bid(view, seat)
    if not bid.text or view.seats[seat].passed:
        return (bid,)
    return worded(_("bid {bid}"), Hue.DIM, bid=bid)
