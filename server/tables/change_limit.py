"""How often one person may change their mind at a table: each change is a record, and a log is read as a whole."""

from typing import Final, TypeVar

from protocol.vocabulary import Event
from server.tables.log import Agreed, LogRecord, Opened, PersonResigned, PlayBegan, RematchMade, Spoke, Told, Whispered

E = TypeVar("E", bound=Event)

CHANGES: Final = 500
"""How often somebody may come and go, get ready or not, step away, ask for a pause, or see to seats at one table."""

Changes = dict[str, int]
"""How often each account has; never changed in place."""

_PLAY: Final = (Told, Agreed, PlayBegan, Opened, RematchMade, PersonResigned, Spoke, Whispered)
"""What bears its bound in itself: a game ends, and no more can be said than so much."""


def count(before: Changes, record: LogRecord[E]) -> Changes:
    """Give how often each has after one more record."""
    if record.cause is None or any(isinstance(fact, _PLAY) for fact in record.facts):
        return before
    account = record.cause.account
    return {**before, account: before.get(account, 0) + 1}


def limit_reached(changes: Changes, account: str) -> bool:
    """Say whether the table takes in no more of that from somebody."""
    return changes.get(account, 0) >= CHANGES
