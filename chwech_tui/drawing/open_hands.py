"""All hands of a deal as they are held at one moment, a line each; a dot stands where a card has been played."""

from typing import Final

from chwech_tui.describe import card_span, glyph
from chwech_tui.drawing.line import BLANK, draw_name, fit, left, middle, wrap
from chwech_tui.drawing.panel import draw_button
from chwech_tui.drawing.seats import won_text
from chwech_tui.model.board import Board, Table, clockwise
from chwech_tui.model.ink import SUIT_HUES, Ground, Hue, Line, Picture, Span
from chwech_tui.model.people import LONGEST_NAME, People
from chwech_tui.model.prompt import PromptAnswer
from protocol.cards import Card
from protocol.chwech.views import OpenDeal
from protocol.vocabulary import Seat


def draw_piles(board: Board, width: int) -> Picture:
    """Draw every pile, by suit."""
    table, game = board.table, board.game
    if table is None or game is None:
        return ()
    lines: list[Line] = [BLANK, (Span("  Cards won", Hue.STRONG),), BLANK]
    for seat in clockwise(table):
        view = game.seats[seat]
        head: Line = (Span(f"  {draw_name(board.people, seat, 18)} "), Span(left(won_text(view.won), 6), Hue.DIM))
        lines += wrap((*head, *_pile(view.pile)), width - 2, hang=27)
    lines += [BLANK, (Span("  "), *draw_button(PromptAnswer("Esc", "back", "escape")))]
    return tuple(fit(line, width) for line in lines)


def _pile(pile: tuple[Card, ...]) -> Line:
    spans: list[Span] = []
    for card in pile:
        spans += [Span(" "), card_span(card)]
    return tuple(spans)


_NAME_WIDTH = 20
_CARD_WIDTH = 6


def draw_hands(table: Table, deal: OpenDeal, page: int, people: People, *, spaced: bool) -> Picture:
    """Draw every hand of a deal in a line."""
    rows: list[Line] = []
    for seat in clockwise(table):
        hue = Hue.STRONG if seat == people.viewer else Hue.TEXT
        rows.append((Span(draw_name(people, seat, _NAME_WIDTH), hue), *_cards(deal.dealt[seat], deal.left[seat])))
        if spaced:
            rows.append(BLANK)
    title: Line = (Span(f"Deal {page + 1}", Hue.STRONG), Span("   all hands as dealt", Hue.TEXT))
    return (title, BLANK, *rows, BLANK, (Span("In brackets: still in hand at the end.", Hue.DIM),))


def _cards(dealt: tuple[Card, ...], kept: tuple[Card, ...]) -> Line:
    """Write cards side by side; of equal cards the first are those that were kept."""
    rest = list(kept)
    spans: list[Span] = []
    for card in dealt:
        if card in rest:
            rest.remove(card)
            spans.append(Span(left(f"[{glyph(card)}]", _CARD_WIDTH), Hue.DIM))
        else:
            spans.append(Span(left(f" {glyph(card)}", _CARD_WIDTH), SUIT_HUES[card.suit]))
    return tuple(spans)


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
