"""The drawing of any game of the kit: columns, panels and zones, painted. What a table looks like is decided here."""

from typing import Any, Final

from chwech_tui.drawing.cards import draw_backs
from chwech_tui.drawing.line import between, cells, left, measure, right
from chwech_tui.games.titles import draw_tricks, first_fitting, joined
from chwech_tui.model.cards import Group, Laid, ShownTrick, TurnUp, face_of
from chwech_tui.model.ink import Hue, Line, Picture, Span, plain
from chwech_tui.model.people import NOBODY, People
from games.kit.game import Table
from games.kit.say import As, Say, Saying, parts, prose
from games.kit.seen import Seen
from games.kit.words import Column, side_words
from protocol.cards import Card
from protocol.language import pgettext
from protocol.vocabulary import Seat

_HUES: Final = {hue.value: hue for hue in Hue}


def painted(told: Saying | As | int, people: People = NOBODY) -> Line:
    """Return what is said as a line, each part in the hue of its role."""
    whole = Say("{value}", value=told) if isinstance(told, As | int) else told
    return tuple([Span(words, _HUES[role]) for words, role in parts(whole, people) if words])


def width_of(one: Column, step: int) -> int:
    """Return the width of a column; ``step`` is 1, or 2 on a wide screen."""
    return one.width + (2 * step - 2 if one.grows else 0)


def title_of(one: Column) -> str:
    """Return the title of a column."""
    return pgettext(one.context, one.title) if one.title else ""


def draw_cell(one: Column, of: Any, seat: int, width: int) -> Line:  # noqa: ANN401
    """Draw what stands in a column, in its role unless it has one of its own; without a width as long as it is."""
    shown = one.show(of, seat)
    line = painted(As(shown, one.role) if isinstance(shown, str | int) else shown)
    words = plain(line)
    hue = line[0].hue if line else Hue.TEXT
    if len(line) < 2:
        put = f"  {left(words, width - 2)}" if one.left else right(words, width)
        return (Span(put if width else words, hue),)
    return (Span(" " * max(0, width - measure(line))), *line)


def sides_of(seen: Seen[Any]) -> tuple[int, ...]:
    """Return the side of each seat; empty where each plays alone."""
    match = seen.table.match
    sides = tuple([match.game.side(match, seat) for seat in range(match.players)])
    return sides if len({*sides}) < match.players else ()


def draw_columns(seen: Seen[Any], seat: Seat, step: int, away: str) -> Line:
    """Draw the columns of a seat; a note of its absence takes the place of those that yield."""
    columns, line, room = seen.words.seats, list[Span](), 0
    fits = cells(away) + 2 <= sum([width_of(one, step) for one in columns if one.yields])
    for one in (*columns, None):
        if one is not None and away and (one.yields or (not fits and one not in {columns[0], columns[-1]})):
            room += width_of(one, step)
            continue
        if room:
            line, room = [*line, Span(f"  {left(away, room - 2)}", Hue.ALERT)], 0
        if one is not None:
            line += draw_cell(one, seen.table, seat, width_of(one, step))
    return tuple(line)


def draw_sum(seen: Seen[Any], seat: Seat, width: int) -> Line:
    """Draw how a seat's score in the deal that has ended was made."""
    sheet, words = seen.table.match.sheets[-1], seen.words
    points, total = (Span(words.figures(numbers[seat]), Hue.STRONG) for numbers in (sheet.points, sheet.totals))
    return between((Span("  "), *painted(words.made(sheet, seat)), Span(" → ", Hue.DIM), points), (total,), width)


def draw_panel(seen: Seen[Any], seat: Seat, width: int, away: str, *, counted: bool) -> Picture:
    """Draw a seat in three lines: its cards; its progress, or how its score was made; its tricks and total."""
    table, words = seen.table, seen.words
    held, sides = len(table.hands[seat]), sides_of(seen)
    side = painted(side_words(sides[seat])) if sides else ()
    backs = between(draw_backs(held, width - 6), side, width) if side else draw_backs(held, width)
    reached = As(words.figures(table.match.totals[seat]))
    values: dict[str, Any] = {"deals": reached, **table.options, "total": reached}
    total = painted(Say(words.total, role="dim").of(values))
    if counted:
        sheet = table.match.sheets[-1]
        points = Span(words.figures(sheet.points[seat]), Hue.STRONG)
        return (backs, painted(words.made(sheet, seat)), between((Span("→ ", Hue.DIM), points), total, width))
    doing = tuple([span for one in words.seats if not one.title for span in draw_cell(one, table, seat, 0)])
    if (shown := words.panel(table, seat)) is not None:
        first, last = (painted(one) for one in shown)
        doing = between(first, last, width)
    return (
        backs,
        (Span(away, Hue.ALERT),) if away else doing,
        between(painted(words.tally(table, seat)), total, width),
    )


def shown_zones(seen: Seen[Any], people: People, width: int, *, back: bool) -> ShownTrick:
    """Return what lies in the middle of the table: the zones of the game, painted, with titles that fit a width."""
    zones = seen.words.zones(seen, back=back)
    titles = (joined(*[painted(piece, people) for piece in form]) for form in zones.titles)
    status = joined(*[painted(piece, people) for piece in zones.status])
    turned = zones.turned
    return ShownTrick(
        (first_fitting(titles, width), status),
        Laid(tuple([(Seat(seat), _played(one)) for seat, one in zones.trick]), zones.over),
        None if zones.taker is None else Seat(zones.taker),
        None if turned is None else TurnUp(face_of(turned.card), turned.is_open, painted(turned.words, people)),
        tuple(
            Group(people.call(Seat(row.seat)), tuple(map(face_of, row.cards)), prose(row.mark, people), row.shaded)
            for row in zones.rows
        ),
    )


def _played(one: Card | Saying | None) -> Any:  # noqa: ANN401
    """Return what lies before a seat: a card, what it has said, or None for a pass."""
    return face_of(one) if isinstance(one, Card) else None if one is None else prose(one, NOBODY)


def draw_pile(table: Table, seat: Seat) -> Line:
    """Draw the tricks that a seat has taken, each in the order played."""
    size = len(table.gone) // max(1, len(table.takers))
    return draw_tricks(
        [table.gone[size * at : size * (at + 1)] for at, taker in enumerate(table.takers) if taker == seat]
    )
