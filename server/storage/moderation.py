"""The queries and changes for those who run the server: roles, bans, the audit log, reports, and what takes room."""

import sqlite3
from collections.abc import Iterable, Mapping
from typing import Final

from server.storage.store import AuditEntry, Ban, TableSize


def roles(connection: sqlite3.Connection) -> dict[str, str]:
    """Return the role of each account that has one."""
    return dict(connection.execute("SELECT account, role FROM roles"))


def keep_role(connection: sqlite3.Connection, account: str, role: str) -> bool:
    """Give an account a role, or none if that is empty; False if there is no such account, or it is a guest's."""
    query = "SELECT 1 FROM accounts WHERE account = ? AND NOT guest"
    if connection.execute(query, (account,)).fetchone() is None:
        return False
    if role:
        keep = "INSERT INTO roles VALUES (?, ?) ON CONFLICT (account) DO UPDATE SET role = excluded.role"
        connection.execute(keep, (account, role))
    else:
        connection.execute("DELETE FROM roles WHERE account = ?", (account,))
    return True


def shared(connection: sqlite3.Connection, name: str) -> str:
    """Return a text that all machines of a server share; empty if there is none."""
    row = connection.execute("SELECT value FROM shared WHERE name = ?", (name,)).fetchone()
    return bytes(row[0]).decode() if row else ""


def keep_shared(connection: sqlite3.Connection, name: str, text: str) -> None:
    """Store a text that all machines of a server share."""
    keep = "INSERT INTO shared VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
    connection.execute(keep, (name, text.encode()))


def bans(connection: sqlite3.Connection) -> tuple[Ban, ...]:
    """Return every ban, also those that have ended and are still there, the oldest first."""
    query = "SELECT kind, what, shown, since, until, by, reason FROM bans ORDER BY since, kind, what"
    return tuple(Ban(*row) for row in connection.execute(query))


def keep_ban(connection: sqlite3.Connection, ban: Ban) -> None:
    """Store a ban in place of one of the same kind of the same, and delete those that ended before it began."""
    connection.execute("DELETE FROM bans WHERE until <= ?", (ban.since,))
    row = (ban.kind, ban.what, ban.shown, ban.since, ban.until, ban.by, ban.reason)
    drop_ban(connection, ban.kind, ban.what)
    connection.execute("INSERT INTO bans VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def drop_ban(connection: sqlite3.Connection, kind: str, what: str) -> bool:
    """Delete a ban; False if there is none."""
    return connection.execute("DELETE FROM bans WHERE kind = ? AND what = ?", (kind, what)).rowcount > 0


def allowed(connection: sqlite3.Connection) -> dict[str, str]:
    """Return the keys on the allow-list, each with a comment."""
    return dict(connection.execute("SELECT key, comment FROM allowed ORDER BY key"))


def allow(connection: sqlite3.Connection, keys: Mapping[str, str]) -> None:
    """Put keys with their comments on the allow-list; those that are there stay as they are."""
    connection.executemany("INSERT INTO allowed VALUES (?, ?) ON CONFLICT DO NOTHING", keys.items())


def disallow(connection: sqlite3.Connection, keys: Iterable[str]) -> None:
    """Take keys from the allow-list."""
    connection.executemany("DELETE FROM allowed WHERE key = ?", [(key,) for key in keys])


def keep_invitation(
    connection: sqlite3.Connection, digest: str, uses: int, until: float, now: float, most: int
) -> bool:
    """Store an invitation, and delete those that have ended; False if there are ``most`` of them already."""
    connection.execute("DELETE FROM invitations WHERE until <= ? OR uses < 1", (now,))
    (number,) = connection.execute("SELECT count(*) FROM invitations").fetchone()
    if number < most:
        keep = "INSERT INTO invitations VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        connection.execute(keep, (digest, uses, until))
    return bool(number < most)


def use_invitation(connection: sqlite3.Connection, digest: str, key: str, comment: str, now: float) -> bool:
    """Put a key on the allow-list by an invitation, which has one use less then; False if it is not valid."""
    used = "UPDATE invitations SET uses = uses - 1 WHERE digest = ? AND uses > 0 AND until > ?"
    if not connection.execute(used, (digest, now)).rowcount:
        return False
    allow(connection, {key: comment})
    return True


def write_audit(connection: sqlite3.Connection, entry: AuditEntry) -> None:
    """Add an entry to the audit log, which nothing changes or deletes."""
    row = (entry.at, entry.who, entry.door, entry.act, entry.refused)
    add = "INSERT INTO audit SELECT coalesce(max(entry), 0) + 1, ?, ?, ?, ?, ? FROM audit"
    connection.execute(add, row)


def audit(connection: sqlite3.Connection, limit: int) -> tuple[AuditEntry, ...]:
    """Return the last ``limit`` entries of the audit log, the oldest first."""
    query = "SELECT at, who, door, act, refused FROM audit ORDER BY entry DESC LIMIT ?"
    return tuple(AuditEntry(*row) for row in connection.execute(query, (limit,)))[::-1]


def keep_report(connection: sqlite3.Connection, body: bytes, keep: int, kind: str = "") -> int:
    """Store a report, or a complaint by its kind, delete all but the newest ``keep``, and return its number."""
    (last,) = connection.execute("SELECT coalesce(max(report), 0) FROM reports WHERE kind = ?", (kind,)).fetchone()
    number = int(last) + 1
    connection.execute("INSERT INTO reports VALUES (?, ?, ?)", (kind, number, body))
    connection.execute("DELETE FROM reports WHERE kind = ? AND report <= ?", (kind, number - keep))
    return number


def reports(connection: sqlite3.Connection, limit: int, kind: str = "") -> tuple[tuple[int, bytes], ...]:
    """Return the last ``limit`` reports of a kind with their numbers, the oldest first."""
    query = "SELECT report, body FROM reports WHERE kind = ? ORDER BY report DESC LIMIT ?"
    return tuple(connection.execute(query, (kind, limit)))[::-1]


def report(connection: sqlite3.Connection, number: int) -> bytes | None:
    """Return a report about a person; None if there is no such report."""
    row = connection.execute("SELECT body FROM reports WHERE kind = '' AND report = ?", (number,)).fetchone()
    return row[0] if row else None


_SIZES: Final = (
    (
        "logs of tables that are on",
        "SELECT count(*), sum(length(record)) FROM records JOIN logs USING (log) WHERE live",
    ),
    (
        "logs of tables that have ended",
        "SELECT count(*), sum(length(record)) FROM records JOIN logs USING (log) WHERE NOT live",
    ),
    ("archive of finished games", "SELECT count(*), sum(length(entry) + length(record)) FROM games"),
    ("accounts", "SELECT count(*), sum(length(account) + 2 * length(name)) FROM accounts"),
    ("settings of accounts", "SELECT count(*), sum(length(name) + length(value)) FROM settings"),
    ("lines of the lobby", "SELECT count(*), sum(length(line)) FROM board"),
    ("reports and complaints", "SELECT count(*), sum(length(body)) FROM reports"),
    ("audit log", "SELECT count(*), sum(length(who) + length(act) + 40) FROM audit"),
)
"""What is counted, with the query that returns the number of rows and their bytes."""


def table_sizes(connection: sqlite3.Connection) -> tuple[TableSize, ...]:
    """Return how much each part holds."""
    found = ((name, *connection.execute(query).fetchone()) for name, query in _SIZES)
    return tuple(TableSize(name, rows, size or 0) for name, rows, size in found)
