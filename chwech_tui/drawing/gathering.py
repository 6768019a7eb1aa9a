"""Drawn in place of the trick: before the game how it is run and joined; the quick phrases while one is chosen."""

from typing import Final

from chwech_tui.drawing.line import BLANK, fit, left, measure, wrap
from chwech_tui.model.arranging import arrangement_words
from chwech_tui.model.board import Board
from chwech_tui.model.hosting import starting
from chwech_tui.model.ink import Hue, Line, Picture, Press, Span
from chwech_tui.model.talking import PHRASE_KEYS
from protocol.talk import PHRASES

_COLUMN: Final = 25
"""The width of a column of phrases, in cells."""


def draw_gathering(board: Board, width: int, invitation: str) -> Picture:
    """Draw how the table is run, when the game begins, and the command by which others join."""
    table, kind = board.table, board.kind
    if table is None or kind is None:
        return ()
    terms = f"{table.setup.players} seats, {kind.rules_words(table.setup)}; {arrangement_words(table.arrangement)}."
    lines: list[Line] = list(wrap((Span(terms, Hue.DIM),), width, hang=0)[:3])
    lines += wrap((Span(starting(board), Hue.TEXT),), width, hang=0)[:3]
    if invitation:
        label, command = Span("Others come with: ", Hue.DIM), Span(invitation, Hue.STRONG)
        lines += [BLANK, (label, command)] if measure((label, command)) <= width else [(label,), (command,)]
    return tuple(fit(line, width) for line in lines)


def draw_phrases(width: int, height: int) -> Picture:
    """Draw the quick phrases with their keys, in as many columns as the height requires."""
    columns = max(1, min(width // _COLUMN, -(-len(PHRASES) // max(1, height))))
    rows = -(-len(PHRASES) // columns)
    return tuple(fit(_row(range(row, len(PHRASES), rows)), width) for row in range(rows))


def _row(numbers: range) -> Line:
    spans: list[Span] = []
    for number in numbers:
        aim = Press(PHRASE_KEYS[number])
        spans += [Span(f"{PHRASE_KEYS[number]} ", Hue.ACCENT, aim=aim)]
        spans += [Span(left(PHRASES[number], _COLUMN - 2), Hue.TEXT, aim=aim)]
    return tuple(spans)
