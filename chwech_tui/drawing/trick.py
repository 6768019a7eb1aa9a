"""What lies in the middle of the table: a trick in the order played, groups of cards in a row, or a card turned up."""

from typing import Final

from chwech_tui.drawing.cards import GAP, draw_card, draw_turn, taker_mark
from chwech_tui.drawing.line import BLANK, beside, cropped, fit, measure, middle, wrap
from chwech_tui.model.cards import TINY, CardLook
from chwech_tui.model.ink import Ground, Hue, Line, Picture, Span
from chwech_tui.model.people import People
from chwech_tui.model.trick import Group, ShownTrick, TurnUp
from protocol.vocabulary import Seat


def draw_trick(shown: ShownTrick, people: People, width: int, look: CardLook, lit: Seat | None = None) -> Picture:
    """Draw what lies in the middle of the table, below its titles."""
    above = tuple(fit(line, width) for line in shown.titles)
    if shown.row:
        return (*above, *draw_row(shown.row, width, look))
    if shown.turn_up is not None:
        return (*above, *(fit(line, width) for line in _draw_turn_up(shown.turn_up, width, look)))
    return (*above, *draw_laid(shown, people, width, look, lit))


def _draw_turn_up(turn_up: TurnUp, width: int, look: CardLook) -> Picture:
    """Draw the card turned up, and beside it what becomes of it."""
    card = draw_card(turn_up.face, look, Ground.CARD if turn_up.is_open else Ground.SHADED)
    words = wrap(turn_up.words, max(1, width - look.size.width - 4), hang=0)
    above = 0 if look.size == TINY else (look.size.height - 1) // 2
    told = (*(BLANK,) * above, *words)[: max(above + 1, look.size.height)]
    return beside([card, (*told, *(BLANK,) * (len(card) - len(told)))], 2)


def draw_laid(shown: ShownTrick, people: People, width: int, look: CardLook, lit: Seat | None = None) -> Picture:
    """Draw the cards of a trick with their players, with room for every seat that can still act."""
    laid = shown.laid
    if not laid.turns:
        return ()
    seats = max(len(laid.turns), len(people.names))
    own = max(look.size.width, min(16, (width - GAP * (seats - 1)) // seats))
    mark = taker_mark(over=laid.over)
    mark = mark if own >= len(mark) else "▴"
    turns = []
    for seat, turn in laid.turns:
        takes = seat == shown.taker
        hue = Hue.ACCENT if takes else Hue.DIM
        name: Line = (Span(middle(people.call(seat), own), hue),)
        ground = Ground.SHADED if laid.over and not takes else Ground.CHOSEN if seat == lit else Ground.CARD
        card = draw_turn(turn, look, ground)
        turns.append((*_under(card, own), name, (Span(middle(mark if takes else "", own), hue),)))
    return tuple(fit(line, width) for line in beside(turns, GAP))


def _under(card: Picture, width: int) -> Picture:
    own = measure(card[0])
    before = (width - own) // 2
    return tuple((Span(" " * before), *line, Span(" " * (width - own - before))) for line in card)


_STEPS: Final = (5, 4, 3)
"""How much is seen of a card on which another one of its group lies, in cells, the most first."""

_APART: Final = 2
"""The gap between two groups, in cells."""


def draw_row(row: tuple[Group, ...], width: int, look: CardLook) -> Picture:
    """Draw groups of cards side by side, the last ones that fit; a number says how many are left out before them."""
    for step in (look.size.width, *_STEPS):
        groups = [_draw_group(group, step, look) for group in row]
        if _wide(groups) <= width:
            break
    first = 0
    if _wide(groups) > width:
        fitting = (first for first in range(1, len(groups)) if _wide(groups[first:]) <= width - _MORE)
        first = next(fitting, len(groups) - 1)
    above = (look.size.height - 1) // 2
    before = [_lines((*("",) * above, f"+{first}"), _MORE - _APART, len(groups[0]))] if first else []
    return tuple(fit(line, width) for line in beside([*before, *groups[first:]], _APART))


_MORE: Final = 5
"""The width of the number of groups that are left out, with the gap after it, in cells."""


def _wide(groups: list[Picture]) -> int:
    return sum(measure(group[0]) for group in groups) + _APART * (len(groups) - 1)


def _draw_group(group: Group, step: int, look: CardLook) -> Picture:
    """Draw cards of which each covers the one before it but for a step, with the words below them."""
    ground = Ground.SHADED if group.shaded else Ground.CARD
    drawn = [draw_card(face, look, ground) for face in group.faces]
    size = look.size
    rows = [
        tuple(span for card in drawn[:-1] for span in cropped(card[line], min(step, size.width))) + drawn[-1][line]
        if drawn
        else (Span(" " * size.width),)
        for line in range(size.height)
    ]
    wide = max(measure(rows[0]), min(len(group.caption), _CAPTION), len(group.mark))
    hue = Hue.ACCENT if group.mark else Hue.DIM
    words = ((Span(middle(group.caption, wide), hue),), (Span(middle(group.mark, wide), Hue.ACCENT),))
    return (*_under(tuple(rows), wide), *words)


_CAPTION: Final = 9
"""The width to which a caption widens its group, in cells."""


def _lines(texts: tuple[str, ...], width: int, height: int) -> Picture:
    shown = (*texts, *("",) * (height - len(texts)))
    return tuple((Span(middle(text, width), Hue.DIM),) for text in shown[:height])
