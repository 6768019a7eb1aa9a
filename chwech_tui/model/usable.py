"""The keys of the table screen that do something now, each in words: what the list of everything offers."""

import re
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from chwech_tui.model.board import Asking, Board
from chwech_tui.model.game import Game
from chwech_tui.model.keys import ROWS, press
from chwech_tui.model.prompt import PromptAnswer, as_set, button
from protocol.language import N_, _

_WORDS: Final = {
    "enter": N_("play the chosen card, or go on"),
    "l": N_("the last trick"),
    "k": N_("the cards gone so far"),
    "w": N_("the cards won, if they lie open"),
    "pageup": N_("the whole log, with every message to its end"),
    "c": N_("claim the rest, or copy the invitation"),
    "s": N_("the score sheet"),
    "r": N_("the rules of this table"),
    "question_mark": N_("all keys"),
    "t": N_("say something to the table"),
    "x": N_("say a quick phrase"),
    "i": N_("ignore somebody, or quiet the table"),
    "f": N_("people, to invite them"),
    "j": N_("join the table to which you are invited"),
    "o": N_("your settings"),
    "n": N_("play once more, or watch it"),
    "v": N_("the replay of this game"),
    "q": N_("leave the table"),
    "e": N_("say that you are ready, or not"),
    "b": N_("put bots on the free seats"),
    "d": N_("free the chosen seat"),
    "h": N_("a hint; before the game, another host"),
}
"""What a key does, where the list of keys says it together with others; marked for translation."""

_ROWS: Final = {known.key: row.about for row in ROWS for known in row.keys}

MOVING: Final = frozenset({"left", "right", "up", "down", "space", "escape"})
"""The keys that only move, or stand for another one."""

_CONSEQUENTIAL: Final = frozenset({"enter", "a", "z", "b", "d", "h", "n", "j", "q"})
"""The keys that are more than a look at something, besides those of the game."""


def usable_keys(board: Board) -> tuple[PromptAnswer, ...]:
    """Return the keys that do something in the present state of the table."""
    games = {known.key: known.about for known in board.kind.keys} if board.kind is not None else {}
    words = {**_ROWS, **_WORDS, **games}
    # What is at the top is one slip away: nothing there plays a card, asks the others for something or leaves.
    ordered = sorted(words, key=lambda key: key in games or key in _CONSEQUENTIAL)
    free = replace(board, asking=Asking.NOTHING, notice="")
    usable = tuple(button(key, _(words[key])) for key in ordered if key not in MOVING and _does(free, key))
    return as_set(board.settings.keys, usable)


def letters(games: Iterable[Game]) -> dict[str, str]:
    """Return the letters that do something at a table of these games, each with all its effects, in order."""
    words = {key: _(about) for key, about in {**_ROWS, **_WORDS}.items() if len(key) == 1}
    for known in (known for game in games for known in game.keys if len(known.key) == 1):
        effect = re.split("[,;]", _(known.about))[0]
        before = words.get(known.key, "")
        if effect not in before.split("; "):
            words[known.key] = f"{before}; {effect}" if before else effect
    return dict(sorted(words.items()))


def _does(board: Board, key: str) -> bool:
    """Return True if a key changes the board or asks for something, instead of saying why it does not."""
    after, asked = press(board, key)
    return asked is not None or (after != board and not after.notice)
