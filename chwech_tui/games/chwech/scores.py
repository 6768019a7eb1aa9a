"""The scores of Chwech: how those of a deal were made, and a finished game as its record tells it."""

from msgspec import Struct
from msgspec.json import Decoder

from chwech_tui.drawing.line import left, right
from chwech_tui.games.chwech.table import won_text
from chwech_tui.games.chwech.tricks import HAND, STEPS
from chwech_tui.games.chwech.words import ending
from chwech_tui.model.game import DealScore, GameResult, RecordedGame, read_recorded
from chwech_tui.model.ink import Hue, Line, Span
from chwech_tui.model.people import People
from protocol.chwech.events import DealSheet
from protocol.chwech.views import ChwechView
from protocol.vocabulary import Seat


def points(view: ChwechView, page: int) -> tuple[int, ...]:
    """Return what each seat scored in a deal."""
    return view.sheets[page].scores


def deal_score(view: ChwechView, page: int, people: People) -> DealScore:
    """Return how the scores of a deal were made: the cards played, times the factor."""
    sheet = view.sheets[page]
    return DealScore(
        title=(
            Span(f"Deal {page + 1} of {view.deals}", Hue.STRONG),
            Span(f"   {ending(sheet, people)}", Hue.TEXT),
        ),
        heading="  left   won      played × factor = score      total",
        rows=tuple(_row(sheet, Seat(seat)) for seat in range(len(view.seats))),
        notes=("Factor: the cards won beyond a multiple of nine; for a multiple itself, nine.",),
    )


def _row(sheet: DealSheet, seat: Seat) -> Line:
    kept, total = sheet.left[seat], sheet.totals[seat]
    exact = Hue.TEXT if sheet.won[seat] % STEPS else Hue.ACCENT
    return (
        Span(f"  {right(str(kept), 4)}  "),
        Span(left(right(won_text(sheet.won[seat]), 4), 6), exact),
        Span(f"      {right(str(HAND - kept), 4)} × "),
        Span(right(str(sheet.factors[seat]), 6), exact),
        Span(" = ", Hue.TEXT),
        Span(right(str(sheet.scores[seat]), 5), Hue.STRONG),
        Span(right(str(total), 11), Hue.ACCENT if total == max(sheet.totals) else Hue.TEXT),
    )


class _ChwechDeal(Struct, frozen=True):
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
    note = "* won a multiple of nine cards, or none: the cards played count ninefold."
    return GameResult(f"{game.ruleset} rules", game.names, game.totals, deals, note)
