"""What a table remembers of the commands of each account: the answers, so that a repeat acts once, and a count."""

from enum import Enum
from typing import Final, TypeVar

from msgspec import Struct

from protocol.absence import Paused, Resumed, StoodIn, TimedOut
from protocol.seating import HostGiven, Readied, Removed
from protocol.vocabulary import Event
from server.tables.log import Agreed, Cause, Fact, LogRecord, Opened, Told, Whispered

KEPT: Final = 64
"""The number of recorded answers kept for each account; older command ids are only known to be spent."""


class Novelty(Enum):
    """The status of a command that has no recorded answer."""

    FRESH = "fresh"
    """The command has never been carried out."""

    SPENT = "spent"
    """Its id was used before, for another command or too long ago."""


class RecordedAnswer(Struct, frozen=True, gc=False):
    """The answer to a command that was carried out."""

    cause: Cause
    seq: int
    """The number of the table's last event after it."""


Answers = dict[str, tuple[RecordedAnswer, ...]]
"""The last answers by account, oldest first; never changed in place."""


def remember(answers: Answers, cause: Cause, seq: int) -> Answers:
    """Return the answers with one more."""
    before = answers.get(cause.account, ())
    return {**answers, cause.account: (*before[1 - KEPT :], RecordedAnswer(cause, seq))}


def newest(answers: Answers, account: str) -> int:
    """Return the id that the account's next command must exceed; 0 if it has sent none."""
    known = answers.get(account, ())
    return known[-1].cause.id if known else 0


def overtaken(answers: Answers, cause: Cause) -> bool:
    """True if a command was carried out, and a later command of the same account as well."""
    known = answers.get(cause.account, ())
    return any(answer.cause == cause for answer in known[:-1])


def recall(answers: Answers, cause: Cause) -> int | Novelty:
    """Return the event number with which a command was answered, or its novelty if no answer is recorded."""
    known = answers.get(cause.account, ())
    for answer in reversed(known):
        if answer.cause.id == cause.id:
            return answer.seq if answer.cause == cause else Novelty.SPENT
    return Novelty.SPENT if known and cause.id < known[-1].cause.id else Novelty.FRESH


E = TypeVar("E", bound=Event)

CHANGES: Final = 500
"""The number of times that one account may come and go, change readiness, step away, ask for a pause or edit seats."""

Changes = dict[str, int]
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
