"""A trick in the order played, with the seat that takes it or would take it as it stands."""

from typing import Final, NamedTuple

from chwech_tui.drawing.card import blank_card, draw_card
from chwech_tui.drawing.line import beside, fit, middle
from chwech_tui.model.cards import CardLook, Face
from chwech_tui.model.ink import Ground, Hue, Line, Picture, Span
from chwech_tui.model.people import People
from protocol.vocabulary import Seat

GAP: Final = 1


class Laid(NamedTuple):
    """The turns of a trick."""

    turns: tuple[tuple[Seat, Face | None], ...]
    """Each seat with the card it played, in order; None for a pass."""

    over: bool = False


def draw_laid(title: Line, laid: Laid, taker: Seat | None, people: People, width: int, look: CardLook) -> Picture:
    """Draw a trick below its title, with room for every seat that can still act."""
    if not laid.turns:
        return (fit(title, width),)
    seats = max(len(laid.turns), len(people.names))
    own = max(look.size.width, min(16, (width - GAP * (seats - 1)) // seats))
    mark = "▴ took it" if laid.over else "▴ so far"
    mark = mark if own >= len(mark) else "▴"
    turns = []
    for seat, face in laid.turns:
        takes = seat == taker
        hue = Hue.ACCENT if takes else Hue.DIM
        name: Line = (Span(middle(people.call(seat), own), hue),)
        ground = Ground.SHADED if laid.over and not takes else Ground.CARD
        card = blank_card(look.size, "pass") if face is None else draw_card(face, look, ground)
        turns.append((*_under(card, look.size.width, own), name, (Span(middle(mark if takes else "", own), hue),)))
    return tuple(fit(line, width) for line in (title, *beside(turns, GAP)))


def _under(card: Picture, own: int, width: int) -> Picture:
    before = (width - own) // 2
    return tuple((Span(" " * before), *line, Span(" " * (width - own - before))) for line in card)
