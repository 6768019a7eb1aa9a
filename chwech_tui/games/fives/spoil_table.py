"""The table of Spoil Five: in the place of points, the tricks on the way to the pool, and the chips."""

from chwech_tui.describe import chips_words, tricks_words
from chwech_tui.drawing.cards import draw_backs
from chwech_tui.drawing.line import between, fit, left, right
from chwech_tui.games.fives.spoil import CHIPS, TRICKS, needed_by, tricks_of
from chwech_tui.model.ink import Hue, Line, Picture, Span, change, figure, worded
from protocol.fives.views import FivesView, Spoil
from protocol.language import _, pgettext
from protocol.vocabulary import Seat

_NOTE = 9
"""The width of a note of absence, in cells."""


def _meter_width(step: int) -> int:
    return max(TRICKS * step, _NOTE)


def columns_width(step: int) -> int:
    """Return the width of the columns: cards in hand, tricks, chips."""
    return 8 + _meter_width(step) + 4 + 2 * step


def draw_heading(step: int) -> str:
    """Return the heading of the columns."""
    hand = right(pgettext("column", "hand"), 6)
    tricks = left(pgettext("column", "tricks"), _meter_width(step))
    chips = right(pgettext("column", "chips"), 4 + 2 * step)
    return f"{hand}  {tricks}{chips}"


def draw_columns(view: FivesView, seat: Seat, spoil: Spoil, step: int, away: str) -> Line:
    """Draw the columns of a seat; a note of its absence takes the place of its tricks."""
    shown, width = view.seats[seat], _meter_width(step)
    progress: Line = (Span(left(away, width), Hue.ALERT),) if away else fit(meter(view, seat, spoil, step), width)
    chips = right(str(shown.chips), 4 + 2 * step) if shown.chips is not None else right("", 4 + 2 * step)
    return (Span(f"  {right(str(shown.cards), 4)}  "), *progress, Span(chips, Hue.STRONG))


def meter(view: FivesView, seat: Seat, spoil: Spoil, step: int) -> Line:
    """Draw the tricks of a seat in boxes, as many as take the pool; all five where it has undertaken them."""
    tricks, needed = view.seats[seat].tricks, needed_by(spoil, seat)
    hue = Hue.ACCENT if tricks >= needed - 1 else Hue.TEXT
    done = min(tricks, TRICKS)
    return (Span("■" * step * done, hue), Span("·" * step * max(0, needed - done), Hue.FAINT))


def draw_sum(view: FivesView, seat: Seat, width: int) -> Line:
    """Draw what the deal that has ended brought a seat: its tricks, the chips won or paid, the chips it has."""
    sheet = view.sheets[-1]
    made: Line = (
        Span(f"  {tricks_words(sheet.tricks[seat])}"),
        Span(" → ", Hue.DIM),
        Span(change(sheet.points[seat]), Hue.STRONG if sheet.points[seat] > 0 else Hue.DIM),
    )
    return between(made, (Span(figure(CHIPS + sheet.totals[seat]), Hue.STRONG),), width)


def draw_panel(view: FivesView, seat: Seat, spoil: Spoil, width: int, away: str, *, counted: bool) -> Picture:
    """Draw a seat in three lines: its cards, its tricks on the way to the pool, its chips."""
    shown = view.seats[seat]
    backs = between(draw_backs(shown.cards, width), (), width)
    if counted:
        sheet = view.sheets[-1]
        won = worded(_("chips {chips}"), Hue.DIM, chips=Span(change(sheet.points[seat]), Hue.STRONG))
        held = worded(_("now {chips}"), Hue.DIM, chips=Span(figure(CHIPS + sheet.totals[seat]), Hue.STRONG))
        return (backs, (Span(tricks_words(sheet.tricks[seat])),), between(won, held, width))
    step = 2 if width >= 2 * TRICKS + 14 else 1
    words = (Span(tricks_of(view, seat, spoil), Hue.TEXT if shown.tricks else Hue.DIM),)
    progress = between(meter(view, seat, spoil, step), words, width)
    chips = (Span(chips_words(shown.chips or 0), Hue.STRONG),)
    return (backs, (Span(away, Hue.ALERT),) if away else progress, between((), chips, width))
