"""The scores of Bête: those of a deal, and a finished game as its record tells it."""

from typing import Final

from msgspec import Struct
from msgspec.json import Decoder

from chwech_tui.describe import chips_words
from chwech_tui.drawing.line import cells, right
from chwech_tui.games.bete.words import TITLE, ending, signed
from chwech_tui.model.game import DealScore, GameResult, RecordedGame, read_recorded
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


def _titles() -> tuple[str, ...]:
    return (
        pgettext("score sheet", "took part"),
        pgettext("score sheet", "tricks"),
        pgettext("score sheet", "chips"),
        pgettext("score sheet", "total"),
    )


def deal_score(view: BeteView, page: int, people: People) -> DealScore:
    """Return what a deal has brought everybody."""
    sheet = view.sheets[page]
    widths = tuple(max(_WIDE, cells(title) + 2) for title in _titles())
    title = _("Deal {number}", number=page + 1)
    return DealScore(
        title=(Span(title, Hue.STRONG), Span(f"   {ending(sheet, people)}", Hue.TEXT)),
        heading="".join(right(title, width) for title, width in zip(_titles(), widths, strict=True)),
        rows=tuple(_row(sheet, Seat(seat), widths) for seat in range(len(view.seats))),
        notes=tuple(_notes(view, page, people)),
    )


def _row(sheet: DealSheet, seat: Seat, widths: tuple[int, ...]) -> Line:
    total = sheet.totals[seat]
    part = "✓" if seat in sheet.active else ""
    return (
        Span(right(part, widths[0]), Hue.ACCENT if seat == sheet.sweeper else Hue.DIM),
        Span(right(str(sheet.tricks[seat]), widths[1])),
        Span(right(signed(sheet.points[seat]), widths[2])),
        Span(right(signed(total), widths[3]), Hue.ACCENT if total == max(sheet.totals) else Hue.STRONG),
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


class _BeteDeal(Struct, frozen=True, gc=False):
    """One deal of a record, by seat."""

    scores: tuple[int, ...]


class _BeteRecord(RecordedGame, frozen=True, kw_only=True):
    game: str
    deals: tuple[_BeteDeal, ...]


_DECODER = Decoder(_BeteRecord)


def read_result(record: str) -> GameResult | None:
    """Return the result of a game from its record; None if this client cannot read it."""
    game = read_recorded(_DECODER, record)
    if game is None or game.game != "bete":
        return None
    if not all(len(deal.scores) == len(game.totals) for deal in game.deals):
        return None
    deals = tuple(tuple(signed(score) for score in deal.scores) for deal in game.deals)
    return GameResult(TITLE, game.names, game.totals, deals)
