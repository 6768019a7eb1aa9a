"""Parses what a visitor asks for with the words after the host name; pure, and prepared for any words."""

import shlex
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

LONGEST_COMMAND: Final = 512
"""Maximum length of a command in bytes."""

_LONGEST_CODE: Final = 64
_WORDS_OF_A_CODE: Final = 3


class ShowLobby(Struct, frozen=True):
    """An empty command: the lobby."""


class Seat(Struct, frozen=True):
    """A seat at a table."""

    table: str


class WatchByCode(Struct, frozen=True):
    """A request to watch a table."""

    table: str


class Question(Struct, frozen=True):
    """A command that is answered with text."""

    words: tuple[str, ...]


class InvalidRequest(ValueError):
    """A command that cannot be read; the text says what is right."""


Request = ShowLobby | Seat | WatchByCode | Question


def read_request(command: str | None, is_known: Callable[[str], bool]) -> Request:
    """Parse a command.

    Args:
        command: what the client sent; None if it sent none.
        is_known: returns True if a word begins a command that is answered with text.

    Raises:
        InvalidRequest: the command cannot be answered.
    """
    match _words(command or ""):
        case ():
            return ShowLobby()
        case (word, *_) as words if is_known(word):
            return Question(words)
        case ("watch", *code) if _may_be_a_code(code):
            return WatchByCode("-".join(code))
        case ("watch", *_):
            raise InvalidRequest("watch needs the code of one table: ssh -t chwech@HOST watch CODE")
        case code if _may_be_a_code(code):
            return Seat("-".join(code))
        case words:
            # The text commands know best what the visitor could have meant.
            return Question(words)


def _words(command: str) -> tuple[str, ...]:
    """Split a command as a shell would; no shell is run."""
    if len(command.encode(errors="replace")) > LONGEST_COMMAND:
        raise InvalidRequest(f"a command has {LONGEST_COMMAND} bytes at most")
    try:
        return tuple(shlex.split(command))
    except ValueError:
        raise InvalidRequest("the command has a quotation mark that is not closed") from None


def _may_be_a_code(words: Sequence[str]) -> bool:
    """Return True if one word, hyphens allowed, or three words could be a table code; the host knows which exist."""
    if len("-".join(words)) > _LONGEST_CODE:
        return False
    if len(words) == 1:
        return all(part.isascii() and part.isalnum() for part in words[0].split("-"))
    return len(words) == _WORDS_OF_A_CODE and all(word.isascii() and word.isalpha() for word in words)
