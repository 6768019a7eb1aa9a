"""The limit on changes per person: every change is a record, and a log is read as a whole."""

from typing import Final, TypeVar

from protocol.absence import Paused, Resumed, StoodIn, TimedOut
from protocol.seating import HostGiven, Readied, Removed
from protocol.vocabulary import Event
from server.tables.log import Agreed, Fact, LogRecord, Opened, Told, Whispered

E = TypeVar("E", bound=Event)

CHANGES: Final = 500
"""The number of times that one account may come and go, change readiness, step away, ask for a pause or edit seats."""

Changes = dict[str, int]
"""The number of changes by account; never changed in place."""

_BOUNDED: Final = (Agreed, Opened, Whispered)
_CHANGES: Final = (HostGiven, Paused, Readied, Removed, Resumed, StoodIn, TimedOut)
"""The events that count; all others are bounded elsewhere, because a game ends and chat has its own limit."""


def count(before: Changes, record: LogRecord[E]) -> Changes:
    """Return the counts after one more record."""
    if record.cause is None or not all(map(_is_change, record.facts)):
        return before
    account = record.cause.account
    return {**before, account: before.get(account, 0) + 1}


def _is_change(fact: Fact) -> bool:
    return isinstance(fact.event, _CHANGES) if isinstance(fact, Told) else not isinstance(fact, _BOUNDED)


def limit_reached(changes: Changes, account: str) -> bool:
    """True if the account has reached the limit on changes."""
    return changes.get(account, 0) >= CHANGES
