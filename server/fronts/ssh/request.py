"""What a visitor asks for with the words after the host name; pure, and any words may come."""

import shlex
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

LONGEST_COMMAND: Final = 512
"""Bytes that a command may have."""

_LONGEST_CODE: Final = 64
_WORDS_OF_A_CODE: Final = 3


class ShowLobby(Struct, frozen=True):
    """Nothing was asked for: the lobby."""


class Seat(Struct, frozen=True):
    """A seat at a table."""

    table: str
    """The code of the table."""


class WatchTable(Struct, frozen=True):
    """To watch a table."""

    table: str
    """The code of the table."""


class Question(Struct, frozen=True):
    """Something that is answered in words."""

    words: tuple[str, ...]
    """The command and what follows it."""


class InvalidRequest(ValueError):
    """The words cannot be read; the text says what is right."""


Request = ShowLobby | Seat | WatchTable | Question
"""What is asked for."""


def read_request(command: str | None, is_known: Callable[[str], bool]) -> Request:
    """Read a command.

    Args:
        command: what the client sends; None where it names none.
        is_known: says whether a word begins a command that is answered in words.

    Raises:
        InvalidRequest: nobody could answer it.
    """
    match _words(command or ""):
        case ():
            return ShowLobby()
        case (word, *_) as words if is_known(word):
            return Question(words)
        case ("watch", *code) if _may_be_a_code(code):
            return WatchTable("-".join(code))
        case ("watch", *_):
            raise InvalidRequest("watch needs the code of one table: ssh -t chwech@HOST watch CODE")
        case code if _may_be_a_code(code):
            return Seat("-".join(code))
        case words:
            # Whoever answers in words knows best what could have been meant.
            return Question(words)


def _words(command: str) -> tuple[str, ...]:
    """Split a command as a shell would, which is never asked."""
    if len(command.encode(errors="replace")) > LONGEST_COMMAND:
        raise InvalidRequest(f"a command has {LONGEST_COMMAND} bytes at most")
    try:
        return tuple(shlex.split(command))
    except ValueError:
        raise InvalidRequest("the command has a quotation mark that is not closed") from None


def _may_be_a_code(words: Sequence[str]) -> bool:
    """Say whether one word with or without hyphens, or three words, could name a table: the host knows which do."""
    if len("-".join(words)) > _LONGEST_CODE:
        return False
    if len(words) == 1:
        return all(part.isascii() and part.isalnum() for part in words[0].split("-"))
    return len(words) == _WORDS_OF_A_CODE and all(word.isascii() and word.isalpha() for word in words)
