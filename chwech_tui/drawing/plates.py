"""The plates of a table: a seat with its name, what it has done, its cards and total; before the game its state."""

from typing import Final, NamedTuple

from chwech_tui.describe import cards_words
from chwech_tui.drawing.charts import draw_pixels, figures
from chwech_tui.drawing.game import Facts, facts_of
from chwech_tui.drawing.line import between, cells, clip, fit, indent, measure, wrap
from chwech_tui.drawing.panes import draw_pane, pointers
from chwech_tui.model.board import Board
from chwech_tui.model.cards import Strokes
from chwech_tui.model.ink import Ground, Hue, Line, Picture, Span, on, plain
from chwech_tui.model.people import BOT_SIGN, HINT_SIGN, IGNORED_SIGN, bot_words, seat_sign, shown_name
from chwech_tui.model.question import kept_for
from protocol.language import _, pgettext
from protocol.message import Seat
from protocol.table import Occupant


class PlateLook(NamedTuple):
    """How a plate is drawn, and what is known of its seat besides the board."""

    strokes: Strokes
    edges: bool = False
    """True if its corners are cut in half a line above and below it."""
    away: str = ""
    """A note of the absence of the seat."""
    bank: str = ""
    """The time left in its bank; empty without clocks."""
    takes: bool = False
    """True if it takes the trick as it stands."""


def draw_figure(text: str, words: Line, hue: Hue, strokes: Strokes) -> Picture:
    """Draw a number in large figures on a plate, with words above it if there are any; nothing without paint."""
    pixels = figures(text)
    if strokes is Strokes.DRAWN or not pixels:
        return ()
    rows = draw_pixels(pixels, {"x": hue, ".": Ground.PLATE})
    wide = max(measure(words), measure(rows[0])) + 2 * _INSET
    lines = [fit(indent(line, (wide - measure(line)) // 2), wide) for line in ((words, *rows) if words else rows)]
    return draw_pane(tuple(lines), (wide + 2, len(lines) + 2), strokes)


def draw_moment(before: Board, after: Board, seat: Seat, strokes: Strokes) -> Picture:
    """Draw in large figures what a seat has just made exactly right, or no longer; nothing if nothing changed so."""
    if before.game is None or after.game is None or before.kind is None:
        return ()
    was, now = (facts_of(before.kind, game, seat, _OWN, "") for game in (before.game, after.game))
    lit, still = (any(span.hue is Hue.GOOD for span in facts.progress[0]) for facts in (was, now))
    if lit is still:
        return ()
    figure = plain(now.progress[1]).split()[-1:]
    name = (Span(after.people.call(seat), Hue.STRONG),)
    return draw_figure("".join(figure), name, Hue.GOOD if still else Hue.ALERT, strokes)


_INSET: Final = 2  # The cells at both ends of a plate.


def draw_plate(board: Board, seat: Seat, size: tuple[int, int], look: PlateLook) -> Picture:
    """Draw the plate of a seat in lines of text, as many as it has, with its edges."""
    wide, high = size
    inner = wide - 2 * _INSET
    table, kind = board.table, board.kind
    if table is None or kind is None:
        return ()
    if table.game is None:
        occupant = table.seats[seat]
        state = seat_state(board, occupant, seat) if occupant is not None else ""
        lines: list[Line] = [_heading(board, seat, inner, look), *wrap((Span(state, Hue.DIM),), inner, hang=0)]
    else:
        facts = facts_of(kind, table.game, seat, inner, look.away)
        if high > 2:
            lines = [_beside(*facts.progress, inner), _cards(facts, inner)]
        else:
            lines = [_in_one(facts, inner)]
        # What it is worth so far stands beside the total where the line below has no room for it.
        worth = facts.worth if high == 2 and lines[0][-1:] != facts.worth[-1:] else ()
        lines = [_heading(board, seat, inner, look, facts, worth), *lines]
    return _plated(lines[:high] + [()] * (high - len(lines)), board, seat, wide, look)


def _plated(lines: list[Line], board: Board, seat: Seat, wide: int, look: PlateLook) -> Picture:
    """Lay lines on a plate, with a bar at the left of the seat whose turn it is."""
    game = board.game
    turn = (game is not None and seat in game.asked) or board.place == seat
    inner = wide - 2 * _INSET
    rows = [
        (
            Span(mark, Hue.ACCENT, Ground.PLATE),
            Span(" ", Hue.TEXT, Ground.PLATE),
            *on(fit(boxes_of(line, look.strokes), inner), Ground.PLATE),
            Span("  ", Hue.TEXT, Ground.PLATE),
        )
        for mark, line in zip(pointers(look.strokes, len(lines), chosen=turn), lines, strict=True)
    ]
    if not look.edges:
        return tuple(rows)
    if look.strokes is Strokes.DRAWN:
        return ((), *rows, ())
    bars = "▄" * (wide - 2), "▀" * (wide - 2)
    above, below = (Span(f"▗{bars[0]}▖", Ground.PLATE, None),), (Span(f"▝{bars[1]}▘", Ground.PLATE, None),)
    return (above, *rows, below)


_BOXES: Final = str.maketrans("■□·", "▊▊▊")
"""Boxes of a meter, where its colours tell the full from the empty: fonts draw others than this in different ways."""


def boxes_of(line: Line, strokes: Strokes) -> Line:
    """Return a line whose meters are made of boxes, where their colours tell what is full."""
    if strokes is Strokes.DRAWN:
        return line
    meter = {Hue.BOX, Hue.EMPTY, Hue.EVEN, Hue.GOOD, Hue.ALERT}
    return tuple(
        [
            Span(one.text.translate(_BOXES), one.hue, one.ground)
            if one.hue in meter and not one.text.strip("■□·")
            else one
            for one in line
        ]
    )


def _heading(
    board: Board,
    seat: Seat,
    width: int,
    look: PlateLook,
    facts: Facts = Facts(),  # noqa: B008 - frozen
    worth: Line = (),
) -> Line:
    """Draw the name with its marks, and at the right the total, and what else has room before it."""
    game, table = board.game, board.table
    turn = game is not None and seat in game.asked
    marks: list[Span] = []
    if sign(board, seat) != " ":
        marks.append(Span(sign(board, seat), Hue.FAINT))
    if facts.side:
        marks += [Span(" "), *facts.side]
    if game is not None and game.dealer == seat:
        marks.append(Span(" D", Hue.DIM))
    if look.takes:
        marks.append(Span(" ▲", Hue.INFO))
    # What it is, the own plate says: on some plates alone it would seem to mean something else.
    total = end = tuple([span for span in facts.total if span.hue is not Hue.DIM and span.text.strip()])
    beside = (Span(look.bank, Hue.DIM),) if look.bank else worth
    if beside:
        end = (*beside, *((Span("  "), *end) if end else ()))
    if measure(end) + 1 + cells(name_of(board, seat)) + measure(tuple(marks)) > width:
        end = total
    free = board.table is not None and board.table.seats[seat] is None
    room = max(4, width - measure(end) - measure(tuple(marks)) - bool(end))
    name = clip(name_of(board, seat), room)
    rating = seat_sign(table, seat)
    hue = Hue.ACCENT if turn else Hue.FAINT if free else Hue.STRONG
    shown = (Span(name, hue), *marks)
    if rating and measure(shown) + 1 + len(rating) + measure(end) < width:
        shown = (*shown, Span(f" {rating}", Hue.FAINT))
    return between(shown, end, width) if end else shown


def _in_one(facts: Facts, width: int) -> Line:
    """Draw what a seat has done, its cards and what that is worth in one line, as much as fits."""
    last = facts.held == 1
    held = Span("▖", Hue.ALERT if last else Hue.BACK), Span(str(facts.held), Hue.ALERT if last else Hue.FAINT)
    line: Line = ()
    for piece in (*facts.progress, held):
        if plain(piece).strip() and measure(line) + 1 + measure(piece) <= width:
            line = (*line, *((Span(" "),) if line else ()), *piece)
    fits = measure(line) + 1 + measure(facts.worth) <= width
    return between(line, facts.worth, width) if facts.worth and fits else line


_LEAST_WORD: Final = 4  # The letters from which a word can be shortened.


def _beside(left: Line, right: Line, width: int) -> Line:
    """Set two lines at both ends; where they have no room, words give way and no figure does."""
    over = measure(left) + measure(right) + bool(right) - width
    if over > 0:
        pieces = [*left, *right]
        words = [at for at, one in enumerate(pieces) if one.text.strip().isalpha()]
        for at in sorted(words, key=lambda at: -cells(pieces[at].text)):
            one = pieces[at]
            if over > 0 and len(one.text.strip()) < _LEAST_WORD and at > len(left):
                # What is left of a short word would say nothing: what stands before it is enough.
                right = right[: at - len(left)]
                return between(fit(left, width - measure(right)), right, width)
            text = clip(one.text, max(2, cells(one.text) - max(0, over)))
            over -= cells(one.text) - cells(text)
            pieces[at] = Span(text, one.hue, one.ground)
        left, right = tuple(pieces[: len(left)]), tuple(pieces[len(left) :])
    return between(left, right, width) if right else left


def _cards(facts: Facts, width: int) -> Line:
    """Draw the cards of a hand as backs and number, the number alone if there are many, and what stands beside."""
    end = facts.worth
    number = Span(
        str(facts.held) if facts.held else pgettext("cards", "none"), Hue.ALERT if facts.held == 1 else Hue.FAINT
    )
    backs = "▖" * facts.held
    if facts.held + 1 + len(number.text) + 2 + measure(end) > width or not facts.held:
        words = cards_words(facts.held) if facts.held else _("no cards")
        shown: Line = (Span(words, number.hue),)
        if measure(shown) + 1 + measure(end) > width:
            shown = (number,)
    else:
        shown = (Span(backs, Hue.ALERT if facts.held == 1 else Hue.BACK), Span(" "), number)
    return _beside(shown, end, width)


_OWN: Final = 18  # The width for which what the own plate says is drawn, in cells.


def draw_own(board: Board, seat: Seat, wide: int, look: PlateLook) -> Picture:
    """Draw the viewer's own plate, or that of the first seat for a spectator, in one line."""
    table, kind = board.table, board.kind
    if table is None or kind is None:
        return ()
    inner = wide - 2 * _INSET
    if table.game is None:
        occupant = table.seats[seat]
        state = seat_state(board, occupant, seat) if occupant is not None else ""
        line = between(_heading(board, seat, inner // 2, look), (Span(state, Hue.DIM),), inner)
        return _plated([line], board, seat, wide, look)
    facts = facts_of(kind, table.game, seat, _OWN, look.away)
    held = _cards(Facts(facts.held), inner) if board.people.viewer != seat else ()
    middle = [*facts.progress, facts.worth, held]
    end = facts.total
    if look.bank:
        end = (Span(look.bank, Hue.DIM), Span("   "), *end)
    line = _heading(board, seat, 26, look._replace(bank=""), facts._replace(total=()))
    for number, piece in enumerate(middle):
        gap = " " if number == 1 else "   "
        if plain(piece).strip() and measure(line) + len(gap) + measure(piece) + 2 + measure(end) <= inner:
            line = (*line, Span(gap), *piece)
    return _plated([between(line, end, inner)], board, seat, wide, look)


def sign(board: Board, seat: Seat) -> str:
    """Return the sign beside a name: of a bot, of an ignored person, of someone who had a hint, or a blank."""
    if seat in board.people.bots:
        return BOT_SIGN
    if board.people.names[seat] in board.ignored:
        return IGNORED_SIGN
    return HINT_SIGN if seat in board.people.hinted else " "


def name_of(board: Board, seat: Seat) -> str:
    """Return the name on a seat; on a free one that it is free, and for whom it is kept."""
    if board.table is not None and board.table.seats[seat] is None:
        kept = kept_for(board.table, seat)
        return _("kept for {name}", name=shown_name(kept)) if kept else pgettext("of a seat", "empty")
    return board.people.name(seat)


def seat_state(board: Board, occupant: Occupant, seat: Seat) -> str:
    """Return the state of a player before the game: ``host, ready``, ``(steady bot, bold)``."""
    if seat in board.people.bots:
        return bot_words(occupant)
    said = {
        _("host"): board.table is not None and board.table.host == seat,
        _("away"): not occupant.here,
        _("ready"): occupant.ready,
        _("ignored"): board.people.names[seat] in board.ignored,
    }
    return ", ".join(word for word, holds in said.items() if holds)
