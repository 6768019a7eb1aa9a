"""Every seat in one line: whose turn, name, dealer, cards left, cards won with a meter, worth now, total."""

from chwech_tui.drawing.line import BLANK, fit, left, right
from chwech_tui.drawing.plan import SEATS_BESIDE_NAME, STEPS
from chwech_tui.model.board import Board, clockwise
from chwech_tui.model.ink import Hue, Line, Picture, Span
from chwech_tui.model.people import People
from protocol.chwech.views import ChwechView, SeatView
from protocol.tableview import Occupant
from protocol.vocabulary import Seat


def won_text(won: int) -> str:
    """Write the cards won as a multiple of nine and the rest: ``18+3``, ``0+3``, ``18``."""
    rest = won % STEPS
    return f"{won - rest}+{rest}" if rest else str(won)


def meter(won: int, step: int = 1) -> Line:
    """Draw how far the cards won have come towards the next multiple of nine; a multiple itself is full."""
    rest = won % STEPS
    full, empty = ("■" * step), ("·" * step)
    if won and rest == 0:
        return (Span(full * STEPS, Hue.ACCENT),)
    return (Span(full * rest, Hue.TEXT), Span(empty * (STEPS - rest), Hue.FAINT))


def draw_seats(board: Board, width: int, *, spaced: bool, step: int = 1) -> Picture:
    """Draw all seats, the viewer's first, in order of play; a step of the meter has so many cells."""
    table = board.table
    if table is None:
        return ()
    name_width = width - SEATS_BESIDE_NAME - STEPS * (step - 1)
    lines: list[Line] = [_heading(name_width, step) if table.game is not None else (Span("  seats", Hue.FAINT),)]
    for seat in clockwise(table):
        if spaced and len(lines) > 1:
            lines.append(BLANK)
        occupant = table.seats[seat]
        if table.game is None:
            lines.append(_waiting_seat(occupant, board.people, seat, width))
        else:
            lines.append(_seat(table.game, seat, _name(occupant, board.people, seat, name_width), step))
    return tuple(fit(line, width) for line in lines)


def _heading(name_width: int, step: int) -> Line:
    text = f"  {left('', name_width)}     hand  {left(' won', 5)}{' ' * STEPS * step}  now  total"
    return (Span(text, Hue.FAINT),)


def _name(occupant: Occupant | None, people: People, seat: Seat, width: int) -> str:
    name = people.name(seat)
    away = " (away)" if occupant is not None and not occupant.here else ""
    return left(left(name, width - len(away)).rstrip() + away, width) if away else left(name, width)


def _seat(game: ChwechView, seat: Seat, name: str, step: int) -> Line:
    its_turn = game.turn == seat
    view = game.seats[seat]
    return (
        Span("▸ " if its_turn else "  ", Hue.ACCENT),
        Span(name, _name_hue(game, seat)),
        Span(" D " if game.dealer == seat else "   ", Hue.DIM),
        *_figures(view, step),
    )


def _name_hue(game: ChwechView, seat: Seat) -> Hue:
    if game.turn == seat:
        return Hue.ACCENT
    return Hue.STRONG if game.viewer == seat else Hue.TEXT


def _figures(view: SeatView, step: int) -> Line:
    multiple, plus, rest = won_text(view.won).partition("+")
    return (
        Span(f"  {right(str(view.cards), 4)}  "),
        Span(f"{right(multiple, 2)}{plus}{rest}".ljust(5), Hue.ACCENT if view.won and not plus else Hue.TEXT),
        *meter(view.won, step),
        Span(f"  {right(str(view.worth), 3)}"),
        Span(f"  {right(str(view.total), 5)}", Hue.STRONG),
    )


def _waiting_seat(occupant: Occupant | None, people: People, seat: Seat, width: int) -> Line:
    if occupant is None:
        return (Span("  empty", Hue.FAINT),)
    hue = Hue.STRONG if seat == people.viewer else Hue.TEXT
    kind = f"  {occupant.bot} bot" if occupant.bot else "" if occupant.here else "  away"
    return (Span(f"  {left(people.name(seat), width - 16).rstrip()}", hue), Span(kind, Hue.DIM))
