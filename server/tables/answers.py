"""The recorded answers of a table, by which a repeated command gets the same answer and acts only once."""

from enum import Enum
from typing import Final

from msgspec import Struct

from server.tables.log import Cause

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
