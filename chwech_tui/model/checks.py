"""What values of a server must satisfy beyond their types: seats that exist, and complete lists.

And what is said and drawn in place of a table that has passed for one, but that the rules of no game can have made.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, Final, TypeVar, cast

from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.game import View
from protocol.language import _
from protocol.message import LARGEST

MOST_PLAYERS: Final = 32
MOST_LINES: Final = 10_000
LONGEST_RECORD: Final = 4_000_000
"""The most lines and characters of a record that are accepted: far more than a server keeps of any game."""

FAULTS: Final = (LookupError, TypeError, ValueError, AttributeError, AssertionError, ArithmeticError)
"""What is raised where a game reads a table that its rules cannot have made."""

F = TypeVar("F", bound=Callable[..., Any])


def demand(holds: object, text: str) -> None:
    """Raise ``RemoteProtocolError`` with this text unless the condition holds; all checks of this file do so."""
    if not holds:
        raise RemoteProtocolError(ErrorCode.INVALID_MESSAGE, text)


def check_seats(seats: Iterable[int | None], players: int) -> None:
    """Check that the seats exist at a table; None passes."""
    for seat in seats:
        demand(seat is None or 0 <= seat < players, f"there is no seat {seat} at a table for {players}")


def check_record(lines: Sequence[str]) -> None:
    """Check that the lines of a record received so far are no more than a record has."""
    long = len(lines) > MOST_LINES or sum(map(len, lines)) > LONGEST_RECORD
    demand(not long, "the record of a game has no end")


def check_each_seat(what: str, listed: Iterable[object], players: int) -> None:
    """Check that a list by seat has one entry for each seat."""
    number = len(tuple(listed))
    demand(number == players, f"{what} are told of {number} seats at a table for {players}")


def check_common(view: View, players: int) -> None:
    """Check what the views of all games have in common."""
    demand(1 <= players <= MOST_PLAYERS, f"a game for {players} is absurd")
    check_each_seat("cards", view.seats, players)
    check_seats((view.viewer, view.dealer, view.turn, *view.awaited, *view.free, *view.winners), players)
    demand(1 <= view.deal <= LARGEST, f"there is no deal {view.deal}")
    demand(not view.legal or view.viewer in (*view.awaited, *view.free), "somebody may act whose turn it is not")
    demand(not view.hand or view.viewer is not None, "whoever watches has no hand")
    if view.left:
        check_each_seat("hands", view.left, players)
    for deal in view.hands:
        check_each_seat("hands", deal.dealt, players)
        check_each_seat("hands", deal.left, players)


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
