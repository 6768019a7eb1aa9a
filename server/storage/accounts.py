"""The queries and changes of accounts in the database."""

import sqlite3

from server.storage import daily, moderation, settings
from server.storage.store import Account, Contact, ContactKind, Credential, Joining, Key, Revoking, Token
from server.tables.names import name_key


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


_ACCOUNT = "SELECT account, name, guest FROM accounts"


def account(connection: sqlite3.Connection, account: str) -> Account | None:
    return _one(connection, "WHERE account = ?", account)


def named(connection: sqlite3.Connection, name: str) -> Account | None:
    return _one(connection, "WHERE name_key = ?", name_key(name))


def credential(connection: sqlite3.Connection, token: str) -> Credential | None:
    query = "SELECT account, name, guest, token, digest FROM tokens JOIN accounts USING (account) WHERE token = ?"
    row = connection.execute(query, (token,)).fetchone()
    return Credential(_from_row(row[:3]), Token(*row[3:])) if row else None


def keyholder(connection: sqlite3.Connection, key: str) -> Account | None:
    return _one(connection, "WHERE account = (SELECT account FROM keys WHERE key = ?)", key)


def keys(connection: sqlite3.Connection, account: str) -> tuple[Key, ...]:
    query = "SELECT key, name, added_at FROM keys WHERE account = ? ORDER BY added_at, key"
    return tuple(Key(*row) for row in connection.execute(query, (account,)))


def known_keys(connection: sqlite3.Connection) -> tuple[tuple[str, str], ...]:
    query = "SELECT key, accounts.name FROM keys JOIN accounts USING (account) ORDER BY added_at, key"
    return tuple(connection.execute(query))


def guests(connection: sqlite3.Connection) -> tuple[Account, ...]:
    return tuple(map(_from_row, connection.execute(f"{_ACCOUNT} WHERE guest")))


def register(connection: sqlite3.Connection, account: Account, proof: Token | Key | None) -> bool:
    known = named(connection, account.name)
    if known is not None and known.id != account.id:
        return False
    if isinstance(proof, Key) and keyholder(connection, proof.id) is not None:
        return False
    keep = (
        "INSERT INTO accounts (account, name, name_key, guest) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (account) DO UPDATE SET name = excluded.name, name_key = excluded.name_key"
    )
    connection.execute(keep, (account.id, account.name, name_key(account.name), account.guest))
    if isinstance(proof, Key):
        _add_key(connection, account.id, proof)
    elif proof is not None:
        connection.execute("INSERT INTO tokens VALUES (?, ?, ?)", (proof.id, account.id, proof.digest))
    return True


def join(connection: sqlite3.Connection, account: str, key: Key, limit: int) -> Joining:
    if _one(connection, "WHERE account = ?", account) is None:
        return Joining.GONE
    holder = keyholder(connection, key.id)
    if holder is not None:
        return Joining.JOINED if holder.id == account else Joining.TAKEN
    if len(keys(connection, account)) >= limit:
        return Joining.FULL
    _add_key(connection, account, key)
    connection.execute("UPDATE accounts SET guest = false WHERE account = ?", (account,))
    return Joining.JOINED


def label(connection: sqlite3.Connection, account: str, key: str, name: str) -> bool:
    change = "UPDATE keys SET name = ? WHERE key = ? AND account = ?"
    return connection.execute(change, (name, key, account)).rowcount > 0


def revoke(connection: sqlite3.Connection, account: str, key: str, *, last: bool) -> Revoking:
    held = keys(connection, account)
    if key not in [one.id for one in held]:
        return Revoking.UNKNOWN
    by_token = connection.execute("SELECT 1 FROM tokens WHERE account = ?", (account,)).fetchone()
    alone = len(held) == 1 and not by_token
    if alone and not last:
        return Revoking.LAST
    settings.forget_key(connection, account, key)
    connection.execute("DELETE FROM keys WHERE key = ?", (key,))
    if alone:
        connection.execute("UPDATE accounts SET guest = true WHERE account = ?", (account,))
    return Revoking.REVOKED


def forget(connection: sqlite3.Connection, account: str) -> None:
    settings.forget_guest(connection, account)
    forget_guest(connection, account)
    daily.forget_guest(connection, account)
    moderation.forget_guest(connection, account)
    connection.execute("DELETE FROM accounts WHERE account = ? AND guest", (account,))


def _one(connection: sqlite3.Connection, where: str, value: str) -> Account | None:
    row = connection.execute(f"{_ACCOUNT} {where}", (value,)).fetchone()
    return _from_row(row) if row else None


def _from_row(row: tuple[str, str, int]) -> Account:
    return Account(row[0], row[1], bool(row[2]))


def _add_key(connection: sqlite3.Connection, account: str, key: Key) -> None:
    connection.execute("INSERT INTO keys VALUES (?, ?, ?, ?)", (key.id, account, key.name, key.added_at))
