"""The accounts in the database; each method runs as one job of a thread."""

import sqlite3

from server.storage.reader import Reader
from server.storage.store import Account, Credential, Joining, Key, Revoking, Token
from server.storage.writer import Writer
from server.tables.names import name_key

_ACCOUNT = "SELECT account, name, guest FROM accounts"


class SqliteAccounts:
    """The account methods of the SQLite store."""

    def __init__(self, reader: Reader, writer: Writer) -> None:
        self._reader = reader
        self._writer = writer

    async def account(self, account: str) -> Account | None:
        """Return an account by its id."""
        return await self._reader.read(lambda connection: _one(connection, "WHERE account = ?", account))

    async def named(self, name: str) -> Account | None:
        """Return the account whose name looks like this one."""
        return await self._reader.read(lambda connection: _one(connection, "WHERE name_key = ?", name_key(name)))

    async def credential(self, token: str) -> Credential | None:
        """Return a token and its account, by the id of the token."""
        return await self._reader.read(lambda connection: _credential(connection, token))

    async def keyholder(self, key: str) -> Account | None:
        """Return the account of a key, by its fingerprint."""
        where = "WHERE account = (SELECT account FROM keys WHERE key = ?)"
        return await self._reader.read(lambda connection: _one(connection, where, key))

    async def keys(self, account: str) -> tuple[Key, ...]:
        """Return the keys of an account, the oldest first."""
        return await self._reader.read(lambda connection: _keys(connection, account))

    async def register(self, account: Account, proof: Token | Key | None) -> bool:
        """Store a new account, or a new name for a known one; False if another account has the name or the key."""
        return await self._writer.write(lambda connection: _register(connection, account, proof))

    async def join(self, account: str, key: Key, limit: int) -> Joining:
        """Add a key to an account, unless it has ``limit`` keys already; a key that it has is left as it is."""
        return await self._writer.write(lambda connection: _join(connection, account, key, limit))

    async def label(self, account: str, key: str, name: str) -> bool:
        """Name a key of an account; False if it has no such key."""
        change = "UPDATE keys SET name = ? WHERE key = ? AND account = ?"
        changed = await self._writer.write(
            lambda connection: connection.execute(change, (name, key, account)).rowcount,
        )
        return changed > 0

    async def revoke(self, account: str, key: str, *, last: bool) -> Revoking:
        """Remove a key from an account; the last proof only with ``last``, which makes it a guest's account."""
        return await self._writer.write(lambda connection: _revoke(connection, account, key, last=last))

    async def guests(self) -> tuple[Account, ...]:
        """Return every guest account."""
        rows = await self._reader.read(lambda connection: connection.execute(f"{_ACCOUNT} WHERE guest").fetchall())
        return tuple(map(_from_row, rows))

    async def forget(self, account: str) -> None:
        """Delete an account if it is a guest's; its name is free again."""
        deletion = "DELETE FROM accounts WHERE account = ? AND guest"
        await self._writer.write(lambda connection: connection.execute(deletion, (account,)))


def _one(connection: sqlite3.Connection, where: str, value: str) -> Account | None:
    """Return the account that matches a condition."""
    row = connection.execute(f"{_ACCOUNT} {where}", (value,)).fetchone()
    return _from_row(row) if row else None


def _from_row(row: tuple[str, str, int]) -> Account:
    """Return the account of a row."""
    account, name, guest = row
    return Account(account, name, bool(guest))


def _credential(connection: sqlite3.Connection, token: str) -> Credential | None:
    """Return a token and its account."""
    query = "SELECT account, name, guest, token, digest FROM tokens JOIN accounts USING (account) WHERE token = ?"
    row = connection.execute(query, (token,)).fetchone()
    return Credential(_from_row(row[:3]), Token(*row[3:])) if row else None


def _keys(connection: sqlite3.Connection, account: str) -> tuple[Key, ...]:
    """Return the keys of an account."""
    query = "SELECT key, name, added_at FROM keys WHERE account = ? ORDER BY added_at, key"
    return tuple(Key(*row) for row in connection.execute(query, (account,)))


def _register(connection: sqlite3.Connection, account: Account, proof: Token | Key | None) -> bool:
    """Store an account."""
    known = _one(connection, "WHERE name_key = ?", name_key(account.name))
    if known is not None and known.id != account.id:
        return False
    if isinstance(proof, Key) and _holder(connection, proof.id) is not None:
        return False
    keep = (
        "INSERT INTO accounts (account, name, name_key, guest) VALUES (?, ?, ?, ?) "
        "ON CONFLICT DO UPDATE SET name = excluded.name, name_key = excluded.name_key"
    )
    connection.execute(keep, (account.id, account.name, name_key(account.name), account.guest))
    if isinstance(proof, Key):
        _bring(connection, account.id, proof)
    elif proof is not None:
        connection.execute("INSERT INTO tokens VALUES (?, ?, ?)", (proof.id, account.id, proof.digest))
    return True


def _holder(connection: sqlite3.Connection, key: str) -> str | None:
    """Return the account of a key."""
    row = connection.execute("SELECT account FROM keys WHERE key = ?", (key,)).fetchone()
    return str(row[0]) if row else None


def _bring(connection: sqlite3.Connection, account: str, key: Key) -> None:
    """Store a key."""
    connection.execute("INSERT INTO keys VALUES (?, ?, ?, ?)", (key.id, account, key.name, key.added_at))


def _join(connection: sqlite3.Connection, account: str, key: Key, limit: int) -> Joining:
    """Add a key to an account."""
    if _one(connection, "WHERE account = ?", account) is None:
        return Joining.GONE
    holder = _holder(connection, key.id)
    if holder is not None:
        return Joining.JOINED if holder == account else Joining.TAKEN
    if len(_keys(connection, account)) >= limit:
        return Joining.FULL
    _bring(connection, account, key)
    connection.execute("UPDATE accounts SET guest = 0 WHERE account = ?", (account,))
    return Joining.JOINED


def _revoke(connection: sqlite3.Connection, account: str, key: str, *, last: bool) -> Revoking:
    """Remove a key from an account."""
    if _holder(connection, key) != account:
        return Revoking.UNKNOWN
    by_token = connection.execute("SELECT 1 FROM tokens WHERE account = ?", (account,)).fetchone()
    alone = len(_keys(connection, account)) == 1 and not by_token
    if alone and not last:
        return Revoking.LAST
    connection.execute("DELETE FROM keys WHERE key = ?", (key,))
    if alone:
        connection.execute("UPDATE accounts SET guest = 1 WHERE account = ?", (account,))
    return Revoking.REVOKED
