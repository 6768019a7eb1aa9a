"""Parses what a visitor asks for with the words after the host name; pure, and prepared for any words."""

import shlex
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from chwech_tui.errand import Join, Watch
from protocol.language import _
from server.fronts.ssh.public_address import UNKNOWN, PublicAddress

LONGEST_COMMAND: Final = 512
"""Maximum length of a command in bytes."""

_LONGEST_CODE: Final = 64
_WORDS_OF_A_CODE: Final = 3


def called(place: PublicAddress) -> str:
    """Return what the server is called on its own screens; empty if it does not know its own name."""
    return place.host if place.known else ""


def invitation(place: PublicAddress) -> str:
    """Return the command by which others join a table, with ``{code}`` in place of its code."""
    return place.ssh("{code}", terminal=True)


LOBBY: Final = Join("", "", invitation(UNKNOWN))
"""What the app is warmed up with."""


class Question(Struct, frozen=True):
    """A command that is answered with text."""

    words: tuple[str, ...]


class PlainRequest(Struct, frozen=True):
    """An errand to be carried out in plain mode, line by line."""

    errand: Join | Watch


class InvalidRequest(ValueError):
    """A command that cannot be read; the text says what is right."""


def read_request(
    command: str | None, is_known: Callable[[str], bool], place: PublicAddress = UNKNOWN
) -> Join | Watch | PlainRequest | Question:
    """Parse a command; the word ``plain`` before an errand asks for plain mode.

    Args:
        command: what the client sent; None if it sent none.
        is_known: returns True if a word begins a command that is answered with text.
        place: the address that invitations name.

    Raises:
        InvalidRequest: the command cannot be answered.
    """
    match _words(command or ""):
        case ("plain", *words):
            read = _read(tuple(words), is_known, place)
            return read if isinstance(read, Question) else PlainRequest(read)
        case words:
            return _read(words, is_known, place)


def _read(words: tuple[str, ...], is_known: Callable[[str], bool], place: PublicAddress) -> Join | Watch | Question:
    match words:
        case ():
            return Join(called(place), "", invitation(place))
        case ("learn",):
            return Join(called(place), "", invitation(place), learn=True)
        case ("today",):
            return Join(called(place), "", invitation(place), daily=True)
        case (word, *_) as words if is_known(word):
            return Question(words)
        case ("watch", *code) if _may_be_a_code(code):
            return Watch(called(place), "-".join(code), invitation(place))
        case ("watch", *_):
            example = place.ssh("watch CODE", terminal=True)
            raise InvalidRequest(_("watch needs the code of one table: {command}", command=example))
        case code if _may_be_a_code(code):
            return Join(called(place), "-".join(code), invitation(place))
        case _:
            # The text commands know best what the visitor could have meant.
            return Question(words)


def _words(command: str) -> tuple[str, ...]:
    """Split a command as a shell would; no shell is run."""
    if len(command.encode(errors="replace")) > LONGEST_COMMAND:
        raise InvalidRequest(_("a command has {n} bytes at most", n=LONGEST_COMMAND))
    try:
        return tuple(shlex.split(command))
    except ValueError:
        raise InvalidRequest(_("the command has a quotation mark that is not closed")) from None


def _may_be_a_code(words: Sequence[str]) -> bool:
    """Return True if one word, hyphens allowed, or three words could be a table code; the host knows which exist."""
    if len("-".join(words)) > _LONGEST_CODE:
        return False
    if len(words) == 1:
        return all(part.isascii() and part.isalnum() for part in words[0].split("-"))
    return len(words) == _WORDS_OF_A_CODE and all(word.isascii() and word.isalpha() for word in words)
