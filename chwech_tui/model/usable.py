"""The keys of the table screen that do something now, each in words: what the list of everything offers."""

from typing import Final

from msgspec.structs import replace

from chwech_tui.model.board import Asking, Board
from chwech_tui.model.keys import ROWS, press
from chwech_tui.model.prompt import PromptAnswer, button

_WORDS: Final = {
    "enter": "play the chosen card, or go on",
    "s": "the score sheet",
    "r": "the rules of this table",
    "question_mark": "all keys",
    "t": "say something to the table",
    "x": "say a quick phrase",
    "i": "ignore somebody, or quiet the table",
    "f": "your friends, to invite them",
    "j": "join the table to which you are invited",
    "o": "your settings",
    "n": "play once more, or watch it",
    "v": "the replay of this game",
    "q": "leave the table",
    "e": "say that you are ready, or not",
    "b": "put bots on the free seats",
    "d": "free the chosen seat",
    "h": "give the role of the host away",
}
"""What a key does, where the list of keys says it together with others."""

_MOVING: Final = frozenset({"left", "right", "up", "down", "space", "escape"})
"""The keys that only move, or stand for another one."""

_CONSEQUENTIAL: Final = frozenset({"enter", "a", "z", "b", "d", "h", "n", "j", "q"})
"""The keys that are more than a look at something, besides those of the game."""


def usable_keys(board: Board) -> tuple[PromptAnswer, ...]:
    """Return the keys that do something in the present state of the table."""
    games = {known.key: known.about for known in board.kind.keys} if board.kind is not None else {}
    rows = {known.key: row.about for row in ROWS for known in row.keys}
    words = {**rows, **_WORDS, **games}
    # What is at the top is one slip away: nothing there plays a card, asks the others for something or leaves.
    ordered = sorted(words, key=lambda key: key in games or key in _CONSEQUENTIAL)
    free = replace(board, asking=Asking.NOTHING, notice="")
    return tuple(button(key, words[key]) for key in ordered if key not in _MOVING and _does(free, key))


def _does(board: Board, key: str) -> bool:
    """Return True if a key changes the board or asks for something, instead of saying why it does not."""
    after, asked = press(board, key)
    return asked is not None or (after != board and not after.notice)
