"""What every table has around the cards, in lines or round: the header, the hand, the prompt and the keys."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from chwech_tui.drawing.hand import draw_hand
from chwech_tui.drawing.open_hands import draw_left
from chwech_tui.drawing.panel import SPARE_KEYS, draw_header, draw_keys, draw_prompt
from chwech_tui.drawing.plan import Box, Layout
from chwech_tui.drawing.round_plan import RoundLayout
from chwech_tui.model.board import Board
from chwech_tui.model.cards import CardLook, Strokes
from chwech_tui.model.ink import Line, Picture
from chwech_tui.model.prompt import PromptAnswer
from chwech_tui.screens.surface import Part, Parts

Draw = Callable[[str, Box, tuple[object, ...], Callable[[Box], Picture]], Part]
"""Returns a part by its name, box and what it depends on, drawn again only if that has changed."""


class Around(NamedTuple):
    """What the table shows besides the board."""

    strokes: Strokes
    absent: Sequence[str]
    banks: Sequence[str] | None
    """The time left in the bank of each seat; None where there are no banks."""

    counted: int
    """For how many seats the score of a deal that has ended is counted up."""

    clock: Line
    tick: int
    invitation: str
    keys: tuple[PromptAnswer, ...]


def draw_rim(board: Board, now: Layout | RoundLayout, around: Around, part: Draw, *, centred: bool) -> Parts:
    """Draw the header, the hand, the prompt and the keys."""
    clock, tick, keys = around.clock, around.tick, around.keys
    look = CardLook(now.card, around.strokes)
    top, asked = (board.table, board.quiet, board.own, now), (board.table, board, tick, clock, now)
    held = board.game, board.hand, board.chosen, board.marked, board.premove, board.hint, now
    return {
        "header": part("header", now.header, top, lambda box: draw_header(board, box.width)),
        "hand": part("hand", now.hand, held, lambda box: _hand(board, box, look, centred=centred)),
        "prompt": part("prompt", now.prompt, asked, lambda box: draw_prompt(board, box.width, tick, clock)),
        "keys": part("keys", now.keys, (keys, now), lambda box: draw_keys(keys, box.width, SPARE_KEYS)),
    }


def _hand(board: Board, box: Box, look: CardLook, *, centred: bool) -> Picture:
    """Draw the viewer's hand; between two deals, the cards left in every hand."""
    if board.game is not None and board.game.left:
        return draw_left(board, box.width, box.height)
    return draw_hand(board, box.width, look, centred=centred)
