"""The queries and changes of tournaments in the database: a row for each, replaced at every change."""

import sqlite3

from server.storage.store import StoredTournament


def tournaments(connection: sqlite3.Connection, limit: int) -> tuple[StoredTournament, ...]:
    query = "SELECT tournament, version, state FROM tournaments ORDER BY live DESC, tournament DESC LIMIT ?"
    return tuple(StoredTournament(*row) for row in connection.execute(query, (limit,)))


def tournament(connection: sqlite3.Connection, number: int) -> StoredTournament | None:
    query = "SELECT tournament, version, state FROM tournaments WHERE tournament = ?"
    row = connection.execute(query, (number,)).fetchone()
    return StoredTournament(*row) if row else None


def last_tournament(connection: sqlite3.Connection) -> int:
    (last,) = connection.execute("SELECT coalesce(max(tournament), 0) FROM tournaments").fetchone()
    return int(last)


def keep_tournament(connection: sqlite3.Connection, tournament: StoredTournament, *, live: bool) -> bool:
    if tournament.version == 1:
        add = "INSERT INTO tournaments VALUES (?, 1, ?, ?) ON CONFLICT DO NOTHING"
        return connection.execute(add, (tournament.number, live, tournament.state)).rowcount == 1
    change = "UPDATE tournaments SET version = ?, live = ?, state = ? WHERE tournament = ? AND version = ?"
    row = (tournament.version, live, tournament.state, tournament.number, tournament.version - 1)
    return connection.execute(change, row).rowcount == 1
