"""The deal of the day in a store: the interface, and the queries and changes of the database."""

import sqlite3
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


def day_seed(connection: sqlite3.Connection, day: str) -> bytes | None:
    row = connection.execute("SELECT seed FROM days WHERE day = ?", (day,)).fetchone()
    return bytes(row[0]) if row else None


def draw_day(connection: sqlite3.Connection, day: str, seed: bytes) -> bytes:
    connection.execute("INSERT INTO days VALUES (?, ?) ON CONFLICT DO NOTHING", (day, seed))
    return day_seed(connection, day) or seed


def day_try(connection: sqlite3.Connection, day: str, account: str) -> DayTry | None:
    query = "SELECT log, entry FROM tries WHERE day = ? AND account = ?"
    row = connection.execute(query, (day, account)).fetchone()
    return DayTry(row[0], bytes(row[1])) if row else None


def begin_day(connection: sqlite3.Connection, day: str, account: str, log: str) -> str:
    keep = (
        "INSERT INTO tries (day, account, log, entry) SELECT ?, account, ?, ? FROM accounts WHERE account = ? "
        "ON CONFLICT DO NOTHING"
    )
    connection.execute(keep, (day, log, b"", account))
    begun = day_try(connection, day, account)
    return begun.log if begun is not None else log


def end_day(connection: sqlite3.Connection, log: str, score: DayScore, entry: bytes) -> None:
    end = "UPDATE tries SET score = ?, exact = ?, hinted = ?, entry = ? WHERE log = ?"
    connection.execute(end, (score.score, score.exact, score.hinted, entry, log))


def day_sums(connection: sqlite3.Connection, first: str, last: str, limit: int, *, hinted: bool) -> tuple[DaySum, ...]:
    query = (
        "SELECT account, name, sum(score), count(*), sum(exact) FROM tries JOIN accounts USING (account) "
        "WHERE day BETWEEN ? AND ? AND score IS NOT NULL AND hinted = ? "
        "GROUP BY account, name, name_key ORDER BY 3 DESC, 5 DESC, name_key LIMIT ?"
    )
    return tuple(DaySum(*row) for row in connection.execute(query, (first, last, hinted, limit)))


def forget_guest(connection: sqlite3.Connection, account: str) -> None:
    guest = "DELETE FROM tries WHERE account = (SELECT account FROM accounts WHERE account = ? AND guest)"
    connection.execute(guest, (account,))
