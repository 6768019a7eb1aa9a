"""The queries and changes of accounts, their keys, contacts and settings; an empty key stands for a whole account.

What is stored of one account is also read for its owner, or erased, where no server runs. Erasing keeps the games: in
the place of the person there is someone without an account.
"""

import base64
import secrets
import sqlite3
import zlib
from collections.abc import Mapping
from typing import Final

import msgspec

from protocol.lobby import NewsItem
from protocol.people import LISTED
from server.storage import ratings as rankings
from server.storage.archive import game_record, games, overtaken
from server.storage.store import Account, Contact, ContactKind, FinishedGame, Joining, PublicKey, Revoking, Token
from server.tables.erasing import Erasing, erased, free_name, names_of, renamed, seats_of
from server.tables.names import name_key


def contacts(connection: sqlite3.Connection, account: str) -> tuple[Contact, ...]:
    """Return the contacts of an account, by name."""
    query = (
        "SELECT accounts.account, name, guest, kind FROM contacts JOIN accounts ON accounts.account = other "
        "WHERE contacts.account = ? ORDER BY name_key, other"
    )
    rows = connection.execute(query, (account,))
    return tuple(Contact(Account(other, name, bool(guest)), ContactKind(kind)) for other, name, guest, kind in rows)


def hidden(connection: sqlite3.Connection, account: str) -> tuple[Account, ...]:
    """Return the accounts that an account blocks, and those that block it."""
    query = (
        "SELECT account, name, guest FROM accounts WHERE account IN ("
        "SELECT other FROM contacts WHERE account = ? AND kind = ? UNION "
        "SELECT account FROM contacts WHERE other = ? AND kind = ?) ORDER BY account"
    )
    blocked = ContactKind.BLOCKED.value
    rows = connection.execute(query, (account, blocked, account, blocked))
    return tuple(Account(other, name, bool(guest)) for other, name, guest in rows)


def unlisted(connection: sqlite3.Connection) -> tuple[tuple[str, str | None], ...]:
    """Return the accounts that are not listed, each with those that are its friends one by one, and once with None."""
    query = "SELECT accounts.account, other FROM accounts JOIN contacts USING (account) WHERE NOT listed AND kind = ?"
    friends = connection.execute(query, (ContactKind.FRIEND.value,)).fetchall()
    return (*friends, *((one, None) for (one,) in connection.execute("SELECT account FROM accounts WHERE NOT listed")))


def keep_contact(connection: sqlite3.Connection, account: str, other: str, kind: ContactKind, limit: int) -> bool:
    """Make another account a contact, in place of what it was before.

    False, and nothing is stored, with ``limit`` contacts of the kind already, or if either account does not exist.
    """
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
    """Remove a contact if it is of this kind."""
    drop = "DELETE FROM contacts WHERE account = ? AND other = ? AND kind = ?"
    connection.execute(drop, (account, other, kind.value))


_ACCOUNT = "SELECT account, name, guest FROM accounts"


def account(connection: sqlite3.Connection, account: str) -> Account | None:
    """Return an account by its id."""
    return _one(connection, "WHERE account = ?", account)


def named(connection: sqlite3.Connection, name: str) -> Account | None:
    """Return the account whose name looks like this one."""
    return _one(connection, "WHERE name_key = ?", name_key(name))


def visit(connection: sqlite3.Connection, account: str) -> bytes | None:
    """Return what an account saw at its last visit, opaque to the store; None before the first."""
    row = connection.execute("SELECT visit FROM accounts WHERE account = ?", (account,)).fetchone()
    return bytes(row[0]) if row and row[0] is not None else None


def keep_visit(connection: sqlite3.Connection, account: str, visit: bytes) -> None:
    """Store what an account sees at the end of a visit."""
    connection.execute("UPDATE accounts SET visit = ? WHERE account = ?", (visit, account))


def since(
    connection: sqlite3.Connection, account: str, days: tuple[str, str], at: float, *, most: int, places: int
) -> tuple[NewsItem | None, tuple[tuple[str, str, int], ...], tuple[FinishedGame, ...]]:
    """Return who has overtaken an account in the deal of the day since a moment, its first places, and newest games.

    The three are asked at once, since each question wakes a thread.
    """
    first = overtaken(connection, account, days, at)
    return first, rankings.places(connection, account, places), games(connection, account, most)


def credential(connection: sqlite3.Connection, token: str) -> tuple[Account, bytes] | None:
    """Return the account of a token, by its id, with the digest of its secret, which is still to be checked."""
    query = "SELECT account, name, guest, digest FROM tokens JOIN accounts USING (account) WHERE token = ?"
    row = connection.execute(query, (token,)).fetchone()
    return (_from_row(row[:3]), bytes(row[3])) if row else None


def keyholder(connection: sqlite3.Connection, key: str) -> Account | None:
    """Return the account of a key, by its fingerprint."""
    return _one(connection, "WHERE account = (SELECT account FROM keys WHERE key = ?)", key)


def keys(connection: sqlite3.Connection, account: str) -> tuple[PublicKey, ...]:
    """Return the keys of an account, the oldest first."""
    query = "SELECT key, name, added_at FROM keys WHERE account = ? ORDER BY added_at, key"
    return tuple(PublicKey(*row) for row in connection.execute(query, (account,)))


def known_keys(connection: sqlite3.Connection) -> tuple[tuple[str, str], ...]:
    """Return the fingerprints of all keys of all accounts, each with the name of its account."""
    query = "SELECT key, accounts.name FROM keys JOIN accounts USING (account) ORDER BY added_at, key"
    return tuple(connection.execute(query))


def guests(connection: sqlite3.Connection) -> tuple[Account, ...]:
    """Return every guest account."""
    return tuple(map(_from_row, connection.execute(f"{_ACCOUNT} WHERE guest")))


def register(connection: sqlite3.Connection, account: Account, proof: Token | PublicKey | None) -> bool:
    """Store a new account, or a new name for a known one; False if another account has the name or the key."""
    known = named(connection, account.name)
    if known is not None and known.id != account.id:
        return False
    if isinstance(proof, PublicKey) and keyholder(connection, proof.id) is not None:
        return False
    keep = (
        "INSERT INTO accounts (account, name, name_key, guest) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (account) DO UPDATE SET name = excluded.name, name_key = excluded.name_key"
    )
    connection.execute(keep, (account.id, account.name, name_key(account.name), account.guest))
    if isinstance(proof, PublicKey):
        _add_key(connection, account.id, proof)
    elif proof is not None:
        connection.execute("INSERT INTO tokens VALUES (?, ?, ?)", (proof.id, account.id, proof.digest))
    return True


def join(connection: sqlite3.Connection, account: str, key: PublicKey, limit: int) -> Joining:
    """Add a key to an account, unless it has ``limit`` keys already; a key that it has is left as it is."""
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
    """Name a key of an account; False if it has no such key."""
    change = "UPDATE keys SET name = ? WHERE key = ? AND account = ?"
    return connection.execute(change, (name, key, account)).rowcount > 0


def revoke(connection: sqlite3.Connection, account: str, key: str, *, last: bool) -> Revoking:
    """Remove a key from an account; the last proof only with ``last``, which makes it a guest's account."""
    held = keys(connection, account)
    if key not in [one.id for one in held]:
        return Revoking.UNKNOWN
    by_token = connection.execute("SELECT 1 FROM tokens WHERE account = ?", (account,)).fetchone()
    alone = len(held) == 1 and not by_token
    if alone and not last:
        return Revoking.LAST
    connection.execute("DELETE FROM settings WHERE account = ? AND key = ?", (account, key))
    connection.execute("DELETE FROM keys WHERE key = ?", (key,))
    if alone:
        connection.execute("UPDATE accounts SET guest = true WHERE account = ?", (account,))
    return Revoking.REVOKED


def forget(connection: sqlite3.Connection, account: str) -> None:
    """Delete an account, and all that refers to it, if it is a guest's; its name is free again."""
    connection.execute("DELETE FROM accounts WHERE account = ? AND guest", (account,))


def _one(connection: sqlite3.Connection, where: str, value: str) -> Account | None:
    row = connection.execute(f"{_ACCOUNT} {where}", (value,)).fetchone()
    return _from_row(row) if row else None


def _from_row(row: tuple[str, str, int]) -> Account:
    return Account(row[0], row[1], bool(row[2]))


def _add_key(connection: sqlite3.Connection, account: str, key: PublicKey) -> None:
    connection.execute("INSERT INTO keys VALUES (?, ?, ?, ?)", (key.id, account, key.name, key.added_at))


def settings(connection: sqlite3.Connection, account: str, key: str) -> dict[str, str]:
    # An empty key sorts first, so that the values of the key replace those of the account.
    """Return the settings of an account, overridden by those of one of its keys; an empty key is none."""
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
    """Change settings of an account and of one of its keys; an empty value forgets one.

    False, and nothing is stored, if either would have more than ``limit``, or there is no such account.
    """
    if connection.execute("SELECT 1 FROM accounts WHERE account = ?", (account,)).fetchone() is None:
        return False
    changes = {"": {**shared, **own}} if not key else {"": shared, key: own}
    if any(_number(connection, account, scope, values) > limit for scope, values in changes.items()):
        return False
    if LISTED in changes[""]:
        listed = changes[""][LISTED] != "off"
        connection.execute("UPDATE accounts SET listed = ? WHERE account = ?", (listed, account))
    drop = "DELETE FROM settings WHERE account = ? AND key = ? AND name = ?"
    for scope, values in changes.items():
        connection.executemany(drop, [(account, scope, name) for name in values])
        rows = [(account, scope, name, value) for name, value in values.items() if value]
        connection.executemany("INSERT INTO settings VALUES (?, ?, ?, ?)", rows)
    return True


def _number(connection: sqlite3.Connection, account: str, key: str, values: Mapping[str, str]) -> int:
    """Return how many settings there would be after a change."""
    known = connection.execute("SELECT name FROM settings WHERE account = ? AND key = ?", (account, key))
    named = {name for (name,) in known} | values.keys()
    return len(named - {name for name, value in values.items() if not value})


_ID_BYTES: Final = 9
_GATHERING: Final = "gathering"  # The phase of a tournament that people enter; it is not stored.

_OWN: Final = (
    "DELETE FROM allowed WHERE key IN (SELECT key FROM keys WHERE account = ?)",
    "DELETE FROM ratings WHERE account = ?",
    "DELETE FROM rating_changes WHERE account = ?",
    "DELETE FROM players WHERE account = ?",
    "DELETE FROM feats WHERE account = ?",
    "DELETE FROM bans WHERE kind IN ('account', 'mute') AND what = ?",
)

_decode = msgspec.msgpack.decode
_encode = msgspec.msgpack.encode


def person(connection: sqlite3.Connection, name: str) -> Account | None:
    """Return the account of this name or, if nobody has the name, of this id."""
    return named(connection, name) or account(connection, name)


def all_of(connection: sqlite3.Connection, who: Account) -> dict[str, object]:
    """Return what is kept of an account, as plain values; proofs of tokens, and who has banned it, are left out."""

    def rows(query: str) -> list[dict[str, object]]:
        found = connection.execute(query, (who.id,))
        columns = [column[0] for column in found.description]
        return [dict(zip(columns, row, strict=True)) for row in found]

    games = connection.execute("SELECT game FROM players WHERE account = ? ORDER BY game", (who.id,)).fetchall()
    ends = 'SELECT game, log AS "table", ended_at FROM games JOIN players USING (game) WHERE account = ? ORDER BY game'
    return {
        "account": who.id,
        "name": who.name,
        "guest": who.guest,
        "keys": rows("SELECT key, name, added_at FROM keys WHERE account = ? ORDER BY added_at"),
        "roles": rows("SELECT role FROM roles WHERE account = ?"),
        "bans": rows(
            "SELECT kind, since, until, reason FROM bans WHERE kind IN ('account', 'mute') AND what = ? ORDER BY kind"
        ),
        "tokens": rows("SELECT token FROM tokens WHERE account = ? ORDER BY token"),
        "visit": _decode(seen) if (seen := visit(connection, who.id)) is not None else None,
        "settings": rows("SELECT key, name, value FROM settings WHERE account = ? ORDER BY key, name"),
        "contacts": rows(
            "SELECT name, kind FROM contacts JOIN accounts ON accounts.account = other "
            "WHERE contacts.account = ? ORDER BY name"
        ),
        "ratings": rows("SELECT ladder_game AS game, ruleset, month, mu, sigma, games FROM ratings WHERE account = ?"),
        "days": rows("SELECT day, score, exact, hinted FROM tries WHERE account = ? ORDER BY day"),
        "tournaments": _tournaments(connection, who.id),
        "games": rows(ends),
        "records": [record for (game,) in games if (record := game_record(connection, game)) is not None],
    }


def _tournaments(connection: sqlite3.Connection, account: str) -> list[object]:
    states = [_decode(state) for (state,) in connection.execute("SELECT state FROM tournaments ORDER BY tournament")]
    found = [state for state in states if account in _entrants(state)]
    return [{"number": state["number"], "plan": state["plan"]} for state in found]


def _entrants(state: dict[str, object]) -> list[object]:
    entrants = state.get("entrants")
    return [one["account"] for one in (state["maker"], *(entrants if isinstance(entrants, list) else ()))]


def erase(connection: sqlite3.Connection, who: Account) -> None:
    """Erase a person; the caller begins and ends the transaction, on a connection that heeds foreign keys."""
    who_else = base64.urlsafe_b64encode(secrets.token_bytes(_ID_BYTES)).decode()
    _erase_games(connection, who.id, who_else)
    for change in _OWN:
        connection.execute(change, (who.id,))
    connection.execute("DELETE FROM shared WHERE name = 'missed invitations'")
    sits = _erase_logs(connection, who.id, who_else)
    _erase_tournaments(connection, who.id, who_else)
    _erase_chat(connection, who.id, who_else)
    connection.execute("DELETE FROM accounts WHERE account = ?", (who.id,))
    if sits:
        # The next server gives up the seats of a guest who does not come back.
        names = [{"name": name} for (name,) in connection.execute("SELECT name FROM accounts")]
        name = free_name(names)
        row = (who_else, name, name_key(name), True)
        connection.execute("INSERT INTO accounts (account, name, name_key, guest) VALUES (?, ?, ?, ?)", row)


def _erase_logs(connection: sqlite3.Connection, account: str, stand_in: str) -> bool:
    """Rewrite every log with this person in it; return True if one of them can still grow."""
    query = "SELECT DISTINCT log FROM records WHERE instr(record, ?) > 0 ORDER BY log"
    logs = [log for (log,) in connection.execute(query, (account.encode(),)).fetchall()]
    for log in logs:
        _erase_log(connection, log, Erasing(account, stand_in))
    live = "SELECT 1 FROM logs WHERE live AND log = ?"
    return any(connection.execute(live, (log,)).fetchone() for log in logs)


def _erase_log(connection: sqlite3.Connection, log: str, who: Erasing) -> None:
    rows = connection.execute("SELECT number, record FROM records WHERE log = ? ORDER BY number", (log,)).fetchall()
    (heading,) = connection.execute("SELECT heading FROM logs WHERE log = ?", (log,)).fetchone()
    whole = [_decode(record) for _number, record in rows]
    who = _known_as(who, whole)
    for (number, record), plain in zip(rows, whole, strict=True):
        new = _encode(erased(plain, who))
        if new != record:
            change = "UPDATE records SET record = ?, checksum = ? WHERE log = ? AND number = ?"
            connection.execute(change, (new, zlib.crc32(new), log, number))
    if heading:
        connection.execute("UPDATE logs SET heading = ? WHERE log = ?", (_encode(erased(_decode(heading), who)), log))


def _erase_games(connection: sqlite3.Connection, account: str, stand_in: str) -> None:
    query = "SELECT game, entry, record FROM games JOIN players USING (game) WHERE account = ?"
    for game, entry, record in connection.execute(query, (account,)).fetchall():
        heading = _decode(entry)
        who = _known_as(Erasing(account, stand_in), heading)
        lines = zlib.decompress(record).decode().split("\n")
        seats = seats_of(heading, account)
        new = "\n".join(renamed(line, seats, who.name) for line in lines)
        row = (_encode(erased(heading, who)), zlib.compress(new.encode()), game)
        connection.execute("UPDATE games SET entry = ?, record = ? WHERE game = ?", row)


def _known_as(who: Erasing, plain: object) -> Erasing:
    return msgspec.structs.replace(who, names=names_of(plain, who.account), name=free_name(plain))


def _erase_tournaments(connection: sqlite3.Connection, account: str, stand_in: str) -> None:
    for number, state in connection.execute("SELECT tournament, state FROM tournaments").fetchall():
        plain = _decode(state)
        if account in _entrants(plain):
            if plain.get("phase", _GATHERING) == _GATHERING:
                plain["entrants"] = [one for one in plain.get("entrants", ()) if one["account"] != account]
            new = _encode(erased(plain, _known_as(Erasing(account, stand_in), plain)))
            connection.execute("UPDATE tournaments SET state = ? WHERE tournament = ?", (new, number))


def _erase_chat(connection: sqlite3.Connection, account: str, stand_in: str) -> None:
    for number, line in connection.execute("SELECT number, line FROM board").fetchall():
        plain = _decode(line)
        if plain["cause"]["account"] == account:
            new = _encode(erased(plain, Erasing(account, stand_in, frozenset({plain["line"]["name"]}))))
            connection.execute("UPDATE board SET line = ? WHERE number = ?", (new, number))
