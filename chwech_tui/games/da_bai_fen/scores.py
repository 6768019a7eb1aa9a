"""The scores of Da Bai Fen: those of a deal, and a finished game as its record tells it."""

from typing import Final, NamedTuple

from chwech_tui.games.da_bai_fen.words import TITLE, ending, level, rise
from chwech_tui.games.score_table import Column, column, read_scores, score_table, side_hue, side_letter
from chwech_tui.model.cards import card_words, suit_words
from chwech_tui.model.game import DealScore, GameResult
from chwech_tui.model.ink import Hue, Line, Span
from chwech_tui.model.people import People
from protocol.da_bai_fen.events import DealSheet, Ending
from protocol.da_bai_fen.views import DaBaiFenView
from protocol.language import _, pgettext
from protocol.vocabulary import Seat

_GAME: Final = "da-bai-fen"


def sides(view: DaBaiFenView) -> tuple[int, ...]:
    """Return the side of each seat."""
    return tuple(seat.side for seat in view.seats)


def points(view: DaBaiFenView, page: int) -> tuple[int, ...]:
    """Return how far each seat's side rose in a deal."""
    return view.sheets[page].points


class _Columns(NamedTuple):
    """The columns of the score of a deal."""

    side: Column
    tricks: Column
    rise: Column
    level: Column


def _columns() -> _Columns:
    return _Columns(
        column(pgettext("column", "side"), 6),
        column(pgettext("score sheet", "tricks"), 8),
        column(pgettext("score sheet", "rises"), 9),
        column(pgettext("column", "level"), 8),
    )


def deal_score(view: DaBaiFenView, page: int, people: People) -> DealScore:
    """Return how the levels of a deal were made: by what the opponents won."""
    sheet, columns = view.sheets[page], _columns()
    rows = (_row(view, sheet, Seat(seat), columns) for seat in range(len(view.seats)))
    return score_table(page, ending(sheet), columns, rows, _notes(sheet, people))


def _row(view: DaBaiFenView, sheet: DealSheet, seat: Seat, columns: _Columns) -> Line:
    total = sheet.totals[seat]
    return (
        Span(columns.side.put(side_letter(view.seats[seat].side)), side_hue(view.seats[seat].side)),
        Span(columns.tricks.put(str(sheet.tricks[seat]))),
        Span(columns.rise.put(rise(sheet.points[seat]))),
        Span(columns.level.put(level(total)), Hue.ACCENT if total == max(sheet.totals) else Hue.STRONG),
    )


def _notes(sheet: DealSheet, people: People) -> list[str]:
    """Return what was trump, what was laid aside, and what ended the deal early."""
    notes = [_("Trumps: {suit} and {rank}.", suit=suit_words(sheet.trump), rank=sheet.rank.value)]
    if sheet.buried:
        notes.append(_("Laid aside: {cards}.", cards=" ".join(map(card_words, sheet.buried))))
    if sheet.culprit is not None and sheet.ending is Ending.REVOKED:
        own, other = _("A card that you led could be beaten."), _("A card that {name} led could be beaten.")
        notes.append(people.tell(sheet.culprit, own, other))
    if sheet.culprit is not None and sheet.ending is Ending.ANNULLED:
        notes.append(people.tell(sheet.culprit, _("You held no trump."), _("{name} held no trump.")))
    return notes


def read_result(record: str) -> GameResult | None:
    """Return the result of a game from its record; None if this client cannot read it."""
    return read_scores(record, {_GAME: TITLE}, lambda score: f"{rise(score)} ")
