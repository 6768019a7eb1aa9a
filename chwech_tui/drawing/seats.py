"""All hands of a deal, as dealt, left at its end or in a replay; and the piles of cards won."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from chwech_tui.drawing.game import draw_pile
from chwech_tui.drawing.line import BLANK, beside, draw_name, fit, left, middle, wrap
from chwech_tui.drawing.panel import draw_button
from chwech_tui.model.board import Board, Table
from chwech_tui.model.cards import glyph
from chwech_tui.model.ink import SUIT_HUES, Ground, Hue, Line, Picture, Span
from chwech_tui.model.people import (
    LONGEST_NAME,
    People,
    clockwise,
)
from chwech_tui.model.prompt import BACK
from protocol.cards import Card
from protocol.game import OpenDeal
from protocol.language import _
from protocol.message import Seat


def spaced_lines(lines: Iterable[Line], *, spaced: bool) -> Iterable[Line]:
    """Yield lines, with a blank line between two of them if wanted."""
    for number, line in enumerate(lines):
        if spaced and number:
            yield BLANK
        yield line


def draw_piles(board: Board, width: int) -> Picture:
    """Draw the cards that each seat has won."""
    table, game, kind = board.table, board.game, board.kind
    if table is None or game is None or kind is None:
        return ()
    lines: list[Line] = [BLANK, (Span("  " + _("Cards won"), Hue.STRONG),), BLANK]
    for seat in clockwise(table):
        name = Span(f"  {draw_name(board.people, seat, 18)} ")
        lines += wrap((name, *draw_pile(kind, game, seat)), width - 2, hang=27)
    lines += [BLANK, (Span("  "), *draw_button(BACK))]
    return tuple(fit(line, width) for line in lines)


_NAME_WIDTH = 20
_CARD_WIDTH = 6

_A_LINE = 9
"""The most cards of a hand that stand in one line as dealt; a larger hand takes lines of more."""

_MANY_A_LINE = 12
_MANY_NAME = 14
_MANY_WIDTH = 5
"""The cards of such a line, and the widths of its name and of a card, in cells."""


def draw_hands(table: Table, deal: OpenDeal, page: int, people: People, *, spaced: bool) -> Picture:
    """Draw every hand of a deal as dealt, one a line, with the cards never played in brackets."""
    rows: list[Line] = []
    for seat in clockwise(table):
        hue = Hue.STRONG if seat == people.viewer else Hue.TEXT
        if max(map(len, deal.dealt)) > _A_LINE:
            rows += _many_cards(Span(draw_name(people, seat, _MANY_NAME), hue), deal.dealt[seat], deal.left[seat])
        else:
            name = Span(draw_name(people, seat, _NAME_WIDTH), hue)
            rows.append((name, *_cards(deal.dealt[seat], deal.left[seat], _CARD_WIDTH)))
        if spaced:
            rows.append(BLANK)
    title: Line = (
        Span(_("Deal {number}", number=page + 1), Hue.STRONG),
        Span("   " + _("all hands as dealt"), Hue.TEXT),
    )
    return (title, BLANK, *rows, BLANK, (Span(_("In brackets: still in hand at the end."), Hue.DIM),))


def _many_cards(name: Span, dealt: tuple[Card, ...], kept: tuple[Card, ...]) -> Picture:
    """Draw a hand that is too large for one line, in several."""
    cards = _cards(dealt, kept, _MANY_WIDTH)
    rows = [cards[first : first + _MANY_A_LINE] for first in range(0, len(cards), _MANY_A_LINE)] or [()]
    return tuple((Span(" " * _MANY_NAME) if number else name, *row) for number, row in enumerate(rows))


def _cards(dealt: tuple[Card, ...], kept: tuple[Card, ...], width: int) -> Line:
    """Draw cards side by side; among equal cards, the first ones count as kept."""
    rest = list(kept)
    spans: list[Span] = []
    for card in dealt:
        if card in rest:
            rest.remove(card)
            spans.append(Span(left(f"[{glyph(card)}]", width), Hue.DIM))
        else:
            spans.append(Span(left(f" {glyph(card)}", width), SUIT_HUES[card.suit]))
    return tuple(spans)


_LEFT_NAME = 12

CARD: Final = 5
GAP: Final = 1


def draw_open_hands(board: Board, width: int, height: int, *, spaced: bool) -> Picture:
    """Draw every hand of the present deal in order of play, the viewer's first; two in a line if there are too many.

    Dots stand for cards played, unless cards were drawn or taken up: then only those held are shown.
    """
    table, game = board.table, board.game
    if table is None or game is None or not game.hands:
        return ()
    hands, seats = game.hands[-1], clockwise(table)
    own = width // 2 if len(seats) > height else width
    places = hands.left if _has_grown(hands) else hands.dealt
    cards = max(map(len, places))
    card = next((wide for wide in (CARD, CARD - 1) if cards * (wide + GAP) + _LEAST_NAME + 2 <= own), CARD)
    longest = cards * (card + GAP)
    if longest + _LEAST_NAME + 2 > own:
        return tuple(fit(line, width) for seat in seats for line in _held(board, seat, hands, width))[:height]
    name = min(LONGEST_NAME, own - longest - 2)
    lines = [(*_name(board, seat, name), *_hand(places[seat], hands.left[seat], card)) for seat in seats]
    if own < width:
        half = (len(lines) + 1) // 2
        return beside([tuple(fit(line, own) for line in (*lines, BLANK)[first:][:half]) for first in (0, half)], 0)
    return tuple(fit(line, width) for line in spaced_lines(lines, spaced=spaced))


def _has_grown(hands: OpenDeal) -> bool:
    """Return True if somebody holds a card that they were not dealt, but have drawn or taken up."""
    return any(Counter(held) - Counter(dealt) for dealt, held in zip(hands.dealt, hands.left, strict=True))


_LEAST_NAME: Final = 6
"""The width that a name keeps beside the cards of its hand, in cells."""


def _held(board: Board, seat: Seat, hands: OpenDeal, width: int) -> Picture:
    """Draw a hand too large for cards with a ground: the cards that it holds, in as many lines as they need."""
    name = _name(board, seat, _LEFT_NAME)
    cards = tuple(Span(f" {glyph(card)}", SUIT_HUES[card.suit]) for card in hands.left[seat])
    return wrap((*name, *cards), width, hang=_LEFT_NAME + 3)


def _name(board: Board, seat: Seat, width: int) -> Line:
    turn = board.game is not None and seat in board.game.asked
    hue = Hue.ACCENT if turn else Hue.STRONG if seat == board.people.viewer else Hue.TEXT
    return (Span("  "), Span(left(board.people.call(seat), width), hue))


def _hand(dealt: tuple[Card, ...], held: tuple[Card, ...], width: int) -> Line:
    """Draw a hand as dealt, with a dot for each card played; of equal cards, the last ones count as played."""
    rest = list(held)
    spans: list[Span] = []
    for card in dealt:
        spans.append(Span(" " * GAP))
        if card in rest:
            rest.remove(card)
            spans.append(Span(middle(glyph(card), width), SUIT_HUES[card.suit], Ground.CARD))
        else:
            spans.append(Span(middle("·", width), Hue.FAINT))
    return tuple(spans)
