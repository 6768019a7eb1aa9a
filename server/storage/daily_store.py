"""The interface of the deal of the day in a store."""

from typing import Protocol

from msgspec import Struct


class DayTry(Struct, frozen=True, gc=False):
    """The game of an account that counts for a day."""

    log: str
    entry: bytes
    """Its result, opaque to the store; empty while there is none."""


class DayScore(Struct, frozen=True, gc=False):
    """What lists are ordered by."""

    score: int
    exact: int
    hinted: bool = False
    """True if the person took hints: such results are listed apart."""


class DaySum(Struct, frozen=True, gc=False):
    """The sum of the results of one account."""

    account: str
    name: str
    score: int
    days: int
    exact: int


class DailyStore(Protocol):
    """The deal of the day in a store; every method raises a ``StoreFault`` if it cannot read or write.

    A day is named by its date, such as ``2026-11-21``, so that days are in order as texts.
    """

    async def day_seed(self, day: str) -> bytes | None:
        """Return the seed of a day; None if none was drawn."""

    async def draw_day(self, day: str, seed: bytes) -> bytes:
        """Store the seed of a day unless there is one already, and return the one that holds."""

    async def day_try(self, day: str, account: str) -> DayTry | None:
        """Return the game of an account that counts for a day; None if it has begun none."""

    async def begin_day(self, day: str, account: str, log: str) -> str:
        """Store the log of the game that counts unless there is one already, and return the one that holds."""

    async def end_day(self, log: str, score: DayScore, entry: bytes) -> None:
        """Store the result of a game if it is one that counts."""

    async def day_sums(self, first: str, last: str, limit: int, *, hinted: bool) -> tuple[DaySum, ...]:
        """Return the ``limit`` best accounts of the days from ``first`` to ``last``, by score, then by exact deals."""
