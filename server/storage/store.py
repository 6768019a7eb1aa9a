"""What every store offers: logs that only grow, a heading beside each, and the accounts of people.

An append says how long it believes the log to be, so two writers can never both be right. That a write is refused, or
that nobody knows whether it happened, is an answer and no accident; only reading raises.
"""

from typing import Protocol

from msgspec import Struct

from server.storage.archive import Archive
from server.storage.board import Board
from server.storage.people import People


class Appended(Struct, frozen=True, gc=False):
    """The record is stored and survives a loss of power."""


class Conflict(Struct, frozen=True, gc=False):
    """Nothing is stored: the log does not have the expected length."""

    length: int
    """The length that it has."""


class Failed(Struct, frozen=True, gc=False):
    """Nothing is stored: the store could not write."""

    text: str
    """Why, for the operator."""


class Unknown(Struct, frozen=True, gc=False):
    """The record is stored or it is not: read the log to find out."""

    text: str
    """Why, for the operator."""


Append = Appended | Conflict | Failed | Unknown
"""What became of an append."""


class StoreFault(Exception):
    """The store cannot be opened, or cannot be used at the moment; the text says why and what helps."""


class StoreBusy(StoreFault):
    """The store cannot be opened now, and can be as soon as another program lets go of it."""


class BrokenLog(StoreFault):
    """A log cannot be read, for its records are not all there or not as they were written; all else can."""


class Brief(Struct, frozen=True, gc=False):
    """What is kept beside a log, so that listing logs needs no reading of any."""

    heading: bytes
    """Whatever its owner wants to know of the log at a glance."""

    live: bool
    """Whether the log can still grow; others are not listed."""


class Store(People, Archive, Board, Protocol):
    """A store of logs, accounts, finished games and what is said in the lobby."""

    async def append(self, log: str, expect: int, record: bytes, brief: Brief | None) -> Append:
        """Add a record to a log of the expected length, and replace its brief unless that is None."""
        ...

    async def read(self, log: str) -> tuple[bytes, ...]:
        """Give every record of a log in order; none for a log that was never written.

        Raises:
            BrokenLog: what is there is not what was stored.
            StoreFault: the store cannot be read.
        """
        ...

    async def live(self) -> tuple[bytes, ...]:
        """Give the heading of every log that can still grow.

        Raises:
            StoreFault: the store cannot be read.
        """
        ...

    async def close(self) -> None:
        """Finish what was begun and let go of everything."""
        ...
