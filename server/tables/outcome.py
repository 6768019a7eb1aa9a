"""What becomes of a command: it is done, it was done already, or it is denied."""

from typing import Generic, TypeVar

from msgspec import Struct

from protocol.errors import ErrorCode
from protocol.vocabulary import Event
from server.tables.log import NO_TIME, Cause, Record
from server.tables.table import AnyFact, Progress, Table, advance

S = TypeVar("S")


class Done(Struct, Generic[S], frozen=True, gc=False):
    """The command is carried out as soon as its record is stored, and not before."""

    record: Record[Event]
    """What is to be stored."""

    progress: Progress[S]
    """The table then, and what everybody is told."""


class Granted(Struct, frozen=True, gc=False):
    """There is nothing to do: things are already as the command wants them."""

    seq: int
    """The number to answer with."""


class Denied(Struct, frozen=True, gc=False):
    """The command is refused; nothing changes."""

    code: ErrorCode
    """Why, for a program."""

    text: str
    """Why, for a person, and what would be right."""


Outcome = Done[S] | Granted | Denied


def carried_out(table: Table[S], facts: tuple[AnyFact, ...], now: float, cause: Cause | None) -> Done[S]:
    """Give the record of these facts and the table after it."""
    record: Record[Event] = Record(facts, now, cause, spent=round(table.moment.lapsed, 3) or NO_TIME)
    return Done(record, advance(table, record))
