"""The keys for chat: writing a line, quick phrases by one key each, and ignoring people."""

from typing import Final

from msgspec.structs import replace

from chwech_tui.model.board import Asking, Board
from protocol.language import N_, _, ngettext
from protocol.talk import PHRASES, TEXT_CHARACTERS, Say, SayPhrase
from protocol.text import clean_text


def edited(text: str, key: str, character: str, longest: int = TEXT_CHARACTERS) -> str:
    """Edit the end of a text by a key, given its name and the character that it types; empty if it types none."""
    match key:
        case "backspace" | "ctrl+h":
            return text[:-1]
        case "ctrl+w":
            return text.rstrip().rpartition(" ")[0]
        case "ctrl+u":
            return ""
        case _:
            return _line(text + character, longest)


def pasted(text: str, more: str, longest: int = TEXT_CHARACTERS) -> str:
    """Append a pasted text as one line."""
    return _line(text + clean_text(more, cells=2 * longest), longest)


def _line(draft: str, longest: int) -> str:
    """Return a draft cleaned, however it was written; a space at its end stays."""
    line = clean_text(draft, cells=2 * longest)
    return (line + " " * (line != "" and draft[-1].isspace()))[:longest]


def room_words(text: str) -> str:
    """Return how many characters there is still room for in a chat line."""
    return ngettext("{n} character left", "{n} characters left", TEXT_CHARACTERS - len(text))


LATE: Final = N_("What you have said is on its way.")
"""What is told where the server takes its time, marked for translation."""


def late(board: Board) -> Board:
    """Tell that something said has not arrived yet."""
    return replace(board, notice=_(LATE))


def arrived(board: Board) -> Board:
    """Tell no longer that something said is late."""
    return replace(board, notice="") if board.notice == _(LATE) else board


PHRASE_KEYS: Final = tuple("123456789abcdefg")
Spoken = tuple[Board, Say | SayPhrase | None]
"""The result of a key: the new board, and the chat command to send; the sender assigns the id."""


def begin(board: Board, asking: Asking) -> Board:
    """Open a question about chat, unless there is nobody to hear or to ignore.

    A line can be written even alone at a table: a user who has begun to type means the letters as text, not as keys.
    """
    if board.table is None:
        return board
    if asking is not Asking.SAY and not board.company and not board.watches:
        return replace(board, notice=_("Nobody else is at this table to talk to."))
    return replace(board, asking=asking, draft="")


def answer(board: Board, key: str, character: str) -> Spoken:
    """Handle a key while a question about chat is open."""
    if board.asking is Asking.SAY:
        return _write(board, key, character)
    if board.asking is Asking.PHRASE:
        done = replace(board, asking=Asking.NOTHING)
        number = PHRASE_KEYS.index(key) if key in PHRASE_KEYS else len(PHRASES)
        return done, SayPhrase(0, number) if number < len(PHRASES) else None
    return _ignore(board, key), None


def paste(board: Board, text: str) -> Board:
    """Append a text to the line that is being written."""
    return replace(board, draft=pasted(board.draft, text))


def _write(board: Board, key: str, character: str) -> Spoken:
    match key:
        case "escape":
            return replace(board, asking=Asking.NOTHING, draft=""), None
        case "enter":
            text = board.draft.strip()
            return replace(board, asking=Asking.NOTHING, draft=""), Say(0, text) if text else None
        case _:
            return replace(board, draft=edited(board.draft, key, character)), None


def people_to_ignore(board: Board) -> tuple[str, ...]:
    """Return the names that the digits stand for, from 1."""
    return board.company[:9]


def _ignore(board: Board, key: str) -> Board:
    """Toggle whether a person is ignored; 0 toggles all chat."""
    if key == "0":
        return replace(board, quiet=not board.quiet)
    names = people_to_ignore(board)
    if key.isdecimal() and int(key) <= len(names):
        return replace(board, ignored=board.ignored ^ {names[int(key) - 1]})
    return replace(board, asking=Asking.NOTHING)
