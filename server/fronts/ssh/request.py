"""What a visitor asks for with the words after the host name; pure, and any words may come."""

import shlex
from collections.abc import Container
from typing import Final

from msgspec import Struct

from protocol.text import clean_text

LONGEST_COMMAND: Final = 512
"""Bytes that a command may have."""

_LONGEST_CODE: Final = 32

_SHOWN_CELLS: Final = 40


class Lobby(Struct, frozen=True):
    """Nothing was asked for: the lobby."""


class Seat(Struct, frozen=True):
    """A seat at a table."""

    table: str
    """The code of the table."""


class Look(Struct, frozen=True):
    """To look on at a table."""

    table: str
    """The code of the table."""


class Question(Struct, frozen=True):
    """Something that is answered in words."""

    words: tuple[str, ...]
    """The command and what follows it."""


class InvalidRequest(ValueError):
    """The words ask for nothing that there is; the text says what there is."""


Request = Lobby | Seat | Look | Question
"""What is asked for."""


def read_request(command: str | None, known: Container[str]) -> Request:
    """Read a command.

    Args:
        command: what the client sends; None where it names none.
        known: the commands that are answered in words.

    Raises:
        InvalidRequest: it is too long, or asks for nothing that there is.
    """
    match _words(command or ""):
        case ():
            return Lobby()
        case words if words[0] in known:
            return Question(words)
        case ("watch", code) if _may_be_a_code(code):
            return Look(code)
        case ("watch", *_):
            raise InvalidRequest("watch needs the code of one table: ssh -t chwech@HOST watch CODE")
        case (code,) if _may_be_a_code(code):
            return Seat(code)
        case words:
            shown = clean_text(words[0], cells=_SHOWN_CELLS)
            raise InvalidRequest(f"there is no command {shown!r} here: the command help names all")


def _words(command: str) -> tuple[str, ...]:
    """Split a command as a shell would, which is never asked."""
    if len(command.encode(errors="replace")) > LONGEST_COMMAND:
        raise InvalidRequest(f"a command has {LONGEST_COMMAND} bytes at most")
    try:
        return tuple(shlex.split(command))
    except ValueError:
        raise InvalidRequest("the command has a quotation mark that is not closed") from None


def _may_be_a_code(word: str) -> bool:
    """Say whether a word could name a table: the host knows which do."""
    return len(word) <= _LONGEST_CODE and word.isascii() and word.isalnum()
