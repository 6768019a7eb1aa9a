"""What stands beside a table: its log, the last trick, the scores, the cards to come; and those gone so far."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from chwech_tui.describe import Chronicle, talk_of
from chwech_tui.drawing.cards import Placed, box_around
from chwech_tui.drawing.charts import draw_bar, stretches
from chwech_tui.drawing.deck import lying
from chwech_tui.drawing.game import shown_zones
from chwech_tui.drawing.line import BLANK, balanced, beginning, broken, clip, fit, left, measure, middle, right, wrap
from chwech_tui.drawing.panel import draw_button
from chwech_tui.drawing.plan import FAN, Box
from chwech_tui.model.board import Board
from chwech_tui.model.cards import (
    JOKER_SYMBOL,
    MIDDLE,
    SYMBOLS,
    CardLook,
    CardsGone,
    Face,
    ShownTrick,
    Strokes,
    Whereabouts,
    card_words,
    hue_of,
    suit_line,
)
from chwech_tui.model.ink import SUIT_HUES, Ground, Hue, Line, Picture, Span, worded
from chwech_tui.model.people import clockwise
from chwech_tui.model.prompt import BACK
from games.kit.words import figure
from protocol.cards import Card, Rank, Suit
from protocol.language import N_, _, ngettext, pgettext
from protocol.message import Seat

HANG: Final = 2  # How far the later lines of a sentence are indented, in cells.


def draw_log(chronicle: Chronicle, width: int, height: int) -> Picture:
    """Draw the newest sentences that fit, the newest at the bottom; of one that is too long for that, its beginning."""
    lines: list[Line] = []
    for entry in [entry for entry in reversed(chronicle) if not entry.aside]:
        wrapped = wrap(entry.line, width)
        if not lines:
            wrapped = beginning(wrapped, width, height)
        if len(lines) + len(wrapped) > height:
            break
        lines[:0] = wrapped
    return tuple(fit(line, width) for line in lines)


def draw_talk(chronicle: Chronicle, unread: int, width: int, height: int) -> Picture:
    """Draw the heading of talk, with how much of it is new, and the newest lines that fit, the new ones marked."""
    talk, mark = talk_of(chronicle), Span("● ", Hue.ACCENT)
    marked = [replace(one, line=(mark, *one.line)) for one in talk[len(talk) - unread :]]
    new = Span("  " + ngettext("{n} new", "{n} new", unread) if unread else "", Hue.ACCENT)
    lines = draw_log((*talk[: len(talk) - unread], *marked), width, height - 1)
    return (fit((Span(_("Talk"), Hue.FAINT), new), width), *lines)


def draw_whole_log(chronicle: Chronicle, width: int) -> Picture:
    """Draw all sentences, each to its end: a word that is longer than a line is broken."""
    if not chronicle:
        return (fit((Span(_("Nothing has happened yet."), Hue.DIM),), width),)
    lines = (line for entry in chronicle for line in wrap(_broken(entry.line, width - HANG), width, HANG))
    return tuple(fit(line, width) for line in lines)


def _broken(line: Line, width: int) -> Line:
    """Return a line with spaces in its words that are longer than a width in cells."""
    words = [(span, [piece for word in span.text.split(" ") for piece in broken(word, width)]) for span in line]
    return tuple(replace(span, text=" ".join(pieces)) for span, pieces in words)


_MARKS: Final = {
    Whereabouts.HAND: ("■", N_("in your hand")),
    Whereabouts.TABLE: ("▴", N_("on the table")),
    Whereabouts.GONE: ("·", N_("gone")),
    Whereabouts.SHOWN: ("+", N_("seen elsewhere")),
    Whereabouts.UNSEEN: ("?", N_("not seen")),
}
"""How it is marked where a card is, and what the mark means."""
_NAME: Final = 11  # The least width of the name of a suit, in cells.
_ROOMY: Final = 120  # The width of a screen, in cells, from which columns are wider and rows stand apart.


def draw_gone(board: Board, width: int, height: int) -> Picture:
    """Draw the cards gone so far in the deal that is played."""
    _table, kind, game = board.begun
    gone = kind.cards_gone(game)
    roomy = width >= _ROOMY and height >= 2 * len(gone.suits) + 12
    column = 6 if roomy else 4
    where = gone.where()
    heading = "".join(middle(rank.value, column) for rank in gone.ranks)
    lines: list[Line] = [(Span(_("The cards gone so far"), Hue.STRONG),), BLANK]
    name = max(_NAME, *(measure(_suit(suit)) + 1 for suit in gone.suits))
    lines.append((Span(" " * name), Span(heading, Hue.DIM)))
    for suit in gone.suits:
        lines += [BLANK] * roomy
        lines.append((*fit(_suit(suit), name), *_places(gone, suit, where, column)))
    lines += [BLANK, *_legend(where)]
    wide = max(map(measure, lines))
    lines += [BLANK, *wrap((Span(gone.note, Hue.DIM),), wide, hang=0), BLANK, draw_button(BACK)]
    return balanced(tuple(lines), width, height, 3)


def _suit(suit: Suit | None) -> Line:
    return (Span(JOKER_SYMBOL + " " + _("Jokers"), SUIT_HUES[None]),) if suit is None else suit_line(suit)


def _places(gone: CardsGone, suit: Suit | None, where: dict[Card, tuple[Whereabouts, ...]], column: int) -> Line:
    if suit is None:
        return (Span(" " * ((column - 1) // 2)), *_jokers({card: where[card] for card in where if card.suit is None}))
    cells = [_marks(where.get(Card(rank, suit), ()), column) for rank in gone.ranks]
    return tuple(span for cell in cells for span in cell)


def _jokers(where: dict[Card, tuple[Whereabouts, ...]]) -> Line:
    """Draw where the Jokers are, with their names where they are two different ones."""
    if len(where) == 1:
        (places,) = where.values()
        return _marks(places, 2 * len(places), gap=" ")
    named = ((*_marks(places, 2), Span(card_words(card) + "   ", hue_of(card))) for card, places in where.items())
    return tuple(span for spans in named for span in spans)


def _marks(places: tuple[Whereabouts, ...], width: int, gap: str = "") -> Line:
    """Draw where the cards of one face are, one mark a card."""
    marks = gap.join(_MARKS[place][0] for place in places)
    return (Span(middle(marks, width), _hue(places)),)


def _hue(places: tuple[Whereabouts, ...]) -> Hue:
    """Return the hue of a face: what is still to come stands out from what is gone."""
    if Whereabouts.HAND in places or Whereabouts.TABLE in places:
        return Hue.INFO
    return Hue.TEXT if {Whereabouts.SHOWN, Whereabouts.UNSEEN} & {*places} else Hue.FAINT


def _legend(where: dict[Card, tuple[Whereabouts, ...]]) -> Picture:
    """Draw what the marks mean, each with its number of cards; one that few games have, only where it is needed.

    With that one they take a second line, for those still to come.
    """
    numbers = Counter(place for places in where.values() for place in places)
    spans = {
        place: Span(f"{mark} {_(words)} {numbers[place]}   ", _hue((place,))) for place, (mark, words) in _MARKS.items()
    }
    if numbers[Whereabouts.SHOWN]:
        coming = spans.pop(Whereabouts.SHOWN), spans.pop(Whereabouts.UNSEEN)
        return (tuple(spans.values()), coming)
    del spans[Whereabouts.SHOWN]
    return (tuple(spans.values()),)


# What stands beside a table


def draw_crib(crib: tuple[str, ...], width: int) -> Picture:
    """Draw the rules in a few sentences; none for no sentence."""
    lines = (line for sentence in crib for line in wrap((Span(sentence, Hue.DIM),), width))
    return ((Span(_("The rules in short"), Hue.FAINT),), *lines) if crib else ()


_SHORT: Final = 12  # The least width of a name beside scores, in cells.
_COLUMN: Final = 4  # The width of the score of a deal, in cells.

_TOTAL: Final = 6


def draw_last(board: Board, width: int, height: int) -> Picture:
    """Draw the previous trick: who took it and why, and its cards in order."""
    if not board.has_last_trick:
        return ()
    forms = _shorter(board, width)
    shown = next(forms)
    taken = [_played(board, seat, face, shown.taker) for seat, face in shown.laid.turns if isinstance(face, Face)]
    cards = _flowing(taken, width)
    title = _title(shown, forms, width, max(0, height - len(cards)))
    gap = (BLANK,) if len(title) + len(cards) < height else ()
    return tuple(fit(line, width) for line in (*title, *gap, *cards)[:height])


def _shorter(board: Board, width: int) -> Iterator[ShownTrick]:
    """Yield the previous trick with titles of three lines and shorter.

    Words that do not fill their lines take more of these than their length: then shorter forms are tried.
    """
    _table, kind, game = board.begun
    for length in range(max(1, 3 * width), 0, -max(1, width // 4)):
        yield shown_zones(kind, game, board.people, length, back=True)


def _title(first: ShownTrick, shorter: Iterator[ShownTrick], width: int, most: int) -> Picture:
    """Return the title of the previous trick in at most so many lines: the first form that fits, or else cut."""
    title = wrap(first.titles[0], width, hang=0)
    while len(title) > most and (shown := next(shorter, None)) is not None:
        title = wrap(shown.titles[0], width, hang=0)
    return title[:most]


def draw_last_fan(board: Board, box: Box, strokes: Strokes) -> Iterator[Placed]:
    """Yield the words about the previous trick and, below them, its cards in the order played."""
    forms = _shorter(board, box.width)
    shown = next(forms)
    title = _title(shown, forms, box.width, box.height - FAN - 1)
    yield "last", box._replace(height=len(title)), title
    turns = [(seat, face) for seat, face in shown.laid.turns if isinstance(face, Face)]
    laid: list[tuple[Seat | None, Face]] = [*turns]
    laid = laid or [(None, face) for group in shown.row for face in group.faces]
    step = min(MIDDLE.width + 1, (box.width - MIDDLE.width) // max(1, len(laid) - 1))
    y, look, apart = box.y + len(title) + 1, CardLook(MIDDLE, strokes), step > MIDDLE.width
    for number, (seat, face) in enumerate(laid if step >= _LEAST_STEP else ()):
        takes = seat is not None and seat == shown.taker
        halo = Hue.INFO if takes and apart else None
        over, covered = number > 0 and not apart, number < len(laid) - 1 and not apart
        # A halo would not be seen whole among cards that overlap: there the card that takes it lies higher.
        at = box_around((box.x + step * number, y - (takes and not apart)), MIDDLE)
        yield f"fan{number}", at, lying(face, look, Ground.CARD, over=over, covered=covered, halo=halo)


_LEAST_STEP: Final = 3  # The least that is seen of a card of the previous trick, in cells: rank and suit.


def _played(board: Board, seat: Seat, face: Face, taker: Seat | None) -> Line:
    mark = Span("▴" if seat == taker else "", Hue.INFO)
    return (mark, Span(f"{clip(board.people.call(seat), 9)} ", Hue.DIM), Span(face.corner, face.hue))


def _flowing(pieces: list[Line], width: int) -> Picture:
    """Set pieces one after another, in as many lines as they need; no piece is broken."""
    lines: list[Line] = [()] if pieces else []
    for piece in pieces:
        if lines[-1] and measure(lines[-1]) + 2 + measure(piece) > width:
            lines.append(())
        lines[-1] = (*lines[-1], *((Span("  "),) if lines[-1] else ()), *piece)
    return tuple(lines)


def draw_scores(board: Board, width: int, strokes: Strokes) -> Picture:
    """Draw the total of each seat, as a bar too, and its score in each deal, as many of the last ones as fit."""
    table, _kind, game = board.begun
    shown = [sheet.points for sheet in game.sheets]
    totals = game.sheets[-1].totals if game.sheets else (0,) * len(table.seats)
    name, column = _SHORT, max([_COLUMN, *(1 + len(str(score)) for scores in shown for score in scores)])
    room = width - name - _TOTAL
    deals = min(len(shown), max(0, room - _BAR) // column)
    # What has no room for its deals has a bar in their place.
    bar = room - deals * column if any(totals) else 0
    if bar < _BAR // 2:
        # So short a bar compares nothing.
        bar = 0
        name = min(width - _TOTAL, 24)
    elif bar > 2 * _BAR:
        name, bar = name + bar - 2 * _BAR, 2 * _BAR
    befores = [total - points for total, points in zip(totals, shown[-1], strict=True)] if shown else totals
    scale = min(0, *befores, *totals), max(1, *befores, *totals)
    numbers = "".join(f"{number + 1:>{column}}" for number in range(len(shown) - deals, len(shown)))
    # Translators: as the heading of a column, six letters wide.
    total_words = pgettext("column", "total")
    heading = left(_("Scores"), name + max(0, bar - 1)) + right(total_words, _TOTAL) + numbers
    lines: list[Line] = [(Span(heading, Hue.FAINT),)]
    for seat in clockwise(table):
        ahead, own = any(totals) and totals[seat] == max(totals), seat == board.people.viewer
        drawn: Line = ()
        if bar > 1:
            parts = stretches(befores[seat], totals[seat], Hue.BOX)
            drawn = draw_bar(parts, scale, bar - 1, strokes, Ground.TABLE, thin=True)
        scores = "".join(right(figure(points[seat]), column) for points in shown[len(shown) - deals :])
        total = Span(right(figure(totals[seat]), _TOTAL), Hue.INFO if ahead else Hue.STRONG)
        caption = Span(left(clip(board.people.call(seat), name - 1), name), Hue.STRONG if own else Hue.TEXT)
        lines.append((caption, *drawn, total, Span(scores, Hue.DIM)))
    return tuple(fit(line, width) for line in lines)


_BAR: Final = 12  # The least width of the bars of the totals beside the scores of deals, in cells.


def draw_unseen(gone: CardsGone, width: int) -> Picture:
    """Draw the cards not seen yet, a suit a line, with a dot for each card that is gone and those in hand lit."""
    where, ranks = gone.where(), gone.ranks
    title = worded(_("Cards to come, {yours} lit"), Hue.FAINT, yours=Span(_("yours"), Hue.INFO))
    if measure(title) > width:
        title = (Span(_("Cards to come"), Hue.FAINT),)
    lines: list[Line] = [fit(title, width)]
    for suit in gone.suits:
        symbol = Span(f"{SYMBOLS[suit] if suit else JOKER_SYMBOL} ", SUIT_HUES[suit])
        spans = (
            [_face(rank, where.get(Card(rank, suit), ())) for rank in ranks]
            if suit
            else [_unseen_jokers(tuple(place for card in where if card.suit is None for place in where[card]))]
        )
        lines.append(fit((symbol, *(spans if measure((symbol, *spans)) <= width + 1 else _close(spans))), width))
    return tuple(lines)


def _close(ranks: Sequence[Span]) -> Line:
    """Set ranks close to each other, but for the ten, which has two letters."""
    return tuple(replace(one, text=f" {one.text}" if len(one.text) > len("A ") else one.text[:-1]) for one in ranks)


def _unseen_jokers(places: tuple[Whereabouts, ...]) -> Span:
    left_over = sum(places.count(place) for place in (Whereabouts.HAND, Whereabouts.SHOWN, Whereabouts.UNSEEN))
    words = _("{number} of {all}", number=left_over, all=len(places))
    return Span(f"{words} ", Hue.INFO if Whereabouts.HAND in places else Hue.TEXT)


@lru_cache(256)
def _face(rank: Rank, places: tuple[Whereabouts, ...]) -> Span:
    """Draw a face by where its cards are; cached, because few of them change between two drawings."""
    own, name = Whereabouts.HAND in places, rank.value
    known = own or Whereabouts.SHOWN in places or Whereabouts.UNSEEN in places
    text = name if known else "·" if places else ""
    return Span(left(text, len(name) + 1), Hue.INFO if own else Hue.TEXT if known else Hue.FAINT)
