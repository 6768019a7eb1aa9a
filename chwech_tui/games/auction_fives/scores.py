"""The scores of Auction Forty-Fives: those of a deal, and a finished game as its record tells it."""

from typing import Final

from chwech_tui.games.auction_fives.words import TITLE, ending
from chwech_tui.games.score_table import Column, column, read_scores, score_table, side_hue, side_letter
from chwech_tui.model.cards import card_words
from chwech_tui.model.game import DealScore, GameResult
from chwech_tui.model.ink import Hue, Line, Span, change, figure
from chwech_tui.model.people import People
from protocol.auction_fives.events import DealSheet
from protocol.auction_fives.views import AuctionFivesView
from protocol.language import _, pgettext
from protocol.vocabulary import Seat

_LEAST: Final = 7
"""The least width of a column, in cells."""


def sides(view: AuctionFivesView) -> tuple[int, ...]:
    """Return the side of each seat."""
    return tuple(seat.side for seat in view.seats)


def points(view: AuctionFivesView, page: int) -> tuple[int, ...]:
    """Return what each seat's side scored in a deal."""
    return view.sheets[page].points


def _columns() -> tuple[Column, ...]:
    """Return the columns of the score of a deal: side, tricks, points taken, points, total."""
    return (
        column(pgettext("column", "side"), _LEAST),
        column(pgettext("score sheet", "tricks"), _LEAST),
        column(pgettext("score sheet", "taken"), _LEAST),
        column(pgettext("score sheet", "points"), _LEAST),
        column(pgettext("score sheet", "total"), _LEAST),
    )


def deal_score(view: AuctionFivesView, page: int, people: People) -> DealScore:
    """Return how the scores of a deal were made: by what each side took, and by the bid."""
    sheet, columns = view.sheets[page], _columns()
    rows = (_row(view, sheet, Seat(seat), columns) for seat in range(len(view.seats)))
    return score_table(page, ending(sheet, people), columns, rows, _notes(view, page, people))


def _row(view: AuctionFivesView, sheet: DealSheet, seat: Seat, columns: tuple[Column, ...]) -> Line:
    side, tricks, taken, points, in_all = columns
    own, total = view.seats[seat].side, sheet.totals[seat]
    return (
        Span(side.put(side_letter(own)), side_hue(own)),
        Span(tricks.put(str(sheet.tricks[seat]))),
        Span(taken.put(str(sheet.taken[seat]))),
        Span(points.put(change(sheet.points[seat]))),
        Span(in_all.put(figure(total)), Hue.ACCENT if total == max(sheet.totals) else Hue.STRONG),
    )


def _notes(view: AuctionFivesView, page: int, people: People) -> list[str]:
    """Return what the figures mean, and which card scored 5 for its trick."""
    sheet, notes = view.sheets[page], [_("Taken, points and totals are those of the side; partners share them.")]
    if sheet.best is not None and sheet.best_seat is not None:
        own, other = _("{card} of yours was worth 5 more."), _("{card} of {name} was worth 5 more.")
        notes.append(people.tell(sheet.best_seat, own, other, card=card_words(sheet.best)))
    return notes


def read_result(record: str) -> GameResult | None:
    """Return the result of a game from its record; None if this client cannot read it."""
    return read_scores(record, {"auction-forty-fives": TITLE}, lambda score: f"{figure(score)} ")
