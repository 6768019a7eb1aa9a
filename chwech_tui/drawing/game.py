"""The drawing of any game: columns, panels, zones and the scores of a deal; what a table looks like is decided here."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.drawing.line import cells, fit, left, measure, right
from chwech_tui.model.cards import SYMBOLS, Group, Laid, ShownTrick, TurnUp, card_span, face_of
from chwech_tui.model.checks import cannot_draw, guarded
from chwech_tui.model.game import Game, painted
from chwech_tui.model.ink import HUES, SUIT_HUES, Hue, Ink, Line, Span, plain
from chwech_tui.model.moves import capitalized
from chwech_tui.model.people import NOBODY, People
from games.kit.say import As, Meter, Say, Saying, prose
from games.kit.seen import Marked, Seen
from games.kit.words import Column, Plate, columns_of, side_words
from protocol.cards import Card
from protocol.game import Answered, View
from protocol.language import _, pgettext
from protocol.message import Seat
from protocol.setup import Setup


def _columns(kind: Game, setup: Setup) -> Sequence[Column]:
    return columns_of(kind.words.seats, kind.match(setup))


def _width(one: Column, step: int) -> int:
    return one.width + one.grows * (step - 1)


def _title(one: Column) -> str:
    if isinstance(one.title, Say):
        return prose(one.title, NOBODY)
    return pgettext(one.context, one.title) if one.title else ""


def draw_heading(kind: Game, setup: Setup, step: int) -> str:
    """Return the heading of the columns; a title that is too long for its column has blanks of the one before it."""
    columns = _columns(kind, setup)
    titles, widths = [_title(one) for one in columns], [_width(one, step) for one in columns]
    for at, title in enumerate(titles[1:], 1):
        room = widths[at - 1] - cells(titles[at - 1])
        over = max(0, min(room, cells(title) + 1 - widths[at]))
        widths[at - 1 : at + 1] = widths[at - 1] - over, widths[at] + over
    drawn = zip(columns, titles, widths, strict=True)
    return "".join(
        [
            " " * one.left + left(title, wide - one.left) if one.left else right(title, wide)
            for one, title, wide in drawn
        ]
    )


def _cell(one: Column, of: Any, seat: int, width: int, step: int = 1) -> Line:  # noqa: ANN401
    """Draw what stands in a column, in its role unless it has one of its own; without a width as long as it is."""
    shown = one.show(of, seat)
    sign = (Span(one.sign),) if one.sign else ()
    cell = As(shown, one.role) if isinstance(shown, str | int) else shown
    hue: Ink
    if isinstance(cell, As) and isinstance(cell.value, str | int):
        # Most cells are a number, or a word that is the same in every language.
        words, hue = str(cell.value), HUES[cell.role]
        words = words if isinstance(cell.value, str) else words.replace("-", "−")
    else:
        line = painted(cell, step=step)
        if one.left and width:
            return (*sign, Span(" " * one.left), *fit(line, width - one.left))
        if len(line) > 1:
            return (*sign, Span(" " * max(0, width - measure(line))), *line)
        words, hue = plain(line), line[0].hue if line else Hue.TEXT
    put = f"{' ' * one.left}{left(words, width - one.left)}" if one.left else right(words, width)
    return (*sign, Span(put if width else words, hue))


@guarded(tuple)
def draw_columns(kind: Game, view: View, seat: Seat, step: int, away: str) -> Line:
    """Draw the columns of a seat; a note of its absence takes the place of those that yield."""
    seen = kind.seen(view)
    columns = columns_of(seen.words.seats, seen.table.match)
    yielding = [one for one in columns if away and one.yields == 1]
    gap = yielding[0].left or 2 if yielding else 2
    if away and gap + cells(away) > sum([_width(one, step) for one in yielding]):
        yielding = [one for one in columns if one.yields]
        yielding = yielding if any(one.yields > 1 for one in yielding) else list(columns[1:-1])
    line, room = list[Span](), sum([_width(one, step) for one in yielding])
    for one in columns:
        if one not in yielding:
            line += _cell(one, seen.table, seat, _width(one, step), step)
        elif one is yielding[0]:
            line.append(Span(" " * gap + left(away, room - gap), Hue.ALERT))
    return tuple(line)


class Facts(NamedTuple):
    """What a plate says of a seat."""

    held: int = 0
    """How many cards it has in hand."""

    side: Line = ()
    """The letter of its side, or what else stands beside its name."""

    progress: tuple[Line, Line] = ((), ())
    """What it has done in this deal, at the left and at the right."""

    worth: Line = ()
    """What that is worth so far."""

    total: Line = ()


@guarded(Facts)
def facts_of(kind: Game, view: View, seat: Seat, width: int, away: str, *, counted: bool) -> Facts:
    """Return what a plate says of a seat.

    Args:
        kind: the game.
        view: the game as it stands.
        seat: the seat.
        width: the width of its lines, in cells.
        away: a note of its absence, which takes the place of its progress; empty for none.
        counted: it says how the score in the deal that has ended was made.
    """
    seen = kind.seen(view)
    table, words = seen.table, seen.words
    sides = kind.sides(view)
    own = words.corner(table, seat) if words.corner else side_words(sides[seat], letter=True) if sides else ""
    if counted:
        sheet = table.match.sheets[-1]
        plate = words.plate_made(sheet, seat) if words.plate_made else _usual_plate_made(seen, seat)
    else:
        plate = words.plate(table, seat) if words.plate else _usual_plate(seen, seat)
    (first, beside), (worth, total) = [(_left(one, width), painted(other)) for one, other in plate]
    progress = ((Span(away, Hue.ALERT),), ()) if away and not counted else (first, beside)
    return Facts(len(table.hands[seat]), painted(own), progress, worth, painted_total(total))


def painted_total(total: Line) -> Line:
    """Return a total that is read beside a name, without the blanks at its ends."""
    return tuple([span for span in total if span.text.strip()]) if len(total) == 1 else total


_BESIDE: Final = 10
"""The cells that are kept for what stands beside a meter whose steps have two cells each."""


def _left(one: Saying | Meter, width: int) -> Line:
    """Return what stands on the left of a panel; the steps of a meter are wide where there is room."""
    wide = isinstance(one, Meter) and 2 * sum([number for _sign, number, _role in one.runs]) + _BESIDE <= width
    return painted(one, step=1 + wide)


def _usual_plate(seen: Seen[Any], seat: Seat) -> Plate:
    """Return what a seat does, or its columns that have no title; its tricks and its total."""
    table, words = seen.table, seen.words
    columns = [one for one in columns_of(words.seats, table.match) if not one.title]
    untitled = [span for one in columns for span in _cell(one, table, seat, 0)]
    first, last = words.panel(table, seat) or (
        [As(span.text, span.hue.value) for span in untitled if isinstance(span.hue, Hue)],
        "",
    )
    return ((first, last), (words.tally(table, seat), _total(seen, seat)))


def _usual_plate_made(seen: Seen[Any], seat: Seat) -> Plate:
    """Return how the score of a seat was made, its points and its total."""
    sheet, words = seen.table.match.sheets[-1], seen.words
    points = [As("→ ", "dim"), As((words.scores or words.figures)(sheet.points[seat]))]
    return ((words.made(sheet, seat), ""), (points, _total(seen, seat)))


def _total(seen: Seen[Any], seat: int) -> Say:
    reached = As(seen.words.figures(seen.table.match.totals[seat]))
    return Say(seen.words.total, role="dim").of({"deals": reached, **seen.table.options, "total": reached})


@guarded(lambda: ShownTrick(((Span(cannot_draw(), Hue.ALERT),), ())))
def shown_zones(kind: Game, view: View, people: People, width: int, *, back: bool) -> ShownTrick:
    """Return what lies in the middle of the table, with titles that fit a width; ``back`` if the viewer looks back."""
    seen = kind.seen(view)
    zones = seen.words.zones(seen, back=back)
    titles = (_joined(*[painted(piece, people) for piece in form]) for form in zones.titles)
    pieces = [painted(piece, people) for piece in zones.status]
    status = _fitting([_joined(*pieces), _joined(*pieces[: max(1, len(pieces) - 1)])], width)
    turned, lines = zones.turned, (_fitting(titles, width), status)[: seen.words.lines]
    hands = [_open_hand(people.name(Seat(seat)), painted(cards, people), width) for seat, cards in zones.hands]
    return ShownTrick(
        (*lines[: len(lines) - len(hands)], *hands),
        Laid(tuple([(Seat(seat), _played(one)) for seat, one in zones.trick]), zones.over),
        None if zones.taker is None else Seat(zones.taker),
        None if turned is None else TurnUp(face_of(turned.card), turned.is_open, painted(turned.words, people)),
        tuple(
            Group(
                people.call(Seat(row.seat)) if isinstance(row.seat, int) else prose(row.seat, people),
                tuple(map(face_of, row.cards)),
                prose(row.mark, people),
                row.shaded,
            )
            for row in zones.rows
        ),
    )


_NAME: Final = 12
_LEAST_NAME: Final = 4


def _open_hand(name: str, cards: Line, width: int) -> Line:
    """Return a hand in a line; its name gives way before a card does."""
    room = max(_LEAST_NAME, min(_NAME, width - measure(cards) - 1))
    return fit((Span(f"{left(name, room)} ", Hue.DIM), *cards), width)


def _played(one: Card | Marked | Saying | None) -> Any:  # noqa: ANN401
    """Return what lies before a seat: a card, what it has said, or None for a pass."""
    if isinstance(one, Marked):
        face, symbol = face_of(one.card), SYMBOLS.get(one.suit) if one.suit else None
        if symbol is None or one.suit is None:
            return replace(face, corner=face.corner + one.mark)
        return replace(face, corner=one.card.rank.value + symbol, symbol=symbol, hue=SUIT_HUES[one.suit])
    return face_of(one) if isinstance(one, Card) else None if one is None else prose(one, NOBODY)


def _fitting(titles: Iterable[Line], width: int) -> Line:
    """Return the first title that fits; if none does, the last one."""
    line: Line = ()
    for line in titles:
        if measure(line) <= width:
            break
    return line


def _joined(*pieces: Line) -> Line:
    """Join parts of a title with a gap, without those that are empty."""
    line: Line = ()
    for piece in filter(None, pieces):
        line = (*line, *((Span("   "),) if line else ()), *piece)
    return line


@guarded(tuple)
def draw_pile(kind: Game, view: View, seat: Seat) -> Line:
    """Draw what a seat has won, after its number: its tricks, each in the order played."""
    seen = kind.seen(view)
    table, words = seen.table, seen.words
    if words.pile is not None:
        told, cards = words.pile(table, seat)
        return (Span(left(prose(told, NOBODY), 6), Hue.DIM), *[part for card in cards for part in _spaced(card)])
    size = len(table.gone) // max(1, len(table.takers))
    tricks = [table.gone[size * at : size * (at + 1)] for at, taker in enumerate(table.takers) if taker == seat]
    line: Line = (Span(left(str(len(tricks)), 4), Hue.DIM),)
    for number, trick in enumerate(tricks):
        line = (*line, *((Span("  "),) if number else ()), *[part for card in trick for part in _spaced(card)])
    return line


def _spaced(card: Card) -> Line:
    return (Span(" "), card_span(card))


class DealScore(Struct, frozen=True, gc=False):
    """How the scores of one deal were made, as a table with a row for each seat."""

    title: Line
    """Which deal, and how it ended."""

    heading: str
    """The heading of the columns after the names."""

    rows: tuple[Line, ...]
    """The columns of each seat after its name."""

    notes: tuple[str, ...] = ()
    """What the figures mean."""


_GAP: Final = 2
"""The least gap before a column of the sheet, in cells; a sign before it is its gap."""


@guarded(lambda: DealScore((), "", ()))
def deal_score(kind: Game, view: View, page: int, people: People) -> DealScore:
    """Return how the scores of a deal were made; ``page`` counts the deals from 0."""
    match, words = kind.seen(view).table.match, kind.words
    sheet = match.sheets[page]
    columns = [(one, _title(one)) for one in columns_of(words.sheet, match)]
    # A column is wider if its title needs it.
    wide = [(one, title, max(one.width, cells(title) + (0 if one.sign else _GAP))) for one, title in columns]
    rows = [
        tuple([span for one, _title, width in wide for span in _cell(one, sheet, seat, width)])
        for seat in range(match.players)
    ]
    what, about = kind.game.ended(sheet)[0]
    ended = plain(kind.sentence(Answered(told=((what, {**about, "crowd": True}),)), people))
    title = _(words.sheet_title, number=page + 1, deals=match.game.deals(match))
    return DealScore(
        title=(Span(title, Hue.STRONG), Span(f"   {ended}", Hue.TEXT)),
        heading="".join([one.sign + right(title, width) for one, title, width in wide]),
        rows=tuple(rows),
        notes=tuple([capitalized(prose(note, people)) for note in words.notes(match, page)]),
    )
