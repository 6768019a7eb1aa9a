"""The table of Da Bai Fen: the columns of a seat, its panel, and how its level was made."""

from typing import Final, NamedTuple

from chwech_tui.describe import tricks_words
from chwech_tui.drawing.cards import draw_backs
from chwech_tui.drawing.line import between, left, right
from chwech_tui.games.da_bai_fen.words import level, rise
from chwech_tui.games.score_table import side_hue, side_letter, side_words
from chwech_tui.model.ink import Hue, Line, Picture, Span, worded
from protocol.da_bai_fen.views import DaBaiFenView
from protocol.language import _, pgettext
from protocol.vocabulary import Seat

_LEVEL: Final = 7
"""The width of the column of the level, in cells."""


class _Columns(NamedTuple):
    """The widths of the columns of a seat, in cells."""

    hand: int
    side: int
    role: int
    tricks: int

    @property
    def width(self) -> int:
        """The width of all columns."""
        return sum(self) + _LEVEL


def _columns(step: int) -> _Columns:
    gap = 2 * step - 2
    return _Columns(6, gap + 6, gap + 10, gap + 8)


def columns_width(step: int) -> int:
    """Return the width of the columns: cards in hand, side, role, tricks, level."""
    return _columns(step).width


def draw_heading(step: int) -> str:
    """Return the heading of the columns."""
    wide = _columns(step)
    # Translators: the headings of the context "column" have at most one cell more room than the English.
    hand = right(pgettext("column", "hand"), wide.hand)
    side = right(pgettext("column", "side"), wide.side)
    role = right("", wide.role)
    tricks = right(pgettext("column", "tricks"), wide.tricks)
    total = right(pgettext("column", "level"), _LEVEL)
    return f"{hand}{side}{role}{tricks}{total}"


def draw_columns(view: DaBaiFenView, seat: Seat, step: int, away: str) -> Line:
    """Draw the columns of a seat; a note of its absence takes the place of all between the hand and the level."""
    shown = view.seats[seat]
    wide = _columns(step)
    hand, total = Span(right(str(shown.cards), wide.hand)), Span(right(level(shown.total), _LEVEL), Hue.STRONG)
    if away:
        return (hand, Span(f"  {left(away, wide.width - wide.hand - _LEVEL - 2)}", Hue.ALERT), total)
    role = Span(right(_role(view, seat), wide.role), Hue.ACCENT if shown.declares else Hue.DIM)
    side, tricks = (
        Span(right(side_letter(shown.side), wide.side), side_hue(shown.side)),
        Span(right(str(shown.tricks), wide.tricks)),
    )
    return (hand, side, role, tricks, total)


def _role(view: DaBaiFenView, seat: Seat) -> str:
    """Return who leads, and which side declares."""
    if seat == view.leader:
        return pgettext("column", "leader")
    return pgettext("column", "declares") if view.seats[seat].declares else ""


def draw_sum(view: DaBaiFenView, seat: Seat, width: int) -> Line:
    """Draw how the level of a seat's side was made: the opponents' points, how far it rises, the level."""
    sheet = view.sheets[-1]
    points = Span(rise(sheet.points[seat]), Hue.STRONG if sheet.points[seat] else Hue.DIM)
    took = worded(_("opponents {took}"), Hue.DIM, took=Span(str(sheet.took)))
    made: Line = (Span("  "), *took, Span(" → ", Hue.DIM), points)
    return between(made, (Span(level(sheet.totals[seat]), Hue.STRONG),), width)


def draw_panel(view: DaBaiFenView, seat: Seat, width: int, away: str, *, counted: bool) -> Picture:
    """Draw a seat in three lines: its cards and side, its role, its tricks and level."""
    shown = view.seats[seat]
    backs = between(draw_backs(shown.cards, width - 7), (side_words(shown.side),), width)
    at = worded(_("level {level}"), Hue.DIM, level=Span(level(shown.total), Hue.STRONG))
    if counted:
        sheet = view.sheets[-1]
        took = worded(_("opponents {took}"), Hue.DIM, took=Span(str(sheet.took)))
        made: Line = (Span("→ ", Hue.DIM), Span(rise(sheet.points[seat]), Hue.STRONG))
        return (backs, took, between(made, at, width))
    role: Line = (Span(_role(view, seat), Hue.ACCENT if shown.declares else Hue.DIM),)
    taken: Line = (Span(tricks_words(shown.tricks), Hue.TEXT if shown.tricks else Hue.DIM),)
    return (backs, (Span(away, Hue.ALERT),) if away else role, between(taken, at, width))
