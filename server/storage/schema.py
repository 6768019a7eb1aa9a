"""The schema of the database, and the migrations from earlier versions."""

import logging
import sqlite3
from pathlib import Path
from typing import Final

from protocol.language import _
from server.storage.copies import keep_old_version
from server.storage.store import StoreFault
from server.tables.names import name_key

_log = logging.getLogger(__name__)

SCHEMA_VERSION: Final = 12
_FIRST: Final = (
    """CREATE TABLE logs (
        log TEXT PRIMARY KEY, length INTEGER NOT NULL, live INTEGER NOT NULL, heading BLOB NOT NULL
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX live_logs ON logs (live) WHERE live",
    """CREATE TABLE records (
        log TEXT NOT NULL, number INTEGER NOT NULL, record BLOB NOT NULL, PRIMARY KEY (log, number)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE accounts (
        account TEXT PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE tokens (
        token TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts, digest BLOB NOT NULL
    ) STRICT, WITHOUT ROWID""",
)

# A guest's account is deleted when the guest has left, so nothing that outlives it may refer to the accounts table.
_SECOND: Final = (
    "ALTER TABLE accounts ADD COLUMN guest INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX guests ON accounts (guest) WHERE guest",
    "CREATE INDEX tokens_of_account ON tokens (account)",
    """CREATE TABLE keys (
        key TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts, name TEXT NOT NULL, added_at REAL NOT NULL
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX keys_of_account ON keys (account)",
    "ALTER TABLE logs ADD COLUMN filed INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX unfiled_logs ON logs (log) WHERE NOT live AND NOT filed",
    """CREATE TABLE games (
        game INTEGER PRIMARY KEY, log TEXT NOT NULL UNIQUE, ended_at REAL NOT NULL, entry BLOB NOT NULL,
        record BLOB NOT NULL
    ) STRICT""",
    """CREATE TABLE players (
        account TEXT NOT NULL, game INTEGER NOT NULL REFERENCES games, PRIMARY KEY (account, game)
    ) STRICT, WITHOUT ROWID""",
)

_THIRD: Final = ("CREATE TABLE board (number INTEGER PRIMARY KEY, line BLOB NOT NULL) STRICT",)

_FOURTH: Final = ("ALTER TABLE records ADD COLUMN checksum INTEGER",)
"""The changes of version 4: the CRC-32 of each record written from then on."""

_FIFTH: Final = ()
"""Version 5 changes no table: its logs have records of version 2, which programs of earlier versions would misread."""

_SIXTH: Final = (
    """CREATE TABLE settings (
        account TEXT NOT NULL REFERENCES accounts, key TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
        PRIMARY KEY (account, key, name)
    ) STRICT, WITHOUT ROWID""",
)
"""The changes of version 6: settings, for a whole account with an empty key."""

_SEVENTH: Final = (
    """CREATE TABLE contacts (
        account TEXT NOT NULL REFERENCES accounts, other TEXT NOT NULL REFERENCES accounts, kind TEXT NOT NULL,
        PRIMARY KEY (account, other)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX contacts_with ON contacts (other)",
)
"""The changes of version 7: the friends of an account, and the accounts that it blocks."""

_EIGHTH: Final = (
    """CREATE TABLE tournaments (
        tournament INTEGER PRIMARY KEY, version INTEGER NOT NULL, live INTEGER NOT NULL, state BLOB NOT NULL
    ) STRICT""",
)
"""The changes of version 8: tournaments, which a program of an earlier version would not go on with."""

# Ratings outlive a deleted account like the games that they come from, so they do not refer to the accounts table.
_NINTH: Final = (
    "ALTER TABLE games ADD COLUMN rated INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX unrated_games ON games (game) WHERE NOT rated",
    """CREATE TABLE ratings (
        ladder_game TEXT NOT NULL, ruleset TEXT NOT NULL, account TEXT NOT NULL, bot TEXT NOT NULL,
        mu REAL NOT NULL, sigma REAL NOT NULL, games INTEGER NOT NULL,
        PRIMARY KEY (ladder_game, ruleset, account, bot)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE rating_changes (
        game INTEGER NOT NULL REFERENCES games, account TEXT NOT NULL, bot TEXT NOT NULL,
        before REAL NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL, games INTEGER NOT NULL,
        PRIMARY KEY (game, account, bot)
    ) STRICT, WITHOUT ROWID""",
)
"""The changes of version 9: ratings, and what each game has changed in them; every game before is to be rated yet."""

_TENTH: Final = (
    "CREATE TABLE days (day TEXT PRIMARY KEY, seed BLOB NOT NULL) STRICT, WITHOUT ROWID",
    """CREATE TABLE tries (
        day TEXT NOT NULL, account TEXT NOT NULL REFERENCES accounts, log TEXT NOT NULL UNIQUE, score INTEGER,
        exact INTEGER, hinted INTEGER NOT NULL DEFAULT 0, entry BLOB NOT NULL DEFAULT x'', PRIMARY KEY (day, account)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX tries_of_account ON tries (account)",
)
"""The changes of version 10: the deal of the day, with its seeds, and the game of each account that counts."""

# Bans outlive deleted accounts, and so does what the audit log says of them.
_ELEVENTH: Final = (
    "CREATE TABLE roles (account TEXT PRIMARY KEY REFERENCES accounts, role TEXT NOT NULL) STRICT, WITHOUT ROWID",
    """CREATE TABLE bans (
        kind TEXT NOT NULL, what TEXT NOT NULL, shown TEXT NOT NULL, since REAL NOT NULL, until REAL, by TEXT NOT NULL,
        reason TEXT NOT NULL, PRIMARY KEY (kind, what)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE audit (
        entry INTEGER PRIMARY KEY, at REAL NOT NULL, who TEXT NOT NULL, door TEXT NOT NULL, act TEXT NOT NULL,
        whom TEXT NOT NULL, reason TEXT NOT NULL, refused TEXT NOT NULL
    ) STRICT""",
    """CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
        BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END""",
    """CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit
        BEGIN SELECT RAISE(ABORT, 'the audit log is never deleted'); END""",
    "CREATE TABLE reports (report INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT",
)
"""The changes of version 11: roles, bans, the audit log, and reports of people."""


_TWELFTH: Final = ("CREATE INDEX changes_of_account ON rating_changes (account)",)
"""The changes of version 12: who was rated together lately is looked up; and more names look alike."""


def bring_up_to_date(connection: sqlite3.Connection, path: Path) -> None:
    """Run the missing migrations, all or none; a copy of a database that is not new is kept before.

    Raises:
        StoreFault: the file was written by a newer version of this program, or no copy can be made.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA_VERSION:
        text = _(
            "{path} was written by a newer version of this program: install that, or use another --data", path=path
        )
        raise StoreFault(text)
    if version == SCHEMA_VERSION:
        return
    if version:
        keep_old_version(connection, path, version)
    connection.execute("BEGIN IMMEDIATE")
    versions = (
        _FIRST,
        _SECOND,
        _THIRD,
        _FOURTH,
        _FIFTH,
        _SIXTH,
        _SEVENTH,
        _EIGHTH,
        _NINTH,
        _TENTH,
        _ELEVENTH,
        _TWELFTH,
    )
    for target, statements in enumerate(versions, start=1):
        for statement in statements if target > version else ():
            connection.execute(statement)
        if target in (2, 12) and target > version:
            _compare_names_anew(connection)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    connection.execute("COMMIT")
    if version:
        _log.warning("the database was of version %d and is now of version %d: %s", version, SCHEMA_VERSION, path)


def _compare_names_anew(connection: sqlite3.Connection) -> None:
    """Recompute the comparison keys of all names; if two accounts share one by now, both stay."""
    accounts = connection.execute("SELECT account, name FROM accounts ORDER BY account").fetchall()
    # Two passes: the new key of a name may be the old one of another. No name contains a line feed.
    connection.execute("UPDATE accounts SET name_key = char(10) || account")
    for account, name in accounts:
        connection.execute("UPDATE OR IGNORE accounts SET name_key = ? WHERE account = ?", (name_key(name), account))
