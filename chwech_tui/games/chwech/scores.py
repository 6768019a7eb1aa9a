"""The scores of Chwech: how those of a deal were made, and a finished game as its record tells it."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.json import Decoder

from chwech_tui.drawing.line import cells, right
from chwech_tui.games.chwech.table import won_text
from chwech_tui.games.chwech.tricks import HAND, STEPS
from chwech_tui.games.chwech.words import ending, ruleset_words
from chwech_tui.model.game import DealScore, GameResult, RecordedGame, read_recorded
from chwech_tui.model.ink import Hue, Line, Span
from chwech_tui.model.people import People
from protocol.chwech.events import DealSheet
from protocol.chwech.views import ChwechView
from protocol.language import _, pgettext
from protocol.vocabulary import Seat


def points(view: ChwechView, page: int) -> tuple[int, ...]:
    """Return what each seat scored in a deal."""
    return view.sheets[page].scores


def deal_score(view: ChwechView, page: int, people: People) -> DealScore:
    """Return how the scores of a deal were made: the cards played, times the factor."""
    sheet = view.sheets[page]
    titles = _titles()
    widths = tuple(max(least, cells(title) + gap) for title, (least, gap) in zip(titles, _LEAST, strict=True))
    return DealScore(
        title=(
            Span(_("Deal {number} of {deals}", number=page + 1, deals=view.deals), Hue.STRONG),
            Span(f"   {ending(sheet, people)}", Hue.TEXT),
        ),
        heading=_joined(titles, widths),
        rows=tuple(_row(sheet, Seat(seat), widths) for seat in range(len(view.seats))),
        notes=(_("Factor: the cards won beyond a multiple of nine; for a multiple itself, nine."),),
    )


_LEAST: Final = ((6, 1), (6, 1), (12, 1), (6, 0), (5, 0), (11, 1))
"""The least width of each column, and the space before its title, in cells."""

_BETWEEN: Final = ("", "", "", " × ", " = ", "")
"""What stands before each column."""


def _titles() -> tuple[str, ...]:
    """Return the titles of the columns: ``left   won      played × factor = score      total``."""
    return (
        pgettext("column of a score", "left"),
        pgettext("column of a score", "won"),
        pgettext("column of a score", "played"),
        pgettext("column of a score", "factor"),
        pgettext("column of a score", "score"),
        pgettext("column of a score", "total"),
    )


def _joined(titles: Iterable[str], widths: Sequence[int]) -> str:
    return "".join(sign + right(title, width) for sign, title, width in zip(_BETWEEN, titles, widths, strict=True))


def _row(sheet: DealSheet, seat: Seat, widths: Sequence[int]) -> Line:
    kept, won, total = sheet.left[seat], sheet.won[seat], sheet.totals[seat]
    exact = Hue.TEXT if won % STEPS else Hue.ACCENT
    texts = (
        (str(kept), Hue.TEXT),
        (won_text(won), exact),
        (str(HAND - kept), Hue.TEXT),
        (str(sheet.factors[seat]), exact),
        (str(sheet.scores[seat]), Hue.STRONG),
        (str(total), Hue.ACCENT if total == max(sheet.totals) else Hue.TEXT),
    )
    return tuple(
        span
        for sign, (text, hue), width in zip(_BETWEEN, texts, widths, strict=True)
        for span in (Span(sign), Span(right(text, width), hue))
    )


class _ChwechDeal(Struct, frozen=True, gc=False):
    """One deal of a record, by seat."""

    won: tuple[int, ...]
    scores: tuple[int, ...]


class _ChwechRecord(RecordedGame, frozen=True, kw_only=True):
    deals: tuple[_ChwechDeal, ...]
    ruleset: str = ""


_DECODER = Decoder(_ChwechRecord)


def read_result(record: str) -> GameResult | None:
    """Return the result of a game from its record; None if this client cannot read it."""
    game = read_recorded(_DECODER, record)
    if game is None or not all(len(deal.won) == len(deal.scores) == len(game.totals) for deal in game.deals):
        return None
    deals = tuple(
        tuple(f"{score}{' ' if won % STEPS else '*'}" for score, won in zip(deal.scores, deal.won, strict=True))
        for deal in game.deals
    )
    note = _("* won a multiple of nine cards, or none: the cards played count ninefold.")
    return GameResult(ruleset_words(game.ruleset), game.names, game.totals, deals, note)
