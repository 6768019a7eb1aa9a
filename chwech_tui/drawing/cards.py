"""One card and what stands in its place; the cards in the middle of the table; and the viewer's hand, numbered."""

from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple, assert_never

from chwech_tui.describe import cards_words
from chwech_tui.drawing.line import BLANK, beside, cells, cropped, fit, indent, left, measure, middle, right, wrap
from chwech_tui.model.board import Board
from chwech_tui.model.cards import (
    HUGE,
    LARGE,
    SMALL,
    TINY,
    CardLook,
    CardSize,
    Face,
    Group,
    ShownTrick,
    Strokes,
    TurnUp,
    face_of,
)
from chwech_tui.model.hints import card_values, value_words
from chwech_tui.model.ink import Aim, Ground, Hue, Line, Pick, Picture, Span
from chwech_tui.model.people import People
from chwech_tui.model.settings import Order
from protocol.cards import Card
from protocol.language import _, pgettext
from protocol.message import Seat


@lru_cache(4096)
def draw_card(face: Face, look: CardLook, ground: Ground, aim: Aim | None = None) -> Picture:
    """Draw one card; a tiny one has no edge. It is cached, because the same cards are drawn again and again."""
    if look.size == TINY:
        return ((Span(middle(face.corner, TINY.width), face.hue, ground, aim),),)
    match look.strokes:
        case Strokes.COLOUR:
            rows = _blocked(face, look.size)
        case Strokes.ROUND:
            rows = _edged(face, look.size, ground)
        case Strokes.DRAWN:
            rows = _stroked(face, look.size, ground)
        case _:
            assert_never(look.strokes)
    return tuple(tuple(Span(text, hue, ground, aim) for text, hue in row) for row in rows)


_Row = tuple[tuple[str, Hue], ...]
"""One line of a card: texts with their hues."""


def _blocked(face: Face, size: CardSize) -> list[_Row]:
    """Draw a card by its background, with an upper and lower edge half a line high."""
    inside = [((text, face.hue),) for text in _face(face, size)]
    return [(("▄" * size.width, Hue.EDGE),), *inside, (("▀" * size.width, Hue.EDGE),)]


def _edged(face: Face, size: CardSize, ground: Ground) -> list[_Row]:
    """Draw a card edged with lines in the hue of edges: double if it is chosen, with round corners otherwise."""
    upper_left, flat, upper_right, upright, lower_left, lower_right = "╔═╗║╚╝" if ground is Ground.CHOSEN else "╭─╮│╰╯"
    inner = size.width - 2
    bar = (upright, Hue.EDGE)
    inside = [(bar, (_within(text, size), face.hue), bar) for text in _face(face, size)]
    upper, lower = upper_left + flat * inner + upper_right, lower_left + flat * inner + lower_right
    return [((upper, Hue.EDGE),), *inside, ((lower, Hue.EDGE),)]


def _stroked(face: Face, size: CardSize, ground: Ground) -> list[_Row]:
    """Draw a card edged with lines: double if it is chosen, none if it is shaded."""
    inner = size.width - 2
    bars = {Ground.CHOSEN: "╔═╗║╚╝", Ground.SHADED: "      "}.get(ground, "┌─┐│└┘")
    inside = [bars[3] + _within(text, size) + bars[3] for text in _face(face, size)]
    rows = [bars[0] + bars[1] * inner + bars[2], *inside, bars[4] + bars[1] * inner + bars[5]]
    return [((row, face.hue),) for row in rows]


def _within(text: str, size: CardSize) -> str:
    """Return a line of a face between two edges."""
    # A large face is laid out in the full width, and leaves its margins to the edges.
    return text[1:-1] if size.height >= LARGE.height else middle(text.strip(), size.width - 2)


def _face(face: Face, size: CardSize) -> tuple[str, ...]:
    if size.height < LARGE.height:
        return (middle(face.corner, size.width),)
    top, bottom = left(f" {face.corner}", size.width), right(f"{face.corner} ", size.width)
    around = (" " * size.width,) * ((size.height - LARGE.height) // 2)
    return (top, *around, middle(face.symbol, size.width), *around, bottom)


def draw_backs(cards: int, width: int) -> Line:
    """Draw the cards in another hand as their edges and number; the number alone if there are more than fit."""
    words = cards_words(cards) if cards else _("no cards")
    edges = "▌" * cards if cards + 1 + len(words) <= width else ""
    return (Span(f"{edges} " if edges else ""), Span(words, Hue.ALERT if cards == 1 else Hue.DIM))


def pass_mark() -> str:
    """Return what stands in the place of a card that was not played, at most five cells wide."""
    # Translators: at most five letters.
    return pgettext("in place of a card", "pass")


def taker_mark(*, over: bool) -> str:
    """Return what stands below the card that takes a trick, or would as it stands."""
    # Translators: below a name and a card; with the mark, at most nine letters wide.
    return _("▴ took it") if over else _("▴ so far")


def blank_card(size: CardSize, words: str, hue: Hue = Hue.FAINT) -> Picture:
    """Draw words in the place of a card that was not played."""
    rows = [" " * size.width] * size.height
    rows[size.height // 2] = middle(words, size.width)
    return tuple((Span(row, hue),) for row in rows)


def draw_turn(turn: Face | str | None, look: CardLook, ground: Ground) -> Picture:
    """Draw what a seat has done: a card, what it has said instead, or a pass."""
    if turn is None:
        return blank_card(look.size, pass_mark())
    if isinstance(turn, str):
        wide = look.size._replace(width=max(look.size.width, min(cells(turn), LONGEST_WORD)))
        return blank_card(wide, turn, Hue.STRONG)
    return draw_card(turn, look, ground)


LONGEST_WORD: Final = 9
"""The width to which what a seat says is cut, in cells."""

GAP: Final = 1
"""The gap between two cards or two turns of a trick, in cells."""


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


_SUIT_GAP: Final = 3
"""The gap between two suits, in cells."""

_LEAST_STEP: Final = 4
"""The least that is seen of a card in a fan, in cells: rank and suit."""

_BARE: Final = 4
"""The width of a card without edges, in cells."""


class _Held(NamedTuple):
    """A card of the hand, as it is drawn."""

    card: Card
    place: int
    mark: str
    """What stands below it."""

    ground: Ground
    hue: Hue
    """The hue of the mark."""

    raised: bool
    suit_begins: bool
    """True if a wider gap sets it apart from the card before it."""


def draw_hand(board: Board, width: int, look: CardLook, *, centred: bool = False) -> Picture:
    """Draw the hand; the chosen card, and those that are marked, stand a line higher than the others."""
    game = board.game
    if game is None or board.kind is None:
        return ()
    if not board.hand:
        words = fit((Span(_("No cards in your hand."), Hue.FAINT),), width)
        return (BLANK, BLANK, words) if game.viewer is not None else ()
    rows = _rows(_held(board), width, look)
    # Every row is as wide as the first one.
    wide = measure(rows[0])
    before = max(0, (width - wide) // 2) if centred else 0
    if before + wide >= width:
        return tuple(fit(indent(row, before), width) for row in rows)
    margin, after = indent(BLANK, before), Span(" " * (width - before - wide))
    return tuple((*margin, *row, after) for row in rows)


def _held(board: Board) -> tuple[_Held, ...]:
    game, kind = board.game, board.kind
    assert game is not None, "only a game has hands"
    assert kind is not None, "a game has its kind"
    hand, chosen, marked = board.hand, board.chosen, board.marked
    playable, worth = kind.usable(game), card_values(board)
    best = next(iter(worth), None)
    # While it is not the viewer's turn, no card is shaded.
    unplayable = Ground.SHADED if game.legal else Ground.CARD
    # In another order than by suit, a wider gap between two suits would mean nothing.
    suit = hand[0].suit
    by_suit = board.settings.order is Order.SUIT
    held: list[_Held] = []
    for place, card in enumerate(hand):
        ground, hue = Ground.CARD, Hue.ACCENT
        if place == chosen:
            ground = Ground.CHOSEN
        elif card not in playable:
            ground, hue = unplayable, Hue.FAINT
        is_marked = card in marked
        if worth and card in worth:
            mark = f"{'▴' if ground is Ground.CHOSEN else ''}{value_words(worth[card])}"
            hue = Hue.ACCENT if card == best else Hue.TEXT
        elif ground is Ground.CHOSEN:
            mark = _mark_of_chosen(board, "✓" if is_marked else str(place + 1))
        else:
            mark = "✓" if is_marked else "·" if ground is Ground.SHADED else str(place + 1)
        begins, suit = by_suit and card.suit is not suit, card.suit
        held.append(_Held(card, place, mark, ground, hue, is_marked or ground is Ground.CHOSEN, begins))
    return tuple(held)


def _mark_of_chosen(board: Board, mark: str) -> str:
    """Return what stands below the chosen card: its mark and that it is chosen, or that it is played next."""
    if board.premove is not None and board.premove.card is not None:
        # Translators: on the card that is played next; at most five letters.
        return pgettext("below a card", "next")
    return f"▴{mark}"


def _rows(held: tuple[_Held, ...], width: int, look: CardLook) -> Picture:
    """Draw the cards as wide as there is room for."""
    number, size = len(held), look.size
    if number * (size.width + GAP) - GAP > width and size.height < LARGE.height:
        size, look = SMALL, look._replace(size=SMALL)
    apart = sum(one.suit_begins for one in held) * (_SUIT_GAP - GAP)
    whole = number * (size.width + GAP) - GAP
    if whole <= width:
        return _side_by_side(held, _SUIT_GAP if whole + apart <= width else GAP, look)
    step = (width - size.width) // max(1, number - 1)
    return _fan(held, step, look) if step >= _LEAST_STEP else _bare(held, width, size.height + 2)


def _side_by_side(held: tuple[_Held, ...], suit_gap: int, look: CardLook) -> Picture:
    cards = [_card(one, suit_gap if one.suit_begins else GAP if one.place else 0, look) for one in held]
    return tuple(tuple(chain.from_iterable(row)) for row in zip(*cards, strict=True))


def _fan(held: tuple[_Held, ...], step: int, look: CardLook) -> Picture:
    """Draw the cards each covered by the next one but for a step, and each mark below what is seen of its card."""
    cards = [*(_card(one, 0, look, step) for one in held[:-1]), _card(held[-1], 0, look)]
    covered = ([cropped(row, min(step, look.size.width)) for row in card] for card in cards[:-1])
    return tuple(tuple(chain.from_iterable(row)) for row in zip(*covered, cards[-1], strict=True))


def _bare(held: tuple[_Held, ...], width: int, height: int) -> Picture:
    """Draw the cards without edges in as many lines as they need; their marks stand below them if there is room."""
    across = max(1, width // _BARE)
    lines: list[Line] = []
    rows = [held[first : first + across] for first in range(0, len(held), across)]
    numbered = 2 * len(rows) <= height
    for row in rows:
        lines.append(fit(tuple(_bare_card(one, named=not numbered) for one in row), width))
        if numbered:
            marks = (Span(middle(one.mark, _BARE), one.hue, aim=Pick(one.place)) for one in row)
            lines.append(fit(tuple(marks), width))
    return tuple(lines[:height])


def _bare_card(one: _Held, *, named: bool) -> Span:
    """Draw one card without edges; where its mark has no room, its ground says whether it is chosen or marked."""
    face = face_of(one.card)
    ground = Ground.CHOSEN if named and one.raised else one.ground
    return Span(middle(face.corner, _BARE), face.hue, ground, Pick(one.place))


@lru_cache(4096)
def _card(one: _Held, gap: int, look: CardLook, seen: int = HUGE.width) -> Picture:
    """Draw a card with its mark and the gap before it; cached, because few cards change between two drawings.

    Args:
        one: the card.
        gap: the width of the gap.
        look: how cards are drawn.
        seen: the width in which its mark is seen.
    """
    aim = Pick(one.place)
    face = draw_card(face_of(one.card), look, one.ground, aim)
    blank: Line = (Span(" " * look.size.width, aim=aim),)
    below = left(middle(one.mark, min(seen, look.size.width)), look.size.width)
    mark: Line = (Span(below, one.hue, aim=aim),)
    rows = (*face, blank, mark) if one.raised else (blank, *face, mark)
    return tuple((Span(" " * gap), *row) for row in rows) if gap else rows
