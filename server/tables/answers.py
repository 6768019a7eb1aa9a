"""Which commands a table has carried out, so that a repeated one gets the recorded answer and acts once."""

from enum import Enum
from typing import Final

from msgspec import Struct

from server.tables.log import Cause

KEPT: Final = 64
"""How many of the last commands of each account are known in full; older ones are only known to be spent."""


class Novelty(Enum):
    """What is to be thought of a command that has no recorded answer."""

    FRESH = "fresh"
    """It has never been carried out."""

    SPENT = "spent"
    """Its number was used before, for something else or too long ago."""


class RecordedAnswer(Struct, frozen=True, gc=False):
    """The answer to a command that was carried out."""

    cause: Cause
    """The command."""

    seq: int
    """The number of the table's last event once it was done."""


Answers = dict[str, tuple[RecordedAnswer, ...]]
"""The last answers by account, the newest last; never changed in place."""


def remember(answers: Answers, cause: Cause, seq: int) -> Answers:
    """Give the answers with one more."""
    before = answers.get(cause.account, ())
    return {**answers, cause.account: (*before[1 - KEPT :], RecordedAnswer(cause, seq))}


def newest(answers: Answers, account: str) -> int:
    """Give the greatest number that an account needs to go beyond; 0 where it has asked for nothing yet."""
    known = answers.get(account, ())
    return known[-1].cause.id if known else 0


def overtaken(answers: Answers, cause: Cause) -> bool:
    """Say whether a command was carried out, and after it another one of the same account."""
    known = answers.get(cause.account, ())
    return any(answer.cause == cause for answer in known[:-1])


def recall(answers: Answers, cause: Cause) -> int | Novelty:
    """Give the number that a repeated command was answered with, or say whether it is fresh or spent."""
    known = answers.get(cause.account, ())
    for answer in reversed(known):
        if answer.cause.id == cause.id:
            return answer.seq if answer.cause == cause else Novelty.SPENT
    return Novelty.SPENT if known and cause.id < known[-1].cause.id else Novelty.FRESH
