"""The queries and changes of the deal of the day in the database: the seeds of days, and one try for each account."""

import sqlite3

from server.storage.daily_store import DayScore, DaySum, DayTry


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
