"""The limit on changes per person: every change is a record, and a log is read as a whole."""

from typing import Final, TypeVar

from protocol.vocabulary import Event
from server.tables.log import Agreed, LogRecord, Opened, PersonResigned, PlayBegan, RematchMade, Spoke, Told, Whispered

E = TypeVar("E", bound=Event)

CHANGES: Final = 500
"""The number of times that one account may come and go, change readiness, step away, ask for a pause or edit seats."""

Changes = dict[str, int]
"""The number of changes by account; never changed in place."""

_PLAY: Final = (Told, Agreed, PlayBegan, Opened, RematchMade, PersonResigned, Spoke, Whispered)
"""Facts that are bounded elsewhere: a game ends, and chat has its own limit."""


def count(before: Changes, record: LogRecord[E]) -> Changes:
    """Return the counts after one more record."""
    if record.cause is None or any(isinstance(fact, _PLAY) for fact in record.facts):
        return before
    account = record.cause.account
    return {**before, account: before.get(account, 0) + 1}


def limit_reached(changes: Changes, account: str) -> bool:
    """True if the account has reached the limit on changes."""
    return changes.get(account, 0) >= CHANGES
