"""The scores of Roque: those of a deal, and a finished game as its record tells it."""

from typing import NamedTuple

from chwech_tui.games.roque.words import ROQUE, TITLES, ending
from chwech_tui.games.score_table import Column, column, read_scores, score_table, side_hue, side_letter
from chwech_tui.model.cards import card_words, suit_words
from chwech_tui.model.game import DealScore, GameResult
from chwech_tui.model.ink import Hue, Line, Span, figure
from chwech_tui.model.people import People
from protocol.language import _, pgettext
from protocol.roque.events import DealSheet
from protocol.roque.views import RoqueView
from protocol.vocabulary import Seat


def sides(view: RoqueView) -> tuple[int, ...]:
    """Return the side of each seat; empty where everybody is one."""
    return tuple(seat.side for seat in view.seats) if view.game == ROQUE else ()


def points(view: RoqueView, page: int) -> tuple[int, ...]:
    """Return what each seat's side scored in a deal."""
    return view.sheets[page].points


class _Columns(NamedTuple):
    """The columns of the score of a deal; None for the side where everybody is one."""

    side: Column | None
    bid: Column
    tricks: Column
    took: Column
    points: Column
    total: Column


def _columns(view: RoqueView) -> _Columns:
    return _Columns(
        column(pgettext("column", "side"), 6) if sides(view) else None,
        column(pgettext("column", "bid"), 6),
        column(pgettext("score sheet", "tricks"), 8),
        column(pgettext("column", "took"), 7),
        column(pgettext("score sheet", "points"), 9),
        column(pgettext("score sheet", "total"), 8),
    )


def deal_score(view: RoqueView, page: int, people: People) -> DealScore:
    """Return how the scores of a deal were made: by the bid, and what was taken."""
    sheet, columns = view.sheets[page], _columns(view)
    rows = (_row(view, sheet, Seat(seat), columns) for seat in range(len(view.seats)))
    return score_table(page, ending(sheet, people), columns, rows, _notes(view, sheet))


def _row(view: RoqueView, sheet: DealSheet, seat: Seat, columns: _Columns) -> Line:
    total = sheet.totals[seat]
    own = view.seats[seat].side
    side = (Span(columns.side.put(side_letter(own)), side_hue(own)),) if columns.side else ()
    bid = str(sheet.bid) if seat == sheet.declarer else ""
    return (
        *side,
        Span(columns.bid.put(bid), Hue.ACCENT),
        Span(columns.tricks.put(str(sheet.tricks[seat]))),
        Span(columns.took.put(str(sheet.took[seat]))),
        Span(columns.points.put(figure(sheet.points[seat]))),
        Span(columns.total.put(figure(total)), Hue.ACCENT if total == max(sheet.totals) else Hue.STRONG),
    )


def _notes(view: RoqueView, sheet: DealSheet) -> list[str]:
    """Return what the figures mean, and what was laid aside."""
    notes = []
    if sheet.buried:
        notes.append(_("Laid aside: {cards}.", cards=" ".join(map(card_words, sheet.buried))))
    if sheet.trump is not None:
        notes.append(_("{suit} were trump.", suit=suit_words(sheet.trump).capitalize()))
    if sides(view):
        notes.append(_("What was taken, points and totals are those of the side; partners share them."))
    return notes


def read_result(record: str) -> GameResult | None:
    """Return the result of a game from its record; None if this client cannot read it."""
    return read_scores(record, TITLES, lambda score: f"{figure(score)} ")
