"""The score sheet of a finished game: a line a seat, the winner first, a column a deal."""

from typing import Final

from chwech_tui.drawing.line import BLANK, fit, left, right, wrap
from chwech_tui.drawing.panel import draw_button
from chwech_tui.model.ink import Hue, Line, Picture, Span
from chwech_tui.model.prompt import Answer
from chwech_tui.model.recorded import Recorded
from protocol.archive import GameEntry
from protocol.ranking import ranking
from protocol.text import clean_text

_NAME: Final = 20
"""How much of a name is shown."""

_COLUMN: Final = 5
"""The cells of a deal: three figures, a mark, a gap."""

_ANSWERS: Final = (Answer("v", "replay", "v"), Answer("e", "export", "e"), Answer("Esc", "back", "escape"))


def draw_record(entry: GameEntry, game: Recorded, command: str, width: int) -> Picture:
    """Draw the sheet, and below it how the whole record is had."""
    room = max(1, (width - _NAME - 14) // _COLUMN)
    first = max(0, len(game.deals) - room)
    title: Line = (
        Span(f"Game {entry.game}", Hue.STRONG),
        Span(f"   {clean_text(entry.table, cells=26)}   {clean_text(game.ruleset, cells=12)} rules", Hue.DIM),
    )
    numbers = "".join(f"{number + 1:>4} " for number in range(first, len(game.deals)))
    missing = f"   The deals before number {first + 1} are not shown." if first else ""
    rows = tuple(_row(entry, game, seat, total, place, first) for place, seat, total in _places(game))
    lines: Picture = (
        title,
        BLANK,
        (Span(f"    {left('', _NAME)}  total  {numbers}", Hue.FAINT),),
        *rows,
        BLANK,
        (Span(f"* won a multiple of nine cards, or none: the cards played count ninefold.{missing}", Hue.DIM),),
        BLANK,
        *wrap((Span(f"The record, for chwech verify: {command}", Hue.DIM),), width),
        BLANK,
        _buttons(),
    )
    return tuple(fit(line, width) for line in lines)


def _buttons() -> Line:
    line: Line = ()
    for answer in _ANSWERS:
        line = (*line, *draw_button(answer), Span("  "))
    return line


def _places(game: Recorded) -> list[tuple[int, int, int]]:
    return [(ranked.place, ranked.seat, ranked.total) for ranked in ranking(game.totals)]


def _row(entry: GameEntry, game: Recorded, seat: int, total: int, place: int, first: int) -> Line:
    name = clean_text(game.names[seat], cells=_NAME) if game.names else f"Seat {seat + 1}"
    hue = Hue.ACCENT if place == 1 else Hue.STRONG if seat == entry.seat else Hue.TEXT
    deals = "".join(f"{deal.scores[seat]:>4}{' ' if deal.won[seat] % 9 else '*'}" for deal in game.deals[first:])
    return (
        Span(f"{right(str(place), 2)}  ", Hue.DIM),
        Span(left(name, _NAME), hue),
        Span(right(str(total), 7), Hue.STRONG),
        Span(f"  {deals}", Hue.DIM),
    )
