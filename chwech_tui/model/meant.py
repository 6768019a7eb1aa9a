"""Which of the actions of a move is meant: each has a key, or many of them are stepped through; pure."""

from typing import Final

from msgspec.structs import replace

from chwech_tui.model.board import Board
from chwech_tui.model.game import Choice, Move
from protocol.language import _
from protocol.vocabulary import Action

_STEPS: Final = {"left": -1, "down": -1, "right": 1, "up": 1}
"""The keys that step through many choices."""


def stepped_through(move: Move) -> tuple[Choice, ...]:
    """Return the choices that have no key of their own, in order; none where each has one."""
    return tuple(choice for choice in move.choices if not choice.key)


def choose(board: Board, move: Move, key: str) -> tuple[Board, Action | None]:
    """Handle a key while it is asked which action of a move is meant."""
    many = stepped_through(move)
    if many and key in _STEPS:
        return replace(board, stepped=min(max(board.stepped + _STEPS[key], 0), len(many) - 1)), None
    if many and key in {"enter", "space"}:
        return board, many[board.stepped].action
    choice = next((choice for choice in move.choices if choice.key == key), None)
    if choice is None:
        return replace(board, notice=_("Press {keys}; Esc goes back.", keys=move.hint)), None
    return board, choice.action
