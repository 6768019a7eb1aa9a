"""The cards that each seat has won, at a table where anyone may look through them."""

from chwech_tui.describe import card_span
from chwech_tui.drawing.line import BLANK, fit, left, wrap
from chwech_tui.drawing.name import draw_name
from chwech_tui.drawing.panel import draw_button
from chwech_tui.drawing.seats import won_text
from chwech_tui.model.board import Board, clockwise
from chwech_tui.model.ink import Hue, Line, Picture, Span
from chwech_tui.model.prompt import Answer
from protocol.cards import Card


def draw_piles(board: Board, width: int) -> Picture:
    """Draw every pile, by suit."""
    table, game = board.table, board.game
    if table is None or game is None:
        return ()
    lines: list[Line] = [BLANK, (Span("  Cards won", Hue.STRONG),), BLANK]
    for seat in clockwise(table):
        view = game.seats[seat]
        head: Line = (Span(f"  {draw_name(board.people, seat, 18)} "), Span(left(won_text(view.won), 6), Hue.DIM))
        lines += wrap((*head, *_cards(view.pile)), width - 2, hang=27)
    lines += [BLANK, (Span("  "), *draw_button(Answer("Esc", "back", "escape")))]
    return tuple(fit(line, width) for line in lines)


def _cards(pile: tuple[Card, ...]) -> Line:
    spans: list[Span] = []
    for card in pile:
        spans += [Span(" "), card_span(card)]
    return tuple(spans)
