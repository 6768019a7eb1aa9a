"""The queries and changes of settings in the database; an empty key stands for a whole account.

What all machines of a server share is here too, such as its host key.
"""

import sqlite3
from collections.abc import Callable, Mapping
from typing import Final


def settings(connection: sqlite3.Connection, account: str, key: str) -> dict[str, str]:
    # An empty key sorts first, so that the values of the key replace those of the account.
    query = "SELECT name, value FROM settings WHERE account = ? AND key IN ('', ?) ORDER BY key, name"
    return dict(connection.execute(query, (account, key)))


def keep_settings(
    connection: sqlite3.Connection,
    account: str,
    shared: Mapping[str, str],
    key: str,
    own: Mapping[str, str],
    limit: int,
) -> bool:
    if connection.execute("SELECT 1 FROM accounts WHERE account = ?", (account,)).fetchone() is None:
        return False
    changes = {"": {**shared, **own}} if not key else {"": shared, key: own}
    if any(_number(connection, account, scope, values) > limit for scope, values in changes.items()):
        return False
    for scope, values in changes.items():
        for name, value in values.items():
            _keep(connection, account, scope, name, value)
    return True


def forget_key(connection: sqlite3.Connection, account: str, key: str) -> None:
    connection.execute("DELETE FROM settings WHERE account = ? AND key = ?", (account, key))


def forget_guest(connection: sqlite3.Connection, account: str) -> None:
    guest = "DELETE FROM settings WHERE account = (SELECT account FROM accounts WHERE account = ? AND guest)"
    connection.execute(guest, (account,))


def _number(connection: sqlite3.Connection, account: str, key: str, values: Mapping[str, str]) -> int:
    """Return how many settings there would be after a change."""
    known = connection.execute("SELECT name FROM settings WHERE account = ? AND key = ?", (account, key))
    named = {name for (name,) in known} | values.keys()
    return len(named - {name for name, value in values.items() if not value})


_KEEP: Final = """
    INSERT INTO settings VALUES (?, ?, ?, ?) ON CONFLICT (account, key, name) DO UPDATE SET value = excluded.value
"""


def _keep(connection: sqlite3.Connection, account: str, key: str, name: str, value: str) -> None:
    if value:
        connection.execute(_KEEP, (account, key, name, value))
    else:
        connection.execute("DELETE FROM settings WHERE account = ? AND key = ? AND name = ?", (account, key, name))


def share(connection: sqlite3.Connection, name: str, make: Callable[[], bytes]) -> bytes:
    """Return the value that all machines share under a name; the first of them makes it."""
    query = "SELECT value FROM shared WHERE name = ?"
    row = connection.execute(query, (name,)).fetchone()
    if row is None:
        connection.execute("INSERT INTO shared VALUES (?, ?) ON CONFLICT DO NOTHING", (name, make()))
        row = connection.execute(query, (name,)).fetchone()
    return bytes(row[0])
