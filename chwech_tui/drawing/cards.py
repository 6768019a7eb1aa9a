"""The cards of a table: one's own hand, those of a trick or in a row, all hands of a deal, and the piles won."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, NamedTuple

from chwech_tui.drawing.deck import draw_slot, lying
from chwech_tui.drawing.game import draw_pile
from chwech_tui.drawing.line import BLANK, beside, cells, draw_name, fit, left, measure, middle, wrap
from chwech_tui.drawing.panel import draw_button
from chwech_tui.drawing.plan import Box
from chwech_tui.model.board import Board, card_values, value_words
from chwech_tui.model.cards import (
    LARGE,
    MIDDLE,
    SMALL,
    TINY,
    CardLook,
    CardSize,
    Face,
    Group,
    ShownTrick,
    Strokes,
    face_of,
    glyph,
)
from chwech_tui.model.ink import SUIT_HUES, Ground, Hue, Line, Pick, Picture, Span, plain
from chwech_tui.model.people import LONGEST_NAME, clockwise
from chwech_tui.model.picking import number_sign
from chwech_tui.model.prompt import BACK
from chwech_tui.model.settings import HandOrder
from protocol.cards import Card
from protocol.game import OpenDeal
from protocol.language import _, pgettext
from protocol.message import Seat

Placed = tuple[str, Box, Picture]
"""A picture with its name and its place on the screen."""


def pass_mark() -> str:
    """Return what stands in the place of a card that was not played, at most five cells wide."""
    # Translators: at most five letters.
    return pgettext("in place of a card", "pass")


LONGEST_WORD: Final = 9  # The width to which what a seat says is cut, in cells.


def place_card(shown: ShownTrick, seat: Seat, box: Box, look: CardLook, *, free: bool = False) -> tuple[Box, Picture]:
    """Return what lies before a seat: its card, what it has said instead, a pass; a free place is drawn as such.

    The card that takes the trick has a halo.
    """
    turns = dict(shown.laid.turns)
    if seat not in turns:
        return box, draw_slot(look.size) if free else ()
    turn = turns[seat]
    if isinstance(turn, Face):
        halo = Hue.INFO if seat == shown.taker else None
        return box_around((box.x, box.y), look.size), lying(turn, look, Ground.CARD, halo=halo)
    words = pass_mark() if turn is None else turn
    wide = max(box.width, min(cells(words), LONGEST_WORD))
    line = (Span(middle(words, wide), Hue.FAINT if turn is None else Hue.STRONG, None),)
    return Box(box.x - (wide - box.width) // 2, box.y + box.height // 2, wide, 1), (line,)


def box_around(at: tuple[int, int], size: CardSize) -> Box:
    """Return the place of a card that lies at a cell, with its shadow or halo around it."""
    return Box(at[0] - 1, at[1] - 1, size.width + 2, size.height + 2)


# The hand


_LEAST_STEP: Final = 4  # The least that is seen of a card in a fan, in cells: rank and suit.
_MARGIN: Final = 2  # What is left free at both ends of a hand, in cells.
_BARE: Final = 4  # The width of a card without edges, in cells.


class _Held(NamedTuple):
    """A card of the hand, as it is drawn."""

    card: Card
    place: int
    mark: str
    """What stands below it."""
    ground: Ground
    hue: Hue
    """The hue of the mark."""
    chosen: bool
    marked: bool


def draw_hand(board: Board, box: Box, look: CardLook) -> Iterator[Placed]:
    """Yield the cards of the hand, the chosen one last, and what stands below them; a line of the box is above."""
    game = board.game
    if game is None or board.kind is None:
        return
    if not board.hand:
        if game.viewer is not None and any(game.fields["hands"]):
            words = fit((Span(middle(_("No cards in your hand."), box.width), Hue.FAINT),), box.width)
            yield "hand", box._replace(y=box.y + box.height // 2, height=1), (words,)
        return
    held = _held(board)
    trumps = board.kind.hidden_trumps(game)
    by_suit = board.settings.order is HandOrder.SUIT
    look, xs = _spread(board.hand, trumps, box.width - 2 * _MARGIN, look, by_suit=by_suit)
    if not xs:
        yield "hand", box, _bare(held, box.width, box.height)
        return
    wide, y = look.size.width, box.y + box.height - 1 - look.size.height
    drawn: list[Placed] = []
    seen = [*[min(wide, after - x) for x, after in pairwise(xs)], wide]
    overs = [False, *[room < wide for room in seen[:-1]]]
    for one, x, room, over in zip(held, xs, seen, overs, strict=True):
        lines, lit = look.strokes is Strokes.DRAWN, one.chosen or one.marked
        # Where there are no colours, what is chosen stands higher.
        where = box_around((box.x + _MARGIN + x, y - (lines and lit)), look.size)
        ground = Ground.CHOSEN if lines and one.chosen else one.ground
        halo = Hue.HALO if lit and not lines else None
        covered = room < wide and not one.chosen
        drawn.append(_placed(one.place, one.card, where, look, ground, over=over, covered=covered, halo=halo))
    yield from sorted(drawn, key=lambda one: one[0] == f"hand{board.chosen}")
    marks = _marks(held, xs, seen, wide)
    yield "marks", Box(box.x + _MARGIN, y + look.size.height, box.width - _MARGIN, 1), (marks,)


@lru_cache(4096)
def _placed(place: int, card: Card, where: Box, look: CardLook, ground: Ground, **how: Any) -> Placed:  # noqa: ANN401
    """Return a card of the hand: the same object as before where a key leaves it alone, so that it is not compared."""
    return f"hand{place}", where, lying(face_of(card), look, ground, Pick(place), **how)


def _marks(held: Sequence[_Held], xs: Sequence[int], seen: Sequence[int], wide: int) -> Line:
    """Return the line below the cards: each mark below what is seen of its card."""
    line: list[Span] = []
    at = 0
    for one, x, room in zip(held, xs, seen, strict=True):
        if not one.mark:
            continue
        text = one.mark if cells(one.mark) + 2 > room else f" {one.mark} "
        start = max(at, x + (min(room, wide) - cells(text)) // 2)
        line += [Span(" " * (start - at), Hue.TEXT, None), Span(text, one.hue, aim=Pick(one.place))]
        at = start + cells(text)
    return tuple(line)


@lru_cache(512)
def _spread(
    hand: Sequence[Card], trumps: Sequence[Card], width: int, look: CardLook, *, by_suit: bool
) -> tuple[CardLook, tuple[int, ...]]:
    """Return the size in which the cards of a hand stand in a line, and where; nowhere if even small ones do not."""
    suits = [None if card in trumps else card.suit for card in hand]
    # In another order than by suit, a wider gap between two suits would mean nothing.
    parted = [by_suit and one is not other for one, other in pairwise(suits)]
    sizes = [size for size in (look.size, LARGE, MIDDLE, SMALL) if size.height <= look.size.height]
    for size in dict.fromkeys(sizes):
        for step, between in _steps(size):
            steps = [between if apart else step for apart in parted]
            whole = sum(steps) + size.width
            if whole <= width:
                first = (width - whole) // 2
                return look._replace(size=size), tuple(first + sum(steps[:at]) for at in range(len(hand)))
    return look, ()


def _steps(size: CardSize) -> Iterator[tuple[int, int]]:
    """Yield how far a card stands from the one before it, and from one of another suit, the widest first."""
    wide = size.width
    yield from ((wide + 1, wide + gap) for gap in (3, 2, 1))
    least = 6 if size.height >= LARGE.height else _LEAST_STEP
    yield from ((step, wide + 1) for step in range(wide - 1, least - 1, -1))
    yield from ((step, step) for step in range(wide - 1, least - 1, -1))


def _held(board: Board) -> tuple[_Held, ...]:
    _table, kind, game = board.begun
    chosen, marked = board.chosen, board.marked
    playable, worth = kind.usable(game), card_values(board)
    best, trumps = next(iter(worth), None), kind.hidden_trumps(game)
    # Nothing is in the shade while it is not the viewer's turn, or while one judges the hand, as in an auction.
    unplayable = Ground.SHADED if game.legal and playable else Ground.CARD
    held: list[_Held] = []
    for place, card in enumerate(board.hand):
        ground = Ground.CARD if card in playable else unplayable
        is_chosen, is_marked, hue = place == chosen, card in marked, Hue.DIM
        mark = "✓" if is_marked else number_sign(place) if ground is Ground.CARD and playable else ""
        # Translators: below a card, after its number: it is a trump. One letter.
        mark += pgettext("below a card", "T") if card in trumps else ""
        if worth and card in worth:
            mark = value_words(worth[card])
            hue = Hue.INFO if card == best else Hue.TEXT
        elif is_chosen:
            mark, hue = _mark_of_chosen(board, mark or number_sign(place)), Hue.ACCENT
        held.append(_Held(card, place, mark, ground, hue, is_chosen, is_marked))
    return tuple(held)


def _mark_of_chosen(board: Board, mark: str) -> str:
    """Return what stands below the chosen card: its mark and that it is chosen, or that it is played next."""
    if board.premove is not None and board.premove.card is not None:
        # Translators: on the card that is played next; at most five letters.
        return pgettext("below a card", "next")
    return f"▴{mark}"


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
    """Draw one card without edges; its ground says that it is chosen, and marked where its mark has no room."""
    face = face_of(one.card)
    ground = Ground.CHOSEN if one.chosen or (named and one.marked) else one.ground
    return Span(middle(face.corner, _BARE), face.hue, ground, Pick(one.place))


# Cards in a row in the middle


_APART: Final = 2  # The gap between two groups, in cells.
_MORE: Final = 5  # The width of the number of groups that are left out, with the gap after it, in cells.


def draw_row(row: tuple[Group, ...], box: Box, look: CardLook) -> Iterator[Placed]:
    """Yield groups of cards side by side, as large as they fit, with the words below them.

    A number says how many are left out before them where even small cards do not fit.
    """
    sizes = [size for size in (look.size, MIDDLE, SMALL, TINY) if size.height <= look.size.height]
    words = 2 + any(group.mark for group in row)
    for size in dict.fromkeys(sizes):
        look, down = look._replace(size=size), 2 if any(len(group.faces) == 2 for group in row) else 0
        down = min(down, max(0, box.height - size.height - words))
        widths = [_wide(group, size) for group in row]
        whole = sum(widths) + _APART * (len(row) - 1)
        if whole <= box.width and size.height + down + words <= box.height:
            break
    first = 0
    while first < len(row) - 1 and sum(widths[first:]) + _APART * (len(row) - 1 - first) > box.width - _MORE * (
        first > 0
    ):
        first += 1
    whole = sum(widths[first:]) + _APART * (len(row) - 1 - first)
    x = box.x + max(0, box.width - whole - _MORE * (first > 0)) // 2
    y = box.y + max(0, (box.height - look.size.height - down - words) // 2)
    if first:
        yield "more", Box(x, y + look.size.height // 2, _MORE, 1), ((Span(f"+{first}", Hue.FAINT),),)
        x += _MORE
    for number, group in enumerate(row[first:], first):
        yield from _draw_group(f"group{number}", group, (x, y, widths[number], down), look)
        x += widths[number] + _APART


def _step(group: Group, size: CardSize) -> int:
    return min(size.width, 4 if len(group.faces) == 2 else 3 if size.width <= MIDDLE.width else 4)


def _wide(group: Group, size: CardSize) -> int:
    own = size.width + _step(group, size) * max(0, len(group.faces) - 1)
    return max(own, min(cells(group.caption), _CAPTION), measure(group.mark))


def _draw_group(name: str, group: Group, at: tuple[int, int, int, int], look: CardLook) -> Iterator[Placed]:
    """Yield cards of which each covers the one before it but for a step, and the words below them."""
    x, y, wide, down = at
    step, ground = _step(group, look.size), Ground.SHADED if group.shaded else Ground.CARD
    own = look.size.width + step * max(0, len(group.faces) - 1)
    left = x + (wide - own) // 2
    for place, face in enumerate(group.faces):
        lower = down if len(group.faces) == 2 and place else 0
        where = box_around((left + step * place, y + lower), look.size)
        yield f"{name}-{place}", where, lying(face, look, ground, over=bool(place), covered=face is not group.faces[-1])
    hue = group.mark[0].hue if group.mark else Hue.DIM
    words = [middle(text, wide) for text in (group.caption, plain(group.mark)) if text]
    lines = tuple((Span(text, hue, None),) for text in words)
    yield f"{name}-words", Box(x, y + look.size.height + down + (look.size != TINY), wide, len(lines)), lines


_CAPTION: Final = 9  # The width to which a caption widens its group, in cells.


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
