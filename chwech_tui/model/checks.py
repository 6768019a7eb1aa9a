"""What is said and drawn in place of a table that the rules of no game can have made, and how long a record may be.

The codec has checked the types. Whatever else a server cannot mean fails where it is first used, which ends the client
with a sentence.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Final, TypeVar, cast

from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.language import _

MOST_LINES: Final = 10_000
LONGEST_RECORD: Final = 4_000_000
"""The most lines and characters of a record that are accepted: far more than a server keeps of any game."""

FAULTS: Final = (
    *(LookupError, TypeError, ValueError, AttributeError, AssertionError, ArithmeticError),
    RemoteProtocolError,
)
"""What is raised where a game reads a table that its rules cannot have made."""

F = TypeVar("F", bound=Callable[..., Any])


def demand(holds: object, text: str) -> None:
    """Raise ``RemoteProtocolError`` with this text unless the condition holds."""
    if not holds:
        raise RemoteProtocolError(ErrorCode.INVALID_MESSAGE, text)


def check_record(lines: Sequence[str]) -> None:
    """Check that the lines of a record received so far are no more than a record has."""
    long = len(lines) > MOST_LINES or sum(map(len, lines)) > LONGEST_RECORD
    demand(not long, "the record of a game has no end")


def guarded(instead: Callable[[], object]) -> Callable[[F], F]:
    """Return what has a function of a game return something else where it fails, unless that is to be strict."""

    def around(function: F) -> F:
        @wraps(function)
        def guard(of: Any, *given: Any, **named: Any) -> Any:  # noqa: ANN401
            try:
                return function(of, *given, **named)
            except FAULTS:
                if of.strict:
                    raise
                return instead()

        return cast(F, guard)

    return around


def cannot_draw() -> str:
    """Return the sentence that stands in place of a table that cannot be drawn."""
    return _("The server sent a table that cannot be drawn.")
