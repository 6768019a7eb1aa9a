"""The schema of the database in statements for SQLite and PostgreSQL, the migrations to it, and copies of it.

The statements know neither STRICT nor WITHOUT ROWID, which SQLite alone has, and their types are those of both: TEXT,
INTEGER (64 bits), REAL (double precision), BLOB (BYTEA in PostgreSQL) and BOOLEAN (INTEGER in SQLite).
"""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from protocol.language import _
from server.file_lock import written_whole
from server.storage.store import StoreFault


def copy_database(connection: sqlite3.Connection, target: Path) -> None:
    """Copy the database of a connection into a new file, which appears at ``target`` once it is whole.

    Raises:
        OSError: the file cannot be written.
        sqlite3.Error: the database cannot be read, or the copy is damaged.
    """
    with written_whole(target) as part:
        connection.execute("VACUUM INTO ?", (str(part),))
        check(part)


def check(path: Path) -> None:
    """Check that a database that nobody uses is whole; raise ``sqlite3.Error`` if it is damaged, or none."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        (said,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if said != "ok":
        raise damage(said)


def damage(said: str) -> sqlite3.DatabaseError:
    """Return a fault as SQLite itself tells of damage."""
    fault = sqlite3.DatabaseError(said)
    fault.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return fault


def keep_old_version(connection: sqlite3.Connection, path: Path, version: int) -> None:
    """Copy a database of an earlier version before it is migrated; raise ``StoreFault`` if that fails."""
    target = path.with_name(f"chwech-v{version}.sqlite")
    try:
        copy_database(connection, target)
    except (OSError, sqlite3.Error) as problem:
        text = _(
            "{path} is of an earlier version, and no copy of it can be made in {copy}: {problem}; "
            "see to it that there is room",
            path=path,
            copy=target,
            problem=problem,
        )
        raise StoreFault(text) from problem


_log = logging.getLogger(__name__)

_FIRST: Final = (
    """CREATE TABLE logs (
        log TEXT PRIMARY KEY, length INTEGER NOT NULL, live BOOLEAN NOT NULL, heading BLOB NOT NULL,
        filed BOOLEAN NOT NULL DEFAULT false
    )""",
    "CREATE INDEX live_logs ON logs (live) WHERE live",
    "CREATE INDEX unfiled_logs ON logs (log) WHERE NOT live AND NOT filed",
    """CREATE TABLE records (
        log TEXT NOT NULL, number INTEGER NOT NULL, record BLOB NOT NULL, checksum INTEGER NOT NULL,
        PRIMARY KEY (log, number)
    )""",
    # A guest's account is deleted when the guest has left, so nothing that outlives it refers to the accounts.
    """CREATE TABLE accounts (
        account TEXT PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE,
        guest BOOLEAN NOT NULL DEFAULT false, visit BLOB, listed BOOLEAN NOT NULL DEFAULT true
    )""",
    "CREATE INDEX guests ON accounts (guest) WHERE guest",
    """CREATE TABLE tokens (
        token TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, digest BLOB NOT NULL
    )""",
    "CREATE INDEX tokens_of_account ON tokens (account)",
    """CREATE TABLE keys (
        key TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, name TEXT NOT NULL,
        added_at REAL NOT NULL
    )""",
    "CREATE INDEX keys_of_account ON keys (account)",
    # The key of a setting for the whole account is empty.
    """CREATE TABLE settings (
        account TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, key TEXT NOT NULL, name TEXT NOT NULL,
        value TEXT NOT NULL, PRIMARY KEY (account, key, name)
    )""",
    """CREATE TABLE contacts (
        account TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
        other TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, kind TEXT NOT NULL, PRIMARY KEY (account, other)
    )""",
    "CREATE INDEX contacts_with ON contacts (other)",
    "CREATE TABLE board (number INTEGER PRIMARY KEY, line BLOB NOT NULL)",
    """CREATE TABLE games (
        game INTEGER PRIMARY KEY, log TEXT NOT NULL UNIQUE, ended_at REAL NOT NULL, entry BLOB NOT NULL,
        record BLOB NOT NULL, rated BOOLEAN NOT NULL DEFAULT false, near BOOLEAN NOT NULL DEFAULT false,
        open BOOLEAN NOT NULL DEFAULT false
    )""",
    "CREATE INDEX open_games ON games (game) WHERE open",
    # The best that each account has scored: in one deal, and with 0 deals in a whole game of the usual length.
    """CREATE TABLE feats (
        ladder_game TEXT NOT NULL, ruleset TEXT NOT NULL, deals INTEGER NOT NULL, account TEXT NOT NULL,
        points INTEGER NOT NULL, game INTEGER NOT NULL REFERENCES games,
        PRIMARY KEY (ladder_game, ruleset, deals, account)
    )""",
    "CREATE INDEX feats_by_points ON feats (ladder_game, ruleset, deals, points)",
    "CREATE INDEX unrated_games ON games (game) WHERE NOT rated",
    """CREATE TABLE players (
        account TEXT NOT NULL, game INTEGER NOT NULL REFERENCES games, PRIMARY KEY (account, game)
    )""",
    """CREATE TABLE tournaments (
        tournament INTEGER PRIMARY KEY, version INTEGER NOT NULL, live BOOLEAN NOT NULL, state BLOB NOT NULL
    )""",
    # Ratings outlive a deleted account, as the games do from which they come. The month of those of all time is empty.
    """CREATE TABLE ratings (
        ladder_game TEXT NOT NULL, ruleset TEXT NOT NULL, month TEXT NOT NULL, account TEXT NOT NULL,
        bot TEXT NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL, games INTEGER NOT NULL,
        PRIMARY KEY (ladder_game, ruleset, month, account, bot)
    )""",
    "CREATE INDEX months ON ratings (ladder_game, ruleset, month, (mu - sigma)) WHERE bot = ''",
    "CREATE INDEX ratings_of_account ON ratings (account)",
    "CREATE INDEX ratings_by_points ON ratings (ladder_game, ruleset, month, mu)",
    """CREATE TABLE rating_changes (
        game INTEGER NOT NULL REFERENCES games, account TEXT NOT NULL, bot TEXT NOT NULL,
        before REAL NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL, games INTEGER NOT NULL,
        PRIMARY KEY (game, account, bot)
    )""",
    "CREATE INDEX changes_of_account ON rating_changes (account)",
    "CREATE TABLE days (day TEXT PRIMARY KEY, seed BLOB NOT NULL)",
    """CREATE TABLE tries (
        day TEXT NOT NULL, account TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, log TEXT NOT NULL UNIQUE,
        score INTEGER, exact INTEGER, hinted BOOLEAN NOT NULL DEFAULT false, entry BLOB NOT NULL,
        PRIMARY KEY (day, account)
    )""",
    "CREATE INDEX tries_of_account ON tries (account)",
    "CREATE INDEX tries_by_score ON tries (day, hinted, score)",
    "CREATE TABLE roles (account TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE, role TEXT NOT NULL)",
    # Bans and the audit log outlive a deleted account.
    """CREATE TABLE bans (
        kind TEXT NOT NULL, what TEXT NOT NULL, shown TEXT NOT NULL, since REAL NOT NULL, until REAL, by TEXT NOT NULL,
        reason TEXT NOT NULL, PRIMARY KEY (kind, what)
    )""",
    """CREATE TABLE audit (
        entry INTEGER PRIMARY KEY, at REAL NOT NULL, who TEXT NOT NULL, door TEXT NOT NULL, act TEXT NOT NULL,
        refused TEXT NOT NULL
    )""",
    # The kind of a report about a person is empty.
    """CREATE TABLE reports (
        kind TEXT NOT NULL, report INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (kind, report)
    )""",
    # What all machines of a server share, such as its host key.
    "CREATE TABLE shared (name TEXT PRIMARY KEY, value BLOB NOT NULL)",
    "CREATE TABLE allowed (key TEXT PRIMARY KEY, comment TEXT NOT NULL)",
    "CREATE TABLE invitations (digest TEXT PRIMARY KEY, uses INTEGER NOT NULL, until REAL NOT NULL)",
)

VERSIONS: Final[tuple[tuple[str, ...], ...]] = (_FIRST,)
"""The statements that lead from each version of the schema to the next; a version that was released never changes."""

SCHEMA_VERSION: Final = len(VERSIONS)

MARK: Final = int.from_bytes(b"chwe")  # What tells a file of this program from those of others.

_AUDIT: Final = (
    """CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
        BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END""",
    """CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit
        BEGIN SELECT RAISE(ABORT, 'the audit log is never deleted'); END""",
)
"""The triggers of version 1, in the words of SQLite."""


def bring_up_to_date(connection: sqlite3.Connection, path: Path) -> None:
    """Run the missing migrations, all or none; a copy of a database that is not new is kept before.

    Raises:
        StoreFault: the file was written by a newer version of this program, or no copy can be made.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(VERSIONS):
        text = _(
            "{path} was written by a newer version of this program: install that, or use another --data", path=path
        )
        raise StoreFault(text)
    if version == len(VERSIONS):
        return
    if version:
        keep_old_version(connection, path, version)
    connection.execute("BEGIN IMMEDIATE")
    for statements in VERSIONS[version:]:
        for statement in statements:
            connection.execute(_for_sqlite(statement))
    for trigger in () if version else _AUDIT:
        connection.execute(trigger)
    connection.execute(f"PRAGMA application_id = {MARK}")
    connection.execute(f"PRAGMA user_version = {len(VERSIONS)}")
    connection.execute("COMMIT")
    if version:
        _log.warning("the database was of version %d and is now of version %d: %s", version, len(VERSIONS), path)


def _for_sqlite(statement: str) -> str:
    """Return a statement with what SQLite alone knows; a table with a number of its own keeps the row's."""
    if not statement.startswith("CREATE TABLE"):
        return statement
    end = " STRICT" if "INTEGER PRIMARY KEY" in statement else " STRICT, WITHOUT ROWID"
    return statement.replace(" BOOLEAN ", " INTEGER ") + end
