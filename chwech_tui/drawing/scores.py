"""How the scores of a deal were made: one's own in large figures, and a row for each seat with its total as a bar."""

import hashlib
from collections.abc import Sequence
from typing import Final, NamedTuple

from chwech_tui.drawing import charts
from chwech_tui.drawing.game import DealScore, deal_score
from chwech_tui.drawing.line import BLANK, cells, fit, indent, left, marked, measure, right, wrap
from chwech_tui.drawing.panes import INSET, draw_pane
from chwech_tui.drawing.plates import boxes_of, sign
from chwech_tui.model.board import Board
from chwech_tui.model.cards import Strokes, card_span
from chwech_tui.model.game import cannot_draw
from chwech_tui.model.ink import Ground, Hue, Ink, Line, Picture, Span, on
from chwech_tui.model.people import clockwise
from protocol.game import DealSheet, View
from protocol.language import N_, _
from protocol.message import Seat

ALL: Final = 1000  # More than there are seats: all are counted.
WIDEST: Final = 156  # The greatest width of a page, in cells.
_ROOMY: Final = 116  # The width from which steps of meters are wide, and names long, in cells.
_METERS: Final = 92  # The width from which there are meters.


class SheetLook(NamedTuple):
    """How a page of the sheet is drawn, and what it shows."""

    strokes: Strokes = Strokes.PAINTED
    hands: bool = False
    """True for all hands of the deal, if they are known, in place of its scores."""
    proof: bool = False
    """True for the seal of the cards in place of what the figures mean."""
    counted: int = ALL
    """How many of the seats are counted up, in order of play, or placed, from the last one."""


def draw_deal(board: Board, page: int, size: tuple[int, int], look: SheetLook) -> Picture:
    """Draw how the scores of a deal were made, as large as there is room for it."""
    table, kind, game = board.begun
    wide, height = min(size[0], WIDEST), size[1]
    score = deal_score(kind, game, page, board.people, 2 if wide >= _ROOMY else int(wide >= _METERS))
    if not score.columns:
        return ((Span(cannot_draw(), Hue.ALERT),),)
    notes = _seal(game.sheets[page], dict(board.seals).get(page + 1)) if look.proof else ()
    notes = notes or tuple(row for note in score.notes for row in wrap((Span(note, Hue.FAINT),), wide - 2, hang=0))
    for scale, pitch in ((3, 4), (3, 3), (2, 4), (2, 3), (1, 3), (2, 2), (1, 2), (1, 1), (0, 2), (0, 1)):
        gap = [BLANK] * (bool(notes) and pitch < 2)
        above = _own_score(board, page, score, (wide, scale), look)
        if above and len(above) + 2 + len(table.seats) * pitch + len(notes) + len(gap) <= height:
            break
    rows = _rows(board, page, score, (wide, pitch), look)
    return (*above, BLANK, *rows, *gap, *(indent(note, 1) for note in notes))[:height]


# One's own score


def _own_score(board: Board, page: int, score: DealScore, size: tuple[int, int], look: SheetLook) -> Picture:
    """Draw the viewer's score, or the best, in figures so many times as large; nothing where they have no room.

    Without a scale, or where cards are drawn by lines, it is told in a line.
    """
    (_table, kind, game), (wide, scale) = board.begun, size
    sheet, words = game.sheets[page], kind.words
    best = Seat(sheet.points.index(max(sheet.points)))
    seat = board.people.viewer if board.people.viewer is not None else best
    points, total, made = sheet.points[seat], sheet.totals[seat], score.made[seat]
    written = (words.scores or words.figures)(points)
    before = _("total {before} → ", before=words.figures(total - points))
    aside: Line = (Span(before, Hue.DIM), Span(words.figures(total), Hue.STRONG)) if look.counted > len(made) else ()
    if seat != board.people.viewer:
        aside = (Span(f"{board.people.name(seat)}   ", Hue.STRONG), *aside)
    factors = [(told, number, hue) for told, number, hue in made if number]
    pieces, inks = _product([(number, hue) for _told, number, hue in factors], written, look.counted)
    if not scale or look.strokes is Strokes.DRAWN or not pieces:
        return draw_pane((_in_words(made, written),), (wide, 4), look.strokes, score.title, aside)
    large = charts.draw_pixels(charts.side_by_side(pieces, 2 * _APART), inks, scale)
    if measure(large[0]) > wide - 2 * INSET:
        return ()
    told: Line = _captions([line for line, _number, _hue in factors[: look.counted]], pieces, scale)
    if not factors:
        told = tuple(span for line, _number, _hue in made for span in (*line, Span("   ")))
    unit: Line = (Span("  " + (_("points") if factors else score.columns[-2].heading.strip()), Hue.DIM),)
    if look.counted > len(factors) and measure((*large[-1], *unit)) <= wide - 2 * INSET:
        large = (*large[:-1], (*large[-1], *unit))
    gap = [BLANK] * (scale > 1 or wide > _METERS)
    lines = (*gap, told, *large, *gap[: scale - 1])
    return draw_pane(lines, (wide, len(lines) + 3), look.strokes, score.title, aside)


_APART: Final = 2  # The cells between two figures of a product.


def _product(
    factors: Sequence[tuple[int, Hue]], points: str, counted: int
) -> tuple[list[charts.Pixels], dict[str, Ink]]:
    """Return the pictures of a product, as far as it is counted up, and their inks; none if points have no picture.

    A factor is nine boxes, a figure, and the sign after it.
    """
    inks: dict[str, Ink] = {"t": Hue.STRONG, "f": Hue.FAINT, "e": Hue.EMPTY}
    pieces, lit = list[charts.Pixels](), "t"
    for place, (number, hue) in enumerate(factors):
        letter, known = "abc"[place], counted > place
        inks[letter] = hue
        lit = letter if hue is Hue.GOOD else lit
        figure = charts.figures(str(number), letter if hue is Hue.GOOD else "t")
        pieces += [charts.boxes(number * known, letter, "e"), figure if known else _hidden(figure)]
        pieces.append(charts.figures("=" if place == len(factors) - 1 else "×", "f"))
    result = charts.figures(points, lit)
    if not result:
        return [], inks
    return [*pieces, result if counted > len(factors) else _hidden(result)], inks


def _hidden(picture: charts.Pixels) -> charts.Pixels:
    return ["." * len(row) for row in picture]


def _captions(told: Sequence[Line], pieces: Sequence[charts.Pixels], scale: int) -> Line:
    """Return what each factor counts, above its boxes."""
    line: Line = ()
    for place, words in enumerate(told):
        before = sum(len(piece[0]) // 2 + _APART for piece in pieces[: 3 * place])
        line = (*fit(line, before * scale), *words)
    return line


def _in_words(made: Sequence[tuple[Line, int, Hue]], points: str) -> Line:
    """Return how a score was made in a line."""
    told = tuple(span for words, _number, _hue in made for span in (*words, Span("   ")))
    product = " × ".join(str(number) for _words, number, _hue in made if number)
    return (*told, Span(f"{product} = " if product else "", Hue.DIM), Span(points, Hue.STRONG))


# The rows


def _rows(board: Board, page: int, score: DealScore, size: tuple[int, int], look: SheetLook) -> Picture:
    """Draw the row of each seat, its total as a bar: dim what it was before, bright what the deal has brought."""
    table, _kind, game = board.begun
    (wide, pitch), sheet, columns = size, game.sheets[page], score.columns[:-1]
    befores = [total - points for total, points in zip(sheet.totals, sheet.points, strict=True)]
    name = 20 if wide >= _ROOMY else 13
    totals = score.columns[-1]
    first, end = sum(measure(one.cells[0]) for one in columns), measure(totals.cells[0])
    bar = wide - 2 - name - first - 3 - end - 2
    scale = min(0, *befores, *sheet.totals), max(1, *befores, *sheet.totals)
    about = _("total before, and this deal")
    about = left(about if cells(about) < bar else "", bar)
    head = f"{' ' * (name + 2)}{''.join(one.heading for one in columns)}   {about}{totals.heading}"
    lines: list[Line] = [fit((Span(head, Hue.FAINT),), wide)]
    for number, seat in enumerate(clockwise(table)):
        counted, own = number < look.counted, seat == board.people.viewer
        ground = Ground.PLATE if own else Ground.TABLE
        exact = any(factor and hue is Hue.GOOD for _words, factor, hue in score.made[seat])
        parts = charts.stretches(befores[seat], sheet.totals[seat], Hue.GOOD if exact else Hue.BOX)[: 1 + counted]
        drawn = charts.draw_bar(parts, scale, bar, look.strokes, ground, thin=pitch == 1)
        told: Line = (Span(" " * first),)
        if counted:
            told = boxes_of(tuple(span for one in columns for span in one.cells[seat]), look.strokes)
        total = totals.cells[seat] if counted else (Span(right(str(befores[seat]), end), Hue.DIM),)
        caption = Span(left(called(board, seat, name - 1), name), Hue.STRONG if own else Hue.TEXT)
        lines.append(on(fit((Span("  "), caption, *told, Span("   "), *drawn, *total), wide), ground))
        if pitch > 1:
            held = indent(_held(game, page, seat) if counted else (), 2)
            second = (*fit(held, first + name + 5), *(drawn if pitch > 2 else ()))
            lines.append(on(fit(second, wide), ground))
            lines += [BLANK] * (pitch - 2)
    return tuple(lines)


def called(board: Board, seat: Seat, width: int) -> str:
    """Return a name as its reader calls it, with its sign."""
    return marked(board.people.call(seat), sign(board, seat).rstrip(), width)


def _held(game: View, page: int, seat: Seat) -> Line:
    """Return the cards that a seat still held when a deal ended; empty for none."""
    held = game.hands[page].left if page < len(game.hands) else game.left if page == len(game.sheets) - 1 else ()
    if not held or not held[seat]:
        return ()
    return (Span(_("in hand"), Hue.FAINT), *(span for card in held[seat] for span in (Span(" "), card_span(card))))


# The seal


def _seal(sheet: DealSheet, told: str | None) -> Picture:
    if sheet.seed is None or sheet.commitment is None:
        return ()
    seal, word = _("seal {seal}", seal=sheet.commitment), seal_word(sheet.seed, sheet.commitment, told)
    proof = _("Deck verified: it matches the seal published before the deal.")
    return (
        (Span(_("seed {seed}", seed=sheet.seed), Hue.FAINT),),
        (Span(f"{seal} {word}", Hue.FAINT),),
        *(((Span(proof, Hue.FAINT),),) if told is not None and word == _(FITS) else ()),
    )


FITS: Final = N_("fits")  # What is said of a seal that proves the cards, marked for translation.


def seal_word(seed: str, commitment: str, told: str | None) -> str:
    """Return in words how a seed compares with its commitment, and that with the one received earlier (``told``)."""
    if told is not None and told != commitment:
        return _("was different!")
    try:
        fits = hashlib.sha256(bytes.fromhex(seed)).hexdigest() == commitment
    except ValueError:
        fits = False
    return _(FITS) if fits else _("does not match!")
