"""The queries and changes of contacts in the database: an account has at most one row for each other account."""

import sqlite3

from server.storage.store import Account, Contact, ContactKind


def contacts(connection: sqlite3.Connection, account: str) -> tuple[Contact, ...]:
    query = (
        "SELECT accounts.account, name, guest, kind FROM contacts JOIN accounts ON accounts.account = other "
        "WHERE contacts.account = ? ORDER BY name_key, other"
    )
    rows = connection.execute(query, (account,))
    return tuple(Contact(Account(other, name, bool(guest)), ContactKind(kind)) for other, name, guest, kind in rows)


def hidden(connection: sqlite3.Connection, account: str) -> tuple[Account, ...]:
    query = (
        "SELECT account, name, guest FROM accounts WHERE account IN ("
        "SELECT other FROM contacts WHERE account = ? AND kind = ? UNION "
        "SELECT account FROM contacts WHERE other = ? AND kind = ?) ORDER BY account"
    )
    blocked = ContactKind.BLOCKED.value
    rows = connection.execute(query, (account, blocked, account, blocked))
    return tuple(Account(other, name, bool(guest)) for other, name, guest in rows)


def keep_contact(connection: sqlite3.Connection, account: str, other: str, kind: ContactKind, limit: int) -> bool:
    known = connection.execute("SELECT count(*) FROM accounts WHERE account IN (?, ?)", (account, other)).fetchone()
    # An account is never its own contact.
    if known != (2,):
        return False
    count = "SELECT count(*) FROM contacts WHERE account = ? AND kind = ? AND other <> ?"
    (number,) = connection.execute(count, (account, kind.value, other)).fetchone()
    if number >= limit:
        return False
    keep = "INSERT INTO contacts VALUES (?, ?, ?) ON CONFLICT (account, other) DO UPDATE SET kind = excluded.kind"
    connection.execute(keep, (account, other, kind.value))
    return True


def drop_contact(connection: sqlite3.Connection, account: str, other: str, kind: ContactKind) -> None:
    drop = "DELETE FROM contacts WHERE account = ? AND other = ? AND kind = ?"
    connection.execute(drop, (account, other, kind.value))


def forget_guest(connection: sqlite3.Connection, account: str) -> None:
    guest = "(SELECT account FROM accounts WHERE account = ? AND guest)"
    for forget in ("DELETE FROM contacts WHERE account = ", "DELETE FROM contacts WHERE other = "):
        connection.execute(forget + guest, (account,))
