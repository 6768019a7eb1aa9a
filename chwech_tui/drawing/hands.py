"""All hands of a deal, open after the game: as they were dealt, with what was never played marked."""

from chwech_tui.describe import glyph
from chwech_tui.drawing.line import BLANK, left
from chwech_tui.drawing.name import draw_name
from chwech_tui.model.board import Table, clockwise
from chwech_tui.model.ink import SUIT_HUES, Hue, Line, Picture, Span
from chwech_tui.model.people import People
from protocol.cards import Card
from protocol.chwech.views import OpenDeal

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
