"""The seats, one a line: turn, name, dealer, the columns of the game, the bank of time."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from chwech_tui.drawing.line import BLANK, cells, clip, fit, left, measure, right
from chwech_tui.drawing.plan import BANK_WIDTH, BESIDE_COLUMNS, Needs
from chwech_tui.model.board import Board, Table
from chwech_tui.model.hosting import kept_for
from chwech_tui.model.ink import Hue, Line, Picture, Span
from chwech_tui.model.people import BOT_SIGN, HINT_SIGN, IGNORED_SIGN, bot_words, clockwise, seat_sign, shown_name
from protocol.language import _, pgettext
from protocol.tableview import Occupant
from protocol.text import text_width
from protocol.vocabulary import Seat, View


class SeatsLook(NamedTuple):
    """How the seats are drawn, and what is known of them besides the board."""

    spaced: bool
    """True if a blank line separates two seats."""

    step: int = 1
    """The width of a step of a seat's meter, in cells."""

    absent: Sequence[str] = ()
    """A note for each seat, or an empty text."""

    banks: Sequence[str] | None = None
    """The time left in the bank of each seat; None for no such column."""

    counted: int = 0
    """Between two deals, for how many seats in the order drawn the score is counted up."""


def draw_seats(board: Board, width: int, look: SeatsLook) -> Picture:
    """Draw all seats in order of play, the viewer's first."""
    table, kind = board.table, board.kind
    if table is None:
        return ()
    if table.game is None or kind is None:
        waiting = (_waiting_seat(board, table, seat, width) for seat in clockwise(table))
        return tuple(
            fit(line, width)
            for line in ((Span("  " + _("seats"), Hue.FAINT),), *spaced_lines(waiting, spaced=look.spaced))
        )
    columns = kind.columns_width(table.setup, look.step)
    name = width - BESIDE_COLUMNS - columns - BANK_WIDTH * (look.banks is not None)
    bank = right(pgettext("column", "bank"), BANK_WIDTH) if look.banks is not None else ""
    legend = left(_legend(board, name + 4), name + 4)
    over = board.has_result and look.counted > 0
    titles = right(pgettext("column", "total"), columns) if over else kind.draw_heading(table.setup, look.step)
    heading = (Span(f" {legend}{titles}{bank}", Hue.FAINT),)
    seats = (
        (
            *_seat(board, table.game, seat, name),
            *(
                kind.draw_sum(table.game, seat, columns)
                if over and place < look.counted
                else kind.draw_columns(table.game, seat, look.step, note_of(look.absent, seat))
            ),
            *((Span(right(note_of(look.banks, seat), BANK_WIDTH), Hue.DIM),) if look.banks is not None else ()),
        )
        for place, seat in enumerate(clockwise(table))
    )
    return tuple(fit(line, width) for line in (heading, *spaced_lines(seats, spaced=look.spaced)))


def note_of(notes: Sequence[str], seat: Seat) -> str:
    """Return the note for a seat; empty if there is none."""
    return notes[seat] if seat < len(notes) else ""


def spaced_lines(lines: Iterable[Line], *, spaced: bool) -> Iterable[Line]:
    """Yield lines, with a blank line between two of them if wanted."""
    for number, line in enumerate(lines):
        if spaced and number:
            yield BLANK
        yield line


def _legend(board: Board, width: int) -> str:
    """Return the meaning of the signs that stand before names at this table, if it fits."""
    meanings = {BOT_SIGN: _("bot"), IGNORED_SIGN: _("ignored"), HINT_SIGN: _("hints")}
    signs = {sign(board, Seat(seat)) for seat in range(len(board.people.names))}
    told = [f"{mark} {meaning}" for mark, meaning in meanings.items() if mark in signs]
    return next((text for text in ("  ".join(told), " ".join(told[-1:])) if cells(text) <= width), "")


def sign(board: Board, seat: Seat) -> str:
    """Return the sign before a name: of a bot, of an ignored person, of somebody who had a hint, or a blank."""
    if seat in board.people.bots:
        return BOT_SIGN
    if board.people.names[seat] in board.ignored:
        return IGNORED_SIGN
    return HINT_SIGN if seat in board.people.hinted else " "


def _seat(board: Board, game: View, seat: Seat, width: int) -> Line:
    """Draw whose turn it is, the name and the dealer's mark."""
    its_turn = seat in game.awaited
    hue = Hue.ACCENT if its_turn else Hue.STRONG if game.viewer == seat else Hue.TEXT
    return (
        Span("▸" if its_turn else " ", Hue.ACCENT),
        Span(sign(board, seat), Hue.DIM),
        *_name_with_rating(board, seat, width, hue),
        Span(" D " if game.dealer == seat else "   ", Hue.DIM),
    )


def _name_with_rating(board: Board, seat: Seat, width: int, hue: Hue) -> Line:
    """Draw a name and, at the right where there is room, the rating."""
    name, rating = board.people.name(seat), seat_sign(board.table, seat)
    if not rating or cells(name) + 1 + len(rating) > width:
        return (Span(left(name, width), hue),)
    return (Span(left(name, width - len(rating)), hue), Span(rating, Hue.FAINT))


def _waiting_seat(board: Board, table: Table, seat: Seat, width: int) -> Line:
    """Draw a seat before the game: its player with their state, or the person it is kept for."""
    occupant, kept = table.seats[seat], kept_for(table, seat)
    mark = Span("▸ " if board.place == seat else "  ", Hue.ACCENT)
    if occupant is None:
        return (mark, Span(seat_free(kept), Hue.FAINT))
    hue = Hue.STRONG if seat == board.people.viewer else Hue.TEXT
    state, rating = seat_state(board, occupant, seat), seat_sign(table, seat)
    said = f"  {state}" if state else ""
    line = (mark, Span(clip(board.people.name(seat), width - 2 - text_width(said)), hue), Span(said, Hue.DIM))
    told = Span(f"  {rating}" if rating and measure(line) + 2 + len(rating) <= width else "", Hue.FAINT)
    return (*line, told)


def seat_free(kept: str) -> str:
    """Return what stands in place of the name on a free seat: for whom it is kept, if it is."""
    return _("kept for {name}", name=shown_name(kept)) if kept else pgettext("of a seat", "empty")


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


_GONE_LINES = 6
"""A heading, the suits and the Jokers."""


def _ratings_width(table: Table) -> int:
    """Return the width of the ratings, with the gap before them; 0 if nobody has one."""
    widest = max((len(seat_sign(table, Seat(seat))) for seat in range(len(table.seats))), default=0)
    return widest + 1 if widest else 0


def needs(board: Board) -> Needs:
    """Return what the layout of a table depends on: its seats, at least four, their names, columns and banks."""
    names, kind, table = board.people.names, board.kind, board.table
    players, longest = max(4, len(names)), max(map(cells, names), default=0)
    if kind is None or table is None:
        return Needs(players, longest)
    return Needs(
        players=players,
        names=longest,
        columns=(kind.columns_width(table.setup, 1), kind.columns_width(table.setup, 2)),
        titles=kind.title_lines,
        banks=table.game is not None and bool(table.arrangement.clock.bank),
        seats=len(table.seats),
        round=kind.round,
        begun=table.game is not None,
        gone=0 if kind.piles_closed(table.setup) else _GONE_LINES,
        crib=kind.crib(table.setup),
        ratings=_ratings_width(table) if table.game is not None else 0,
    )
