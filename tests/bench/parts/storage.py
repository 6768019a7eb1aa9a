"""How fast records become durable, one after another and many at once, against plain SQLite that is as durable."""

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Final

from server.storage.sqlite import SqliteStore, open_store
from server.storage.store import Appended, Brief
from tests.bench import floor
from tests.bench.measure import Better, Findings, Measure, Other, Scale
from tests.bench.peers.scratch import Scratch

RECORDS: Final = 300  # Records in a round.
TABLES: Final = 32  # Tables that write at the same time.
RECORD: Final = bytes(100)  # A record, as long as that of a card that was played.

FLOOR: Final = "floor: SQLite alone, a transaction each"

TOGETHER: Final = f"floor: SQLite alone, {TABLES} in a transaction"


async def one_after_another(store: SqliteStore, log: str, records: int) -> None:
    """Write a log, each record when the one before is durable."""
    for expect in range(records):
        answer = await store.append(log, expect, RECORD, Brief(b"", live=True) if expect == 0 else None)
        assert isinstance(answer, Appended), answer


async def together(store: SqliteStore, log: str, records: int) -> None:
    """Write many logs at once."""
    await asyncio.gather(*(one_after_another(store, f"{log} {number}", records // TABLES) for number in range(TABLES)))


def plainly(database: sqlite3.Connection, log: str, records: int, at_once: int) -> None:
    """Write the same into a table, so many in each transaction."""
    for begin in range(0, records, at_once):
        database.execute("BEGIN")
        database.executemany(
            "INSERT INTO log VALUES (?, ?, ?)", [(log, begin + number, RECORD) for number in range(at_once)]
        )
        database.execute("COMMIT")


def plain_database(path: Path) -> sqlite3.Connection:
    """Open a database that is as durable as the store."""
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute(
        "CREATE TABLE log (log TEXT, number INTEGER, record BLOB, PRIMARY KEY (log, number)) WITHOUT ROWID"
    )
    return database


async def _taken(folder: Path, scale: Scale) -> dict[str, list[float]]:
    """Return the records a second of each way, by turns."""
    records = TABLES * scale.of(RECORDS // TABLES)
    taken: dict[str, list[float]] = {"one": [], "many": [], FLOOR: [], TOGETHER: []}
    store = open_store(folder)
    with closing(plain_database(folder / "plain.sqlite")) as database:
        for number in range(3 * scale.rounds):
            clock = asyncio.get_running_loop().time
            began = clock()
            await one_after_another(store, f"one {number}", records)
            between = clock()
            await together(store, f"many {number}", records)
            taken["one"].append(records / (between - began))
            taken["many"].append(records / (clock() - between))
            for who, at_once in ((FLOOR, 1), (TOGETHER, TABLES)):
                log = f"{number} {at_once}"
                seconds = floor.seconds(lambda log=log, each=at_once: plainly(database, log, records, each))  # type: ignore[misc]
                taken[who].append(records / seconds)
    await store.close()
    return taken


def measure(scale: Scale, scratch: Scratch) -> Findings:
    """Write records in all ways."""
    with tempfile.TemporaryDirectory() as folder:
        taken = {who: tuple(figures) for who, figures in asyncio.run(_taken(Path(folder), scale)).items()}
    return Findings(
        (
            Measure("durable records, one after another", "records/s", Better.MORE, taken["one"],
                    (Other(FLOOR, taken[FLOOR]),)),
            Measure(f"durable records, {TABLES} tables at once", "records/s", Better.MORE, taken["many"],
                    (Other(TOGETHER, taken[TOGETHER]),)),
        ),
        ("Each record is on the disk before it is answered (write-ahead log, synchronous = FULL).",),
    )  # fmt: skip
