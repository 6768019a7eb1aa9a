"""The scores of Durak: those of a deal, and a finished game as its record tells it."""

from msgspec import Struct
from msgspec.json import Decoder

from chwech_tui.games.durak.words import NAME, ending
from chwech_tui.games.score_table import Column, column, score_table, side_hue, side_letter
from chwech_tui.model.game import DealScore, GameResult, RecordedGame, read_recorded
from chwech_tui.model.ink import Hue, Line, Span
from chwech_tui.model.people import People
from protocol.durak.events import DealSheet
from protocol.durak.views import DurakView
from protocol.language import _, pgettext
from protocol.vocabulary import Seat


def sides(view: DurakView) -> tuple[int, ...]:
    """Return the side of each seat."""
    return tuple(seat.side for seat in view.seats)


def points(view: DurakView, page: int) -> tuple[int, ...]:
    """Return what each seat's side scored in a deal: 1 for the side that did not lose."""
    return view.sheets[page].points


def _columns() -> tuple[Column, ...]:
    """Return the columns of the score of a deal: side, cards left, cards taken up, place, point, total."""
    return (
        column(pgettext("column", "side"), 6),
        column(pgettext("score sheet", "cards left"), 11),
        column(pgettext("score sheet", "taken up"), 11),
        column(pgettext("score sheet", "out"), 6),
        column(pgettext("score sheet", "won"), 6),
        column(pgettext("score sheet", "total"), 8),
    )


def deal_score(view: DurakView, page: int, people: People) -> DealScore:
    """Return how a deal ended: who was left with cards, and who had to take up how many."""
    sheet, columns = view.sheets[page], _columns()
    rows = (_row(sheet, Seat(seat), columns) for seat in range(len(view.seats)))
    notes = (
        _("Out: in which order the players ran out of cards."),
        _("Won and total are those of the side; partners share them."),
    )
    return score_table(page, ending(sheet, people), columns, rows, notes)


def _row(sheet: DealSheet, seat: Seat, columns: tuple[Column, ...]) -> Line:
    side, left, taken, out, won, total = columns
    place = f"{sheet.out.index(seat) + 1}." if seat in sheet.out else "–"
    return (
        Span(side.put(side_letter(seat % 2)), side_hue(seat % 2)),
        Span(left.put(str(sheet.cards[seat])), Hue.ALERT if sheet.cards[seat] else Hue.DIM),
        Span(taken.put(str(sheet.taken[seat]))),
        Span(out.put(place)),
        Span(won.put(str(sheet.points[seat])), Hue.STRONG if sheet.points[seat] else Hue.DIM),
        Span(total.put(str(sheet.totals[seat])), Hue.STRONG),
    )


class _DurakDeal(Struct, frozen=True, gc=False):
    """One deal of a record, by seat."""

    scores: tuple[int, ...]
    left: tuple[int, ...]


class _DurakRecord(RecordedGame, frozen=True, kw_only=True):
    game: str
    deals: tuple[_DurakDeal, ...]


_DECODER = Decoder(_DurakRecord)


def read_result(record: str) -> GameResult | None:
    """Return the result of a game from its record; None if this client cannot read it."""
    game = read_recorded(_DECODER, record)
    if game is None or game.game != NAME:
        return None
    seats = len(game.totals)
    if not all(len(deal.scores) == len(deal.left) == seats for deal in game.deals):
        return None
    deals = tuple(
        tuple(f"{score}{'*' if left else ' '}" for score, left in zip(deal.scores, deal.left, strict=True))
        for deal in game.deals
    )
    note = _("* was left with cards.") if any(any(deal.left) for deal in game.deals) else ""
    return GameResult(_("Durak in teams"), game.names, game.totals, deals, note)
