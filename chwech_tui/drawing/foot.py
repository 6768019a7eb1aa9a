"""The keys of use at the foot of a screen: in one line where they fit, in two otherwise, for none may be missing."""

from chwech_tui.drawing.panel import draw_keys
from chwech_tui.model.ink import Picture
from chwech_tui.model.prompt import Answer


def draw_foot(answers: tuple[Answer, ...], width: int) -> Picture:
    """Draw the keys of use."""
    if _width(answers) <= width:
        return draw_keys(answers, width)
    half = next(cut for cut in range(1, len(answers) + 1) if _width(answers[:cut]) * 2 >= _width(answers))
    return (*draw_keys(answers[:half], width), *draw_keys(answers[half:], width))


def _width(answers: tuple[Answer, ...]) -> int:
    """Count the cells that they take, one apart at least."""
    return sum(len(answer.shown) + len(answer.label) + 2 for answer in answers) - 1
