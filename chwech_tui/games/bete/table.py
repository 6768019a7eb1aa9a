"""The table of Bête: the columns of a seat, its panel, and what a deal has brought it."""

from typing import Final, NamedTuple

from chwech_tui.describe import tricks_words
from chwech_tui.drawing.cards import draw_backs
from chwech_tui.drawing.line import between, left, right
from chwech_tui.games.bete.words import signed
from chwech_tui.model.ink import Hue, Line, Picture, Span, worded
from protocol.bete.events import DealSheet
from protocol.bete.views import BeteView, Part
from protocol.language import N_, _, pgettext
from protocol.setup import Setup
from protocol.vocabulary import Seat

_PARTS: Final = {
    Part.OPEN: "",
    Part.IN: N_("takes part"),
    Part.OUT: N_("out"),
    Part.AGAINST: N_("against"),
}
"""What a seat has to do with a deal, marked for translation."""


class _Columns(NamedTuple):
    """The widths of the columns of a seat, in cells."""

    hand: int
    part: int
    tricks: int
    total: int


def _columns(step: int) -> _Columns:
    gap = 2 * step - 2
    return _Columns(6, gap + 13, gap + 8, 9)


def columns_width(setup: Setup, step: int) -> int:
    """Return the width of the columns: cards in hand, part, tricks, chips."""
    del setup
    return sum(_columns(step))


def draw_heading(setup: Setup, step: int) -> str:
    """Return the heading of the columns."""
    del setup
    wide = _columns(step)
    # Translators: the headings of the context "column" have at most one cell more room than the English.
    hand = right(pgettext("column", "hand"), wide.hand)
    tricks = right(pgettext("column", "tricks"), wide.tricks)
    total = right(pgettext("column", "chips"), wide.total)
    return f"{hand}{' ' * wide.part}{tricks}{total}"


def draw_columns(view: BeteView, seat: Seat, step: int, away: str) -> Line:
    """Draw the columns of a seat; a note of its absence takes the place of its part and its tricks."""
    shown, wide = view.seats[seat], _columns(step)
    hand, total = Span(right(str(shown.cards), wide.hand)), Span(right(signed(shown.total), wide.total), Hue.STRONG)
    if away:
        return (hand, Span(f"  {left(away, wide.part + wide.tricks - 2)}", Hue.ALERT), total)
    part = _part(view, seat)
    return (hand, Span(right(part.text, wide.part), part.hue), Span(right(str(shown.tricks), wide.tricks)), total)


def _part(view: BeteView, seat: Seat) -> Span:
    """Return what a seat has to do with the deal, in words."""
    part = view.seats[seat].part
    words = _PARTS[part]
    return Span(_(words) if words else "", Hue.ACCENT if part is Part.IN else Hue.DIM)


def draw_sum(view: BeteView, seat: Seat, width: int) -> Line:
    """Draw what a deal has brought a seat: the pool, out or bête, the chips, the total."""
    sheet = view.sheets[-1]
    made: Line = (Span("  "), *_made(sheet, seat), Span(" → ", Hue.DIM), Span(signed(sheet.points[seat]), Hue.STRONG))
    return between(made, (Span(signed(sheet.totals[seat]), Hue.STRONG),), width)


def _made(sheet: DealSheet, seat: Seat) -> Line:
    """Return what a deal has been for a seat: the pool, out or bête."""
    if seat == sheet.sweeper:
        return (Span(_("the pool"), Hue.ACCENT),)
    if seat not in sheet.active:
        return (Span(_("out"), Hue.DIM),)
    return (Span(_("bête"), Hue.ALERT),)


def draw_panel(view: BeteView, seat: Seat, width: int, away: str, *, counted: bool) -> Picture:
    """Draw a seat in three lines: its cards, its part in the deal, its tricks and chips."""
    shown = view.seats[seat]
    backs = draw_backs(shown.cards, width)
    if counted:
        sheet = view.sheets[-1]
        points: Line = (Span("→ ", Hue.DIM), Span(signed(sheet.points[seat]), Hue.STRONG))
        total = worded(_("chips {total}"), Hue.DIM, total=Span(signed(sheet.totals[seat]), Hue.STRONG))
        return (backs, _made(sheet, seat), between(points, total, width))
    total = worded(_("chips {total}"), Hue.DIM, total=Span(signed(shown.total), Hue.STRONG))
    taken: Line = (Span(tricks_words(shown.tricks), Hue.TEXT if shown.tricks else Hue.DIM),)
    return (backs, (Span(away, Hue.ALERT),) if away else (_part(view, seat),), between(taken, total, width))
