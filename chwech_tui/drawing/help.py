"""The list of all keys, and the message for a screen that is too small."""

from typing import Any, Final

from chwech_tui.drawing.line import BLANK, centre, fit, left
from chwech_tui.drawing.panel import draw_button, draw_keys
from chwech_tui.drawing.plan import LEAST_HEIGHT, LEAST_WIDTH
from chwech_tui.model.game import ClientGame
from chwech_tui.model.ink import Hue, Line, Picture, Span
from chwech_tui.model.keys import ROWS
from chwech_tui.model.prompt import PromptAnswer


def draw_foot(answers: tuple[PromptAnswer, ...], width: int) -> Picture:
    """Draw the keys of a screen in one line, or in two where one is too narrow."""
    if _width(answers) <= width:
        return draw_keys(answers, width)
    half = next(cut for cut in range(1, len(answers) + 1) if _width(answers[:cut]) * 2 >= _width(answers))
    return (*draw_keys(answers[:half], width), *draw_keys(answers[half:], width))


def _width(answers: tuple[PromptAnswer, ...]) -> int:
    """Return the least width of the keys, in cells, with a gap of one between them."""
    return sum(len(answer.shown) + len(answer.label) + 2 for answer in answers) - 1


_BEFORE_GAME: Final = 3
"""The rows of keys that stand before those of the game."""


def draw_help(game: ClientGame[Any], width: int, height: int, invitation: str = "") -> Picture:
    """Draw the list of all keys, and the command by which others join the table, if there is one."""
    known = [(row.shown, row.about) for row in ROWS]
    known[_BEFORE_GAME:_BEFORE_GAME] = [(own.key, own.about) for own in game.keys]
    rows: list[Line] = [(Span(left(keys, 16), Hue.ACCENT), Span(words)) for keys, words in known]
    mouse: Line = (
        Span(left("mouse", 16), Hue.ACCENT),
        Span("click a card to choose it, again to play it; click any key named"),
    )
    invite: Line = (Span("   others come with ", Hue.DIM), Span(invitation, Hue.TEXT)) if invitation else ()
    lines: Picture = (
        (Span("Keys", Hue.STRONG), *invite),
        BLANK,
        *rows,
        BLANK,
        mouse,
        BLANK,
        draw_button(PromptAnswer("Esc", "back", "escape")),
    )
    top = max(0, (height - len(lines)) // 3)
    return tuple(fit(line, width) for line in (*((BLANK,) * top), *centre(lines, width)))


def draw_too_small(width: int, height: int) -> Picture:
    """Draw the message for a screen that is too small."""
    words = (
        "Chwech needs",
        f"{LEAST_WIDTH} × {LEAST_HEIGHT}.",
        f"This is {width} × {height}.",
    )
    lines: Picture = tuple((Span(text, Hue.STRONG if number == 0 else Hue.TEXT),) for number, text in enumerate(words))
    top = max(0, (height - len(lines)) // 2)
    return (*((BLANK,) * top), *(fit(line, width) for line in centre(lines, width)))
