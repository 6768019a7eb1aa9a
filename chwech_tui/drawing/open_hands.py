"""All hands of a deal as they are held at one moment, a line each; a dot stands where a card has been played."""

from typing import Final

from chwech_tui.describe import glyph
from chwech_tui.drawing.line import BLANK, fit, left, middle
from chwech_tui.model.board import Board, clockwise
from chwech_tui.model.ink import SUIT_HUES, Ground, Hue, Line, Picture, Span
from chwech_tui.model.people import LONGEST_NAME
from protocol.cards import Card
from protocol.vocabulary import Seat

CARD: Final = 5
"""The cells of a card."""

GAP: Final = 1
"""The cells between two cards."""


def draw_open_hands(board: Board, width: int, *, spaced: bool) -> Picture:
    """Draw every hand of the deal that is shown, the viewer's first, in order of play."""
    table, game = board.table, board.game
    if table is None or game is None or not game.hands:
        return ()
    hands = game.hands[-1]
    cards = max(len(hand) for hand in hands.dealt)
    name = min(LONGEST_NAME, width - cards * (CARD + GAP) - 2)
    lines: list[Line] = []
    for seat in clockwise(table):
        if spaced and lines:
            lines.append(BLANK)
        lines.append((*_name(board, seat, name), *_hand(hands.dealt[seat], hands.left[seat])))
    return tuple(fit(line, width) for line in lines)


def _name(board: Board, seat: Seat, width: int) -> Line:
    turn = board.game is not None and board.game.turn == seat
    hue = Hue.ACCENT if turn else Hue.STRONG if seat == board.people.viewer else Hue.TEXT
    return (Span("  "), Span(left(board.people.name(seat), width), hue))


def _hand(dealt: tuple[Card, ...], held: tuple[Card, ...]) -> Line:
    """Draw a hand, each card in the place that it had at first; of equal cards the last ones were played."""
    rest = list(held)
    spans: list[Span] = []
    for card in dealt:
        spans.append(Span(" " * GAP))
        if card in rest:
            rest.remove(card)
            spans.append(Span(middle(glyph(card), CARD), SUIT_HUES[card.suit], Ground.CARD))
        else:
            spans.append(Span(middle("·", CARD), Hue.FAINT))
    return tuple(spans)
