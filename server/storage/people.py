"""What is stored of one account: read for its owner, or erased, where no server runs.

Erasing keeps the games: in the place of the person there is somebody without an account.
"""

import base64
import secrets
import sqlite3
import zlib
from collections.abc import Iterable
from typing import Final

import msgspec

from server.storage.accounts import account as account_of
from server.storage.accounts import named
from server.storage.archive import game_record
from server.storage.store import Account
from server.tables.erasing import Erasing, erased, free_name, names_of, seats_of
from server.tables.names import name_key

_ID_BYTES: Final = 9
_GATHERING: Final = "gathering"
"""The phase of a tournament that people enter; it is not stored."""

_OWN: Final = (
    "DELETE FROM settings WHERE account = ?",
    "DELETE FROM contacts WHERE account = ? OR other = ?",
    "DELETE FROM tokens WHERE account = ?",
    "DELETE FROM allowed WHERE key IN (SELECT key FROM keys WHERE account = ?)",
    "DELETE FROM keys WHERE account = ?",
    "DELETE FROM tries WHERE account = ?",
    "DELETE FROM ratings WHERE account = ?",
    "DELETE FROM rating_changes WHERE account = ?",
    "DELETE FROM players WHERE account = ?",
    "DELETE FROM roles WHERE account = ?",
    "DELETE FROM bans WHERE kind IN ('account', 'mute') AND what = ?",
)

_decode = msgspec.msgpack.decode
_encode = msgspec.msgpack.encode


def person(connection: sqlite3.Connection, name: str) -> Account | None:
    """Return the account of this name or, if nobody has the name, of this id."""
    return named(connection, name) or account_of(connection, name)


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
        "settings": rows("SELECT key, name, value FROM settings WHERE account = ? ORDER BY key, name"),
        "contacts": rows(
            "SELECT name, kind FROM contacts JOIN accounts ON accounts.account = other "
            "WHERE contacts.account = ? ORDER BY name"
        ),
        "ratings": rows("SELECT ladder_game AS game, ruleset, mu, sigma, games FROM ratings WHERE account = ?"),
        "days": rows("SELECT day, score, exact, hinted FROM tries WHERE account = ? ORDER BY day"),
        "tournaments": _tournaments(connection, who.id),
        "games": rows(ends),
        "records": [record for (game,) in games if (record := game_record(connection, game)) is not None],
    }


def _tournaments(connection: sqlite3.Connection, account: str) -> list[object]:
    """Return the number and the plan of each tournament in which an account takes part."""
    states = [_decode(state) for (state,) in connection.execute("SELECT state FROM tournaments ORDER BY tournament")]
    found = [state for state in states if account in _entrants(state)]
    return [{"number": state["number"], "plan": state["plan"]} for state in found]


def _entrants(state: dict[str, object]) -> list[object]:
    entrants = state.get("entrants")
    return [one["account"] for one in (state["maker"], *(entrants if isinstance(entrants, list) else ()))]


def erase(connection: sqlite3.Connection, who: Account) -> None:
    """Erase a person; the caller begins and ends the transaction."""
    who_else = base64.urlsafe_b64encode(secrets.token_bytes(_ID_BYTES)).decode()
    _erase_games(connection, who.id, who_else)
    for change in _OWN:
        connection.execute(change, (who.id,) * change.count("?"))
    sits = _erase_logs(connection, who.id, who_else)
    _erase_tournaments(connection, who.id, who_else)
    _erase_chat(connection, who.id, who_else)
    connection.execute("DELETE FROM accounts WHERE account = ?", (who.id,))
    if sits:
        # The next server gives up the seats of a guest who does not come back.
        _add_guest(connection, who_else)


def _add_guest(connection: sqlite3.Connection, account: str) -> None:
    names = [{"name": name} for (name,) in connection.execute("SELECT name FROM accounts")]
    name = free_name(names)
    row = (account, name, name_key(name), True)
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
        new = "\n".join(_renamed(line, seats, who.name) for line in lines)
        row = (_encode(erased(heading, who)), zlib.compress(new.encode()), game)
        connection.execute("UPDATE games SET entry = ?, record = ? WHERE game = ?", row)


def _known_as(who: Erasing, plain: object) -> Erasing:
    return msgspec.structs.replace(who, names=names_of(plain, who.account), name=free_name(plain))


def _renamed(line: str, seats: Iterable[int], name: str) -> str:
    """Return a line of a record with another name in these seats."""
    record = msgspec.json.decode(line)
    names = record.get("names")
    if isinstance(names, list):
        record["names"] = [name if seat in seats else known for seat, known in enumerate(names)]
    return msgspec.json.encode(record).decode()


def _erase_tournaments(connection: sqlite3.Connection, account: str, stand_in: str) -> None:
    for number, state in connection.execute("SELECT tournament, state FROM tournaments").fetchall():
        plain = _decode(state)
        if account in _entrants(plain):
            if plain.get("phase", _GATHERING) == _GATHERING:
                plain["entrants"] = [one for one in plain.get("entrants", ()) if one["account"] != account]
            new = _encode(erased(plain, _known_as(Erasing(account, stand_in), plain)))
            connection.execute("UPDATE tournaments SET state = ? WHERE tournament = ?", (new, number))


def _erase_chat(connection: sqlite3.Connection, account: str, stand_in: str) -> None:
    """Erase what was said in the lobby."""
    for number, line in connection.execute("SELECT number, line FROM board").fetchall():
        plain = _decode(line)
        if plain["cause"]["account"] == account:
            new = _encode(erased(plain, Erasing(account, stand_in, frozenset({plain["line"]["name"]}))))
            connection.execute("UPDATE board SET line = ? WHERE number = ?", (new, number))
