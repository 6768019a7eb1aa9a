"""What values of a server must satisfy to be plausible: seats that exist, complete lists, sane numbers.

And what is said and drawn in place of a table that has passed for one, but that the rules of no game can have made.
"""

import math
import re
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, Final, TypeVar, cast

from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.game import View
from protocol.language import _
from protocol.tournaments import TournamentAnswer, TournamentEntry, TournamentShown

LARGEST: Final = 1_000_000
"""The largest count that is accepted: of cards, points, deals, games."""

MOST_PLAYERS: Final = 32
LATEST: Final = 1e11
"""The latest time that is accepted, in seconds since 1970: thousands of years from now."""
MOST_LINES: Final = 10_000
LONGEST_RECORD: Final = 4_000_000
"""The most lines and characters of a record that are accepted: far more than a server keeps of any game."""

FAULTS: Final = (LookupError, TypeError, ValueError, AttributeError, AssertionError, ArithmeticError)
"""What is raised where a game reads a table that its rules cannot have made."""

F = TypeVar("F", bound=Callable[..., Any])

_CODE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*")


def demand(holds: object, text: str) -> None:
    """Raise ``RemoteProtocolError`` with this text unless the condition holds; all checks of this file do so."""
    if not holds:
        raise RemoteProtocolError(ErrorCode.INVALID_MESSAGE, text)


def check_counts(what: str, numbers: Iterable[float]) -> None:
    """Check that numbers are plausible counts."""
    for number in numbers:
        demand(0 <= number <= LARGEST, f"{number} {what} are absurd")


def check_points(numbers: Iterable[float]) -> None:
    """Check that numbers are plausible points, which may be below zero."""
    check_counts("points", map(abs, numbers))


def check_seats(seats: Iterable[int | None], players: int) -> None:
    """Check that the seats exist at a table; None passes."""
    for seat in seats:
        demand(seat is None or 0 <= seat < players, f"there is no seat {seat} at a table for {players}")


def check_code(code: str) -> None:
    """Check that a code is letters, digits and hyphens: it becomes part of commands that people copy into a shell."""
    demand(_CODE.fullmatch(code), f"{code[:20]!r} is no code: one has letters, digits and hyphens")


def check_times(*times: float | None) -> None:
    """Check that the values are plausible times or lengths of time, in seconds; None passes."""
    for time in times:
        demand(time is None or (math.isfinite(time) and abs(time) <= LATEST), f"{time} is no time that a clock shows")


def check_dates(*moments: float | None) -> None:
    """Check that the values are plausible times since 1970, in seconds; None passes."""
    check_times(*moments)
    for moment in moments:
        demand(moment is None or moment >= 0, f"{moment} is no time since 1970")


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


def check_tournaments(message: TournamentAnswer) -> None:
    """Raise ``RemoteProtocolError`` for a list, or a tournament, that is absurd."""
    if isinstance(message, TournamentShown):
        _check_shown(message)
    else:
        for entry in message.tournaments:
            _check_entry(entry)


def _check_entry(entry: TournamentEntry) -> None:
    check_counts("tournaments", (entry.number, entry.entrants, entry.round))
    check_times(entry.plan.clock.seconds, entry.plan.clock.bank)


def _check_shown(message: TournamentShown) -> None:
    _check_entry(message.tournament)
    check_dates(message.deadline)
    check_counts("rounds", [message.round])
    for standing in message.standings:
        check_counts("places", [standing.place])
        # Points have halves, so they are checked as times are: finite, and not too large.
        check_times(standing.points, standing.opponents, standing.margin)
    for table in message.tables:
        check_code(table.table)
        demand(table.names, "a table has seats")
        if table.totals:
            check_each_seat("totals", table.totals, len(table.names))


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
