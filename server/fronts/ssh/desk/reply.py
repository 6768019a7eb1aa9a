"""What somebody without a terminal gets: output, a sentence about what went wrong, and a status for scripts."""

from typing import Final

from msgspec import Struct

from protocol.errors import ErrorCode

DONE: Final = 0
"""Exit status: it is done."""

NOT_DONE: Final = 1
"""Exit status: it could not be done: there is no such table or game, or it is not for this visitor."""

MISUSED: Final = 2
"""Exit status: wrongly called; the sentence says what is right."""

NOT_NOW: Final = 75
"""Exit status, EX_TEMPFAIL of sysexits.h: the game server is away or busy; the same may work in a moment."""

STATUSES: Final = {
    DONE: "done",
    NOT_DONE: "it could not be done: there is no such thing, or it is not for you",
    MISUSED: "wrongly called: the message says what is right",
    NOT_NOW: "the game server is away or busy: try again in a moment",
}
"""Each exit status, and what it means."""

_LATER: Final = frozenset(
    {"closing", ErrorCode.TOO_MANY.value, ErrorCode.SERVER_FAULT.value, ErrorCode.UNKNOWN_OUTCOME.value}
)
"""Why the host refuses what it may well do a moment later."""


class Reply(Struct, frozen=True):
    """The answer to one command."""

    out: str
    """For standard output."""

    err: str
    """For standard error: one line, or nothing."""

    status: int
    """The exit status."""


class Misuse(Exception):
    """A command that is wrongly called; the text says what is right."""


class Refusal(Exception):
    """Something that the host does not do."""

    def __init__(self, code: str, text: str) -> None:
        """Say why, for a program and for a person."""
        super().__init__(text)
        self.code = code
        """Why, for a program."""

    @property
    def status(self) -> int:
        """The exit status that says so."""
        if self.code == ErrorCode.INVALID_SETUP.value:
            return MISUSED
        return NOT_NOW if self.code in _LATER else NOT_DONE
