"""All hands of a deal, as dealt, left at its end or in a replay; and the piles of cards won."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from chwech_tui.drawing.game import draw_pile
from chwech_tui.drawing.line import BLANK, beside, cells, draw_name, fit, left, middle, wrap
from chwech_tui.drawing.panel import draw_button
from chwech_tui.model.board import Board
from chwech_tui.model.cards import glyph
from chwech_tui.model.ink import SUIT_HUES, Ground, Hue, Line, Picture, Span
from chwech_tui.model.people import LONGEST_NAME, clockwise
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
    table, kind, game = board.begun
    lines: list[Line] = [BLANK, (Span("  " + _("Cards won"), Hue.STRONG),), BLANK]
    for seat in clockwise(table):
        name = Span(f"  {draw_name(board.people, seat, 18)} ")
        lines += wrap((name, *draw_pile(kind, game, seat)), width - 2, hang=27)
    lines += [BLANK, (Span("  "), *draw_button(BACK))]
    return tuple(fit(line, width) for line in lines)


def draw_dealt(board: Board, page: int, width: int, *, spaced: bool) -> Picture:
    """Draw every hand of a deal as dealt, with the cards never played in brackets."""
    _table, _kind, game = board.begun
    rows = _draw_hands(board, game.hands[page], (width, _ANY_HEIGHT), whole=True, spaced=spaced)
    title = Span(_("Deal {number}", number=page + 1), Hue.STRONG), Span("   " + _("all hands as dealt"), Hue.TEXT)
    return (title, BLANK, *rows, BLANK, (Span(_("In brackets: still in hand at the end."), Hue.DIM),))


def draw_open_hands(board: Board, width: int, height: int, *, spaced: bool) -> Picture:
    """Draw every hand of the present deal in order of play, the viewer's first; two in a line if there are too many.

    Dots stand for cards played, unless cards were drawn or taken up: then only those held are shown.
    """
    if board.game is None or not board.game.hands:
        return ()
    return _draw_hands(board, board.game.hands[-1], (width, height), whole=False, spaced=spaced)


_ANY_HEIGHT: Final = 1000  # More lines than hands take: a sheet that is higher than its screen is cut there.

CARD: Final = 5
GAP: Final = 1

_LEAST_NAME: Final = 6  # The width that a name keeps beside the cards of its hand, in cells.
_WRAPPED_NAME: Final = 12  # The width of a name before a hand that takes several lines, in cells.


def _draw_hands(board: Board, deal: OpenDeal, size: tuple[int, int], *, whole: bool, spaced: bool) -> Picture:
    """Draw all hands: as dealt if ``whole``, otherwise what is left of them."""
    (width, height), seats = size, clockwise(board.table) if board.table is not None else ()
    own = width // 2 if len(seats) > height else width
    # Someone may hold a card that they were not dealt, but have drawn or taken up.
    grown = any(Counter(held) - Counter(dealt) for dealt, held in zip(deal.dealt, deal.left, strict=True))
    places = deal.left if not whole and grown else deal.dealt
    cards = max(map(len, places))
    card = next((wide for wide in (CARD, CARD - (not whole)) if cards * (wide + GAP) + _LEAST_NAME + 2 <= own), CARD)
    longest = cards * (card + GAP)
    if longest + _LEAST_NAME + 2 > own:
        shown = deal.dealt if whole else deal.left
        lines = [
            line
            for seat in seats
            for line in wrap(
                (*_name(board, seat, _WRAPPED_NAME), *_hand(shown[seat], deal.left[seat], 0, whole=whole)),
                width,
                hang=_WRAPPED_NAME + 3,
            )
        ]
        return tuple(fit(line, width) for line in lines[:height])
    name = min(LONGEST_NAME, own - longest - 2)
    rows = [(*_name(board, seat, name), *_hand(places[seat], deal.left[seat], card, whole=whole)) for seat in seats]
    if own < width:
        half = (len(rows) + 1) // 2
        return beside([tuple(fit(line, own) for line in (*rows, BLANK)[first:][:half]) for first in (0, half)], 0)
    return tuple(fit(line, width) for line in spaced_lines(rows, spaced=spaced))


def _name(board: Board, seat: Seat, width: int) -> Line:
    turn = board.game is not None and seat in board.game.asked
    hue = Hue.ACCENT if turn else Hue.STRONG if seat == board.people.viewer else Hue.TEXT
    return (Span("  "), Span(left(board.people.call(seat), width), hue))


def _hand(dealt: tuple[Card, ...], held: tuple[Card, ...], width: int, *, whole: bool) -> Line:
    """Draw a hand; of equal cards, the last ones count as played.

    Those held stand out, those played are dots, or cards as well if the hand is shown ``whole``.
    """
    rest, spans = list(held), list[Span]()
    for card in dealt:
        spans.append(Span(" " * GAP))
        if is_held := card in rest:
            rest.remove(card)
        if not is_held and not whole:
            spans.append(Span(middle("·", width), Hue.FAINT))
            continue
        text = glyph(card) if not whole else f"[{glyph(card)}]" if is_held else f" {glyph(card)} "
        ground = Ground.CARD if is_held and width else Ground.TABLE
        spans.append(Span(middle(text, width or cells(text)), SUIT_HUES[card.suit], ground))
    return tuple(spans)
