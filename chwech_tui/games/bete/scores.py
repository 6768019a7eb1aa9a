"""The scores of Bête: those of a deal, and a finished game as its record tells it."""

from typing import Final

from chwech_tui.describe import chips_words
from chwech_tui.games.bete.words import TITLE, ending, signed
from chwech_tui.games.score_table import Column, column, read_scores, score_table
from chwech_tui.model.game import DealScore, GameResult
from chwech_tui.model.ink import Hue, Line, Span
from chwech_tui.model.people import People
from protocol.bete.events import DealSheet
from protocol.bete.views import BeteView
from protocol.language import _, pgettext
from protocol.vocabulary import Seat

_WIDE: Final = 9
"""The least width of a column, in cells."""


def points(view: BeteView, page: int) -> tuple[int, ...]:
    """Return what each seat won in a deal, less what it paid."""
    return view.sheets[page].points


def _columns() -> tuple[Column, ...]:
    """Return the columns of the score of a deal: who took part, tricks, chips, total."""
    return (
        column(pgettext("score sheet", "took part"), _WIDE),
        column(pgettext("score sheet", "tricks"), _WIDE),
        column(pgettext("score sheet", "chips"), _WIDE),
        column(pgettext("score sheet", "total"), _WIDE),
    )


def deal_score(view: BeteView, page: int, people: People) -> DealScore:
    """Return what a deal has brought everybody."""
    sheet, columns = view.sheets[page], _columns()
    rows = (_row(sheet, Seat(seat), columns) for seat in range(len(view.seats)))
    return score_table(page, ending(sheet, people), columns, rows, _notes(view, page, people))


def _row(sheet: DealSheet, seat: Seat, columns: tuple[Column, ...]) -> Line:
    took_part, tricks, chips, in_all = columns
    total = sheet.totals[seat]
    part = "✓" if seat in sheet.active else ""
    return (
        Span(took_part.put(part), Hue.ACCENT if seat == sheet.sweeper else Hue.DIM),
        Span(tricks.put(str(sheet.tricks[seat]))),
        Span(chips.put(signed(sheet.points[seat]))),
        Span(in_all.put(signed(total)), Hue.ACCENT if total == max(sheet.totals) else Hue.STRONG),
    )


def _notes(view: BeteView, page: int, people: People) -> list[str]:
    """Return what was in the pool, who held the King of trumps, and what is left."""
    sheet = view.sheets[page]
    notes = [_("In the pool: {chips}.", chips=chips_words(sheet.pool))]
    if sheet.king is not None:
        own = _("You held the King of trumps: every other player pays you a chip.")
        other = _("{name} held the King of trumps: every other player pays a chip for it.")
        notes.append(people.tell(sheet.king, own, other))
    if page + 1 == view.deals:
        notes.append(_("What was left in the pool has been shared out."))
    elif sheet.carried:
        notes.append(_("For the next pool: {chips}.", chips=chips_words(sheet.carried)))
    return notes


def read_result(record: str) -> GameResult | None:
    """Return the result of a game from its record; None if this client cannot read it."""
    return read_scores(record, {"bete": TITLE}, signed)
