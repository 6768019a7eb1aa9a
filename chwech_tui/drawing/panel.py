"""The lines around the table: the header, the question with its buttons, the keys of use, the log."""

from typing import Final

from chwech_tui.drawing.line import between, fit, measure, wrap
from chwech_tui.model.board import Board
from chwech_tui.model.chronicle import Chronicle
from chwech_tui.model.ink import Ground, Hue, Line, Picture, Press, Span
from chwech_tui.model.prompt import Answer, prompt

BUSY: Final = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
"""The pictures of a mark that turns while something takes its time."""

TABLE_KEYS: Final = (
    Answer("←→", "choose", "right"),
    Answer("Enter", "play", "enter"),
    Answer("p", "pass", "p"),
    Answer("l", "last trick", "l"),
    Answer("s", "score", "s"),
    Answer("r", "rules", "r"),
    Answer("?", "keys", "question_mark"),
    Answer("q", "leave", "q"),
)
"""The keys that the foot of the table names."""

LOOKING_ON_KEYS: Final = (*TABLE_KEYS[3:],)
"""Those of them that are of use to somebody who looks on."""


def draw_header(board: Board, width: int) -> Picture:
    """Draw the name of the game, how far it has come, and the rules it is played by."""
    title: Line = (Span("Chwech", Hue.STRONG),)
    table, game = board.table, board.game
    if table is None:
        return (fit(title, width),)
    if game is not None:
        title = (*title, Span(f"   deal {min(game.deal, game.deals)} of {game.deals}", Hue.TEXT))
        title = (*title, Span(f"   {game.ruleset} rules", Hue.DIM))
    place: Line = (Span(f"table {table.table}", Hue.FAINT),)
    if board.looks_on:
        place = (Span("looking on at ", Hue.ACCENT), *place)
    return (between(title, place, width),)


def draw_prompt(board: Board, width: int, tick: int = 0) -> Picture:
    """Draw what is asked with its answers as buttons, and below it why a key could not be used."""
    asked = prompt(board)
    busy = board.slow or bool(board.trouble)
    mark = f"{BUSY[tick % len(BUSY)]} " if busy else ""
    line: Line = (Span(mark, Hue.ACCENT), Span(asked.text, asked.hue))
    for answer in asked.answers:
        line = (*line, Span("  "), *draw_button(answer))
    if not board.notice and measure(line) > width:
        return tuple(fit(row, width) for row in wrap(line, width)[:2])
    return (fit(line, width), fit((Span(board.notice, Hue.ALERT),), width))


def draw_button(answer: Answer) -> Line:
    """Draw something to press or to click: the key, then what it does."""
    aim = Press(answer.key)
    return (
        Span(f" {answer.shown} ", Hue.ACCENT, Ground.BUTTON, aim),
        Span(f"{answer.label} ", Hue.TEXT, Ground.BUTTON, aim),
    )


def draw_keys(answers: tuple[Answer, ...], width: int) -> Picture:
    """Draw the keys of use in one line, as far apart as there is room."""
    cells = sum(measure(_hint(answer)) for answer in answers)
    gap = max(1, min(4, (width - cells) // max(1, len(answers) - 1)))
    line: Line = ()
    for number, answer in enumerate(answers):
        line = (*line, *((Span(" " * gap),) if number else ()), *_hint(answer))
    return (fit(line, width),)


def _hint(answer: Answer) -> Line:
    aim = Press(answer.key)
    return (Span(answer.shown, Hue.TEXT, aim=aim), Span(f" {answer.label}", Hue.DIM, aim=aim))


def draw_log(chronicle: Chronicle, width: int, height: int) -> Picture:
    """Draw the newest sentences that there is room for, the newest at the bottom."""
    lines: list[Line] = []
    for entry in reversed(chronicle):
        wrapped = wrap(entry.line, width)
        if len(lines) + len(wrapped) > height:
            break
        lines[:0] = wrapped
    return tuple(fit(line, width) for line in lines)
