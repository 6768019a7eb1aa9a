"""The seats, one a line: turn, name, dealer, cards left, cards won with a meter, present worth, total."""

from collections.abc import Sequence
from typing import NamedTuple

from chwech_tui.drawing.line import BLANK, clip, fit, left, right
from chwech_tui.drawing.plan import BANK_WIDTH, SEATS_BESIDE_NAME, STEPS
from chwech_tui.model.board import Board, Table, clockwise
from chwech_tui.model.hosting import kept_for
from chwech_tui.model.ink import Hue, Line, Picture, Span
from chwech_tui.model.people import BOT_SIGN, IGNORED_SIGN, shown_name
from chwech_tui.model.times import duration
from protocol.chwech.views import ChwechView, SeatView
from protocol.tableview import Occupant
from protocol.vocabulary import Seat


def won_text(won: int) -> str:
    """Return the cards won as a multiple of nine and the rest: ``18+3``, ``0+3``, ``18``."""
    rest = won % STEPS
    return f"{won - rest}+{rest}" if rest else str(won)


def meter(won: int, step: int = 1) -> Line:
    """Draw the progress of the cards won towards the next multiple of nine; the meter is full at a multiple."""
    rest = won % STEPS
    full, empty = ("■" * step), ("·" * step)
    if won and rest == 0:
        return (Span(full * STEPS, Hue.ACCENT),)
    return (Span(full * rest, Hue.TEXT), Span(empty * (STEPS - rest), Hue.FAINT))


def draw_seats(
    board: Board, width: int, *, spaced: bool, step: int = 1, absent: Sequence[str] = (), banks: bool = False
) -> Picture:
    """Draw all seats in order of play, the viewer's first.

    Args:
        board: the state of the table screen.
        width: the width of a line, in cells.
        spaced: True to separate two seats by a blank line.
        step: the width of a step of the meter, in cells.
        absent: the absence notes by seat; a note that is not empty is drawn in place of the meter.
        banks: True to add a column for the banks of time.
    """
    table = board.table
    if table is None:
        return ()
    wide = Columns(width - SEATS_BESIDE_NAME - STEPS * (step - 1) - BANK_WIDTH * banks, step, banks)
    lines: list[Line] = [_heading(board, wide) if table.game is not None else (Span("  seats", Hue.FAINT),)]
    for seat in clockwise(table):
        if spaced and len(lines) > 1:
            lines.append(BLANK)
        if table.game is None:
            lines.append(_waiting_seat(board, table, seat, width))
        else:
            away = absent[seat] if seat < len(absent) else ""
            lines.append((*_seat(board, table.game, seat, wide, away), *_bank(table, seat, wide)))
    return tuple(fit(line, width) for line in lines)


class Columns(NamedTuple):
    """The widths of the columns of the seats."""

    name: int
    """The width of a name, in cells."""

    step: int
    """The width of a step of the meter, in cells."""

    banks: bool
    """True if there is a column for the banks of time."""


def _heading(board: Board, wide: Columns) -> Line:
    bank = right("bank", BANK_WIDTH) if wide.banks else ""
    legend, gap = left(_legend(board, wide.name + 4), wide.name + 4), " " * STEPS * wide.step
    return (Span(f" {legend}  hand  {left(' won', 5)}{gap}  now  total{bank}", Hue.FAINT),)


def _legend(board: Board, width: int) -> str:
    """Return the meaning of the signs that stand before names at this table, if it fits."""
    meanings = {BOT_SIGN: "bot", IGNORED_SIGN: "ignored"}
    signs = {_sign(board, Seat(seat)) for seat in range(len(board.people.names))}
    told = [f"{sign} {meaning}" for sign, meaning in meanings.items() if sign in signs]
    return next((text for text in ("  ".join(told), " ".join(told[-1:])) if len(text) <= width), "")


def _sign(board: Board, seat: Seat) -> str:
    """Return the sign before the name of a seat."""
    if seat in board.people.bots:
        return BOT_SIGN
    return IGNORED_SIGN if board.people.names[seat] in board.ignored else " "


def _bank(table: Table, seat: Seat, wide: Columns) -> Line:
    """Draw the bank of time of a seat, as it was before the present move."""
    if not wide.banks:
        return ()
    time = table.time
    bank = time.banks[seat] if time is not None and seat < len(time.banks) else None
    return (Span(right(duration(bank) if bank is not None else "", BANK_WIDTH), Hue.DIM),)


def _seat(board: Board, game: ChwechView, seat: Seat, wide: Columns, away: str) -> Line:
    its_turn = game.turn == seat
    view = game.seats[seat]
    return (
        Span("▸" if its_turn else " ", Hue.ACCENT),
        Span(_sign(board, seat), Hue.DIM),
        Span(left(board.people.name(seat), wide.name), _name_hue(game, seat)),
        Span(" D " if game.dealer == seat else "   ", Hue.DIM),
        *_figures(view, wide.step, away),
    )


def _name_hue(game: ChwechView, seat: Seat) -> Hue:
    if game.turn == seat:
        return Hue.ACCENT
    return Hue.STRONG if game.viewer == seat else Hue.TEXT


def _figures(view: SeatView, step: int, away: str) -> Line:
    multiple, plus, rest = won_text(view.won).partition("+")
    return (
        Span(f"  {right(str(view.cards), 4)}  "),
        Span(f"{right(multiple, 2)}{plus}{rest}".ljust(5), Hue.ACCENT if view.won and not plus else Hue.TEXT),
        *((Span(left(away, STEPS * step), Hue.ALERT),) if away else meter(view.won, step)),
        Span(f"  {right(str(view.worth), 3)}"),
        Span(f"  {right(str(view.total), 5)}", Hue.STRONG),
    )


def _waiting_seat(board: Board, table: Table, seat: Seat, width: int) -> Line:
    """Draw a seat before the game: its player with their state, or the person it is kept for."""
    occupant, kept = table.seats[seat], kept_for(table, seat)
    mark = Span("▸ " if board.place == seat else "  ", Hue.ACCENT)
    if occupant is None:
        return (mark, Span(f"kept for {shown_name(kept)}" if kept else "empty", Hue.FAINT))
    hue = Hue.STRONG if seat == board.people.viewer else Hue.TEXT
    state = _state(board, occupant, seat)
    return (mark, Span(clip(board.people.name(seat), width - 23), hue), Span(f"  {state}" if state else "", Hue.DIM))


def _state(board: Board, occupant: Occupant, seat: Seat) -> str:
    if seat in board.people.bots:
        return f"({occupant.bot} bot)"
    said = {
        "host": board.table is not None and board.table.host == seat,
        "away": not occupant.here or occupant.away,
        "ready": occupant.ready,
        "ignored": board.people.names[seat] in board.ignored,
    }
    return ", ".join(word for word, holds in said.items() if holds)
