"""The drawing of any game: columns, panels, zones and the scores of a deal; what a table looks like is decided here."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.drawing.line import cells, fit, left, measure, right
from chwech_tui.model.cards import SYMBOLS, Group, Laid, ShownTrick, TurnUp, card_span, face_of
from chwech_tui.model.game import ShownGame, cannot_draw, guarded, painted
from chwech_tui.model.ink import HUES, SUIT_HUES, Hue, Line, Span, plain
from chwech_tui.model.moves import capitalized
from chwech_tui.model.people import NOBODY, People
from games.kit.say import As, Meter, Say, Saying, prose
from games.kit.words import Factor, Forms, Marked, Seen, side_words
from protocol.cards import Card
from protocol.game import Answered, View
from protocol.language import _, pgettext
from protocol.message import Seat


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
def facts_of(kind: ShownGame, view: View, seat: Seat, width: int, away: str) -> Facts:
    """Return what a plate says of a seat; ``away`` is a note of its absence, and takes the place of its progress."""
    seen = kind.seen(view)
    table, words = seen.table, seen.words
    sides = kind.sides(view)
    own = words.corner(table, seat) if words.corner else side_words(sides[seat]) if sides else ""
    tricks = table.tricks[seat]
    # A line whose right side is not given has the total there.
    rows = [*words.plate(table, seat), (Say("{tricks}", role="text" if tricks else "dim", tricks=tricks),)][:2]
    first, beside, worth, total = (
        _left(rows[0][0], width),
        painted([*rows[0], ""][1]),
        _left(rows[1][0], width),
        painted([*rows[1], _total(seen, seat)][1]),
    )
    progress = ((Span(away, Hue.ALERT),), ()) if away else (first, beside)
    # A total is read beside a name.
    total = tuple([span for span in total if span.text.strip()]) if len(total) == 1 else total
    return Facts(len(table.hands[seat]), painted(own), progress, worth, total)


_BESIDE: Final = 10  # The cells that are kept for what stands beside a meter whose steps have two cells each.


def _left(one: Saying | Meter, width: int) -> Line:
    """Return what stands on the left of a panel; the steps of a meter are wide where there is room."""
    wide = isinstance(one, Meter) and 2 * sum([number for _sign, number, _role in one.runs]) + _BESIDE <= width
    return painted(one, step=1 + wide)


def _total(seen: Seen[Any], seat: int) -> Say:
    reached = As(seen.words.figures(seen.table.match.totals[seat]))
    return Say(seen.words.total, role="dim").of({"deals": reached, **seen.table.options, "total": reached})


@guarded(lambda: ShownTrick(((Span(cannot_draw(), Hue.ALERT),), ())))
def shown_zones(kind: ShownGame, view: View, people: People, width: int, *, back: bool) -> ShownTrick:
    """Return what lies in the middle of the table, with titles that fit a width; ``back`` if the viewer looks back."""
    seen = kind.seen(view)
    zones = seen.words.zones(seen, back=back)
    pieces = [painted(piece, people) for piece in zones.status]
    status = _fitting([_joined(*pieces), _joined(*pieces[: max(1, len(pieces) - 1)])], width)
    stock = seen.words.stock(seen.table)
    turned, lines = zones.turned, (_title(zones.title, people, width), status)[: seen.words.lines]
    hands = [_open_hand(people.name(Seat(seat)), painted(cards, people), width) for seat, cards in zones.hands]
    return ShownTrick(
        (*lines[: len(lines) - len(hands)], *hands),
        Laid(tuple([(Seat(seat), _played(one)) for seat, one in zones.trick]), zones.over),
        None if zones.taker is None else Seat(zones.taker),
        None if turned is None else TurnUp(face_of(turned.card), painted(turned.words, people)),
        None if stock is None else (stock.cards, painted(stock.words), face_of(stock.last) if stock.last else None),
        zones.figure,
        tuple(
            Group(
                people.call(Seat(row.seat)) if isinstance(row.seat, int) else prose(row.seat, people),
                tuple(map(face_of, row.cards)),
                painted(row.mark, people) if row.mark else (),
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


ARROWS: Final = {"+": "↑", "-": "↓"}  # How what was said with a card is drawn on it.


def _played(one: Card | Marked | Saying | None) -> Any:  # noqa: ANN401
    """Return what lies before a seat: a card, what it has said, or None for a pass."""
    if isinstance(one, Marked):
        face, symbol = face_of(one.card), SYMBOLS.get(one.suit) if one.suit else None
        if symbol is None or one.suit is None:
            return replace(face, corner=face.corner + ARROWS.get(one.mark, ""))
        return replace(face, corner=one.card.rank.value + symbol, symbol=symbol, hue=SUIT_HUES[one.suit])
    return face_of(one) if isinstance(one, Card) else None if one is None else prose(one, NOBODY)


def _title(pieces: Sequence[Saying | Forms], people: People, width: int) -> Line:
    """Return a title whose first pieces are shortened first, as far as it does not fit."""
    whole = [piece.forms if isinstance(piece, Forms) else [piece] for piece in pieces]
    forms = [[painted(form, people) for form in one] for one in whole]
    titles = [
        _joined(*[one[-1] for one in forms[:at]], form, *[one[0] for one in forms[at + 1 :]])
        for at, one in enumerate(forms)
        for form in one
    ]
    return _fitting(titles, width)


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
def draw_pile(kind: ShownGame, view: View, seat: Seat) -> Line:
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


class SheetColumn(NamedTuple):
    """A column of the sheet of a deal, as wide as its heading and each of its cells."""

    heading: str
    cells: Sequence[Line]
    """What stands in it, by seat."""


class DealScore(Struct, frozen=True, gc=False):
    """How the scores of one deal were made, as a table with a row for each seat."""

    title: Line
    """Which deal, and how it ended."""
    columns: tuple[SheetColumn, ...] = ()
    """The columns after the names; the last one is that of the totals."""
    made: tuple[Sequence[tuple[Line, int, Hue]], ...] = ()
    """For each seat how its points were made: in words, or by factors, each with its number and colour."""
    notes: tuple[str, ...] = ()
    """What the figures mean."""

    @property
    def heading(self) -> str:
        """The headings of all columns."""
        return "".join([one.heading for one in self.columns])

    def row(self, seat: int) -> Line:
        """Return the cells of a seat."""
        return tuple([span for one in self.columns for span in one.cells[seat]])


_GAP: Final = 2  # The gap before a column of the sheet, in cells; a sign before it is its gap.


@guarded(lambda: DealScore(()))
def deal_score(kind: ShownGame, view: View, page: int, people: People, step: int = 0) -> DealScore:
    """Return how the scores of a deal were made, its meters with steps of so many cells; without meters for 0."""
    match, words = kind.seen(view).table.match, kind.words
    sheet, seats, columns = match.sheets[page], range(match.players), list[SheetColumn]()
    if sides := kind.sides(view):
        letters = [painted(side_words(side)) for side in sides]
        columns.append(_column("", "side", letters))
    for one in words.sheet:
        told = [one.show(sheet, seat) if one.show else getattr(sheet, one.title)[seat] for seat in seats]
        figures = [painted(As(cell, "text") if isinstance(cell, int | str) else cell or "") for cell in told]
        meters = [painted(one.meter(sheet, seat), step=step) for seat in seats] if one.meter and step else None
        if any(figures):
            columns.append(_column(one.sign, one.title, figures, meters))
    shared = [_("Points and totals are those of the side; partners share them.")] if sides else []
    best = max(sheet.totals)
    totals = [painted(As(words.figures(one), "info" if one == best else "strong")) for one in sheet.totals]
    columns.append(_column("", words.total_title, totals))
    what, about = kind.game.ended(sheet)[0]
    ended = plain(kind.sentence(Answered(told=((what, {**about, "crowd": True}),)), people))
    title = _("Deal {number}", number=page + 1)
    if deals := match.game.deals(match):
        title = _("Deal {number} of {deals}", number=page + 1, deals=deals)
    return DealScore(
        title=(Span(title, Hue.STRONG), Span(f"   {ended}", Hue.TEXT)),
        columns=tuple(columns),
        made=tuple([tuple(map(_made, words.made(sheet, seat))) for seat in seats]),
        notes=tuple([capitalized(prose(note, people)) for note in [*shared, *words.notes(match, page)]]),
    )


def _made(one: Saying | Factor) -> tuple[Line, int, Hue]:
    if isinstance(one, Factor):
        return painted(one.words), one.number, HUES[one.role]
    return painted(one), 0, Hue.TEXT


def _column(sign: str, name: str, figures: Sequence[Line], meters: Sequence[Line] | None = None) -> SheetColumn:
    """Return a column with its figures at the right, and with a meter for each at the left."""
    title, gap = pgettext("score sheet", name), sign or " " * _GAP
    width = max([*map(measure, figures), cells(title) - (measure(meters[0]) if meters else 0)])
    if meters is None:
        padded = [(Span(gap + " " * (width - measure(line))), *line) for line in figures]
        return SheetColumn(gap + right(title, width), padded)
    width += 1
    beside = zip(meters, figures, strict=True)
    padded = [(Span(gap), *meter, Span(" " * (width - measure(line))), *line) for meter, line in beside]
    return SheetColumn(gap + left(title, width + measure(meters[0])), padded)


@guarded(tuple)
def exact_of(kind: ShownGame, view: View) -> tuple[Sequence[bool], ...]:
    """Return, for each deal, whose points have a factor that was exactly right."""
    sheets, made = kind.seen(view).table.match.sheets, kind.words.made
    each = [[made(sheet, seat) for seat in range(view.players)] for sheet in sheets]
    return tuple([[any(isinstance(one, Factor) and one.role == "good" for one in own) for own in of] for of in each])
