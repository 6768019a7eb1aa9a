"""A page of the score sheet for each set of hands of a duplicate game: a line a hand, a column a player."""

from collections.abc import Sequence
from typing import Final

from chwech_tui.drawing.line import BLANK, cells, left, right
from chwech_tui.drawing.seats import spaced_lines
from chwech_tui.model.board import Board
from chwech_tui.model.cards import glyph
from chwech_tui.model.duplicate import HandPlayed, sets_of, sums
from chwech_tui.model.ink import SUIT_HUES, Hue, Line, Picture, Span
from chwech_tui.model.people import People, clockwise
from chwech_tui.model.rating import change_sign
from protocol.cards import Card
from protocol.language import _
from protocol.vocabulary import Seat

_WIDEST: Final = 13
"""The width of the widest column of a player, in cells."""


def draw_set(board: Board, number: int, width: int, *, spaced: bool) -> Picture:
    """Draw what each player made of each hand of a set; sets are counted from 0."""
    sets = sets_of(board)
    if board.table is None or number >= len(sets):
        return ()
    hands, seats, people = sets[number], clockwise(board.table), board.people
    card = max(cells(glyph(card)) for hand in hands for card in hand.cards) + 1
    first = card * max(len(hand.cards) for hand in hands)
    column = min(_WIDEST, (width - 2 - first) // len(seats))
    names = tuple(_name(people, seat, column) for seat in seats)
    title = (
        Span(_("Hands of set {number} of {sets}", number=number + 1, sets=len(sets)), Hue.STRONG),
        Span("   " + _("points above the mean of each hand"), Hue.TEXT),
    )
    rows = ((*_cards(hand.cards, card, first), *_margins(hand, seats, people, column)) for hand in hands)
    total = sums(hands)
    together = tuple(Span(right(change_sign(round(total[seat])), column), Hue.ACCENT) for seat in seats)
    return (
        title,
        BLANK,
        (Span(" " * first), *names),
        *spaced_lines(rows, spaced=spaced),
        *((BLANK,) if spaced else ()),
        (Span(left(_("together"), first), Hue.DIM), *together),
    )


def _name(people: People, seat: Seat, width: int) -> Span:
    hue = Hue.STRONG if seat == people.viewer else Hue.FAINT
    return Span(" " + right(people.call(seat), width - 1), hue)


def _cards(cards: Sequence[Card], card: int, width: int) -> Line:
    spans = tuple(Span(left(glyph(one), card), SUIT_HUES[one.suit]) for one in cards)
    return (*spans, Span(" " * (width - card * len(cards))))


def _margins(hand: HandPlayed, seats: Sequence[Seat], people: People, width: int) -> Line:
    best = max(hand.margins)
    return tuple(
        Span(
            right(change_sign(round(hand.margins[seat])), width),
            Hue.ACCENT if hand.margins[seat] == best else Hue.STRONG if seat == people.viewer else Hue.TEXT,
        )
        for seat in seats
    )
