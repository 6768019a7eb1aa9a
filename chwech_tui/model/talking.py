"""Talking by key: a line that is written, quick phrases by one key each, and who is not heard."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.model.board import Asking, Board
from protocol.talk import PHRASES, TEXT_CHARACTERS, Say, SayPhrase
from protocol.text import clean_text


class Draft(Struct, frozen=True):
    """What has been written so far; it is changed at its end."""

    text: str = ""
    """The text."""

    longest: int = TEXT_CHARACTERS
    """The most characters that it may have."""


def typed(draft: Draft, key: str, character: str) -> Draft:
    """Use a key: its name, and the character that it writes; nothing for one that writes none."""
    match key:
        case "backspace" | "ctrl+h":
            return replace(draft, text=draft.text[:-1])
        case "ctrl+w":
            return replace(draft, text=draft.text.rstrip().rpartition(" ")[0])
        case "ctrl+u":
            return replace(draft, text="")
        case _:
            return replace(draft, text=(draft.text + character)[: draft.longest])


def pasted(draft: Draft, text: str) -> Draft:
    """Add a text from elsewhere, as one line."""
    return replace(draft, text=(draft.text + clean_text(text, cells=draft.longest))[: draft.longest])


PHRASE_KEYS: Final = tuple("123456789abcdefg")
"""The key of each quick phrase."""

Spoken = tuple[Board, Say | SayPhrase | None]
"""What a key led to, and what is now to be said; its id is given when it is sent."""


def begin(board: Board, asking: Asking) -> Board:
    """Ask what is to be said, or who is not to be heard, where there is somebody else.

    A line can be written in any case: whoever has begun to write means no key by what follows.
    """
    if board.table is None:
        return board
    if asking is not Asking.SAY and not board.company and not board.watches:
        return replace(board, notice="Nobody else is at this table to talk to.")
    return replace(board, asking=asking, draft="")


def answer(board: Board, key: str, character: str) -> Spoken:
    """Use a key while something about talking is asked."""
    if board.asking is Asking.SAY:
        return _write(board, key, character)
    if board.asking is Asking.PHRASE:
        done = replace(board, asking=Asking.NOTHING)
        number = PHRASE_KEYS.index(key) if key in PHRASE_KEYS else len(PHRASES)
        return done, SayPhrase(0, number) if number < len(PHRASES) else None
    return _ignore(board, key), None


def paste(board: Board, text: str) -> Board:
    """Add a text to what is being written."""
    kept = "".join(character if character.isprintable() else " " for character in text[:TEXT_CHARACTERS])
    return replace(board, draft=(board.draft + kept)[:TEXT_CHARACTERS])


def _write(board: Board, key: str, character: str) -> Spoken:
    match key:
        case "escape":
            return replace(board, asking=Asking.NOTHING, draft=""), None
        case "enter":
            text = board.draft.strip()
            return replace(board, asking=Asking.NOTHING, draft=""), Say(0, text) if text else None
        case "backspace" | "ctrl+h":
            return replace(board, draft=board.draft[:-1]), None
        case "ctrl+u":
            return replace(board, draft=""), None
        case "ctrl+w":
            return replace(board, draft=board.draft.rstrip().rpartition(" ")[0]), None
        case _:
            return paste(board, character), None


def people_to_ignore(board: Board) -> tuple[str, ...]:
    """Give the names that the digits stand for."""
    return board.company[:9]


def _ignore(board: Board, key: str) -> Board:
    """Hear somebody no more, or again; 0 stands for everybody."""
    if key == "0":
        return replace(board, quiet=not board.quiet)
    names = people_to_ignore(board)
    if key.isdecimal() and int(key) <= len(names):
        return replace(board, ignored=board.ignored ^ {names[int(key) - 1]})
    return replace(board, asking=Asking.NOTHING)
