"""The scores of the games of one pile: those of a deal, and a finished game as its record tells it."""

from typing import Final

from msgspec import Struct
from msgspec.json import Decoder

from chwech_tui.games.piles.words import TITLES, ending
from chwech_tui.games.score_table import Column, column, score_table
from chwech_tui.model.game import DealScore, GameResult, RecordedGame, read_recorded
from chwech_tui.model.ink import Hue, Line, Span
from chwech_tui.model.people import People
from protocol.language import _, pgettext
from protocol.piles.events import DealSheet, Ending
from protocol.piles.views import PilesView
from protocol.vocabulary import Seat

_LEAST: Final = 9
"""The least width of a column, in cells."""


def points(view: PilesView, page: int) -> tuple[int, ...]:
    """Return what each seat scored in a deal."""
    return view.sheets[page].points


def _columns() -> tuple[Column, ...]:
    """Return the columns of the score of a deal: place, cards left, cards taken up, points, total."""
    return (
        column(pgettext("score sheet", "out"), _LEAST),
        column(pgettext("score sheet", "left"), _LEAST),
        column(pgettext("score sheet", "taken up"), _LEAST),
        column(pgettext("score sheet", "points"), _LEAST),
        column(pgettext("score sheet", "total"), _LEAST),
    )


def deal_score(view: PilesView, page: int, people: People) -> DealScore:
    """Return how the scores of a deal were made: who went out, and who was left with cards."""
    sheet, columns = view.sheets[page], _columns()
    note = _("A point for each player who is out; none for who still holds cards.")
    rows = (_row(sheet, Seat(seat), columns) for seat in range(len(view.seats)))
    return score_table(page, ending(sheet, people), columns, rows, (note,))


def _row(sheet: DealSheet, seat: Seat, columns: tuple[Column, ...]) -> Line:
    place = str(sheet.out.index(seat) + 1) if seat in sheet.out else "-"
    numbers = (place, *map(str, (sheet.left[seat], sheet.taken[seat], sheet.points[seat])))
    best = sheet.totals[seat] == max(sheet.totals)
    return (
        *(Span(one.put(number)) for one, number in zip(columns, numbers, strict=False)),
        Span(columns[-1].put(str(sheet.totals[seat])), Hue.ACCENT if best else Hue.STRONG),
    )


class _PilesDeal(Struct, frozen=True, gc=False):
    """One deal of a record, by seat."""

    scores: tuple[int, ...]
    end: str = Ending.OUT.value


class _PilesRecord(RecordedGame, frozen=True, kw_only=True):
    game: str
    deals: tuple[_PilesDeal, ...]


_DECODER = Decoder(_PilesRecord)


def read_result(record: str) -> GameResult | None:
    """Return the result of a game from its record; None if this client cannot read it."""
    game = read_recorded(_DECODER, record)
    if game is None or game.game not in TITLES or any(len(deal.scores) != len(game.totals) for deal in game.deals):
        return None
    deals = tuple(_figures(deal) for deal in game.deals)
    drawn = any(deal.end != Ending.OUT.value for deal in game.deals)
    return GameResult(TITLES[game.game], game.names, game.totals, deals, _("* drawn") if drawn else "")


def _figures(deal: _PilesDeal) -> tuple[str, ...]:
    """Return the score of each seat, with a mark where the deal was drawn."""
    mark = " " if deal.end == Ending.OUT.value else "*"
    return tuple(f"{score}{mark}" for score in deal.scores)
