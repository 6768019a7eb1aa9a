"""A store that is forgotten with the process: the statements of the real one, in memory, and no thread."""

import sqlite3
import weakref
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from server.storage import logs
from server.storage.database import Store
from server.storage.schema import bring_up_to_date
from server.storage.store import AppendResult, Brief, StoreFault, StoreLoad, StoreSizes, TableSize
from server.storage.threads import Reader, Writer, answered

T = TypeVar("T")


class _AtOnce:
    """What reads and writes, before anybody else has a turn."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Begin."""
        self._connection = connection

    async def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run a query."""
        try:
            return work(self._connection)
        except StoreFault:
            raise
        except Exception as problem:
            raise StoreFault(str(problem)) from problem

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Make a change, or none."""
        self._connection.execute("BEGIN")
        try:
            result = await self.read(work)
        except StoreFault:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")
        return result


class MemoryStore(Store):
    """Everything in a database in memory, also once it is closed."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        weakref.finalize(self, self._connection.close)
        self._connection.deserialize(_new_database())
        self._connection.execute("PRAGMA foreign_keys = ON")
        worker = _AtOnce(self._connection)
        super().__init__(cast("Reader", worker), cast("Writer", worker))

    @property
    def logs(self) -> tuple[str, ...]:
        """Every log that there is."""
        return tuple(log for (log,) in self.execute("SELECT log FROM logs ORDER BY log"))

    def records(self, log: str, after: int = 0) -> tuple[bytes, ...]:
        """Give the records of a log, without the first ones."""
        query = "SELECT record FROM records WHERE log = ? AND number > ? ORDER BY number"
        return tuple(record for (record,) in self.execute(query, log, after))

    def execute(self, statement: str, *values: object) -> list[Any]:
        """Look into the database, or change it behind the back of whoever uses it."""
        return self._connection.execute(statement, values).fetchall()

    async def append(self, log: str, expect: int, record: bytes, brief: Brief | None) -> AppendResult:
        """Add a record to a log of the expected length, and replace its brief unless that is None."""
        return await answered(self._change(logs.append, log, expect, record, brief))

    async def probe(self) -> None:
        """Have room."""

    async def load(self) -> StoreLoad:
        """Have nothing to do."""
        return StoreLoad(0, 0)

    async def sizes(self) -> StoreSizes:
        """Give how many accounts there are: nothing of it is on a disk."""
        ((accounts,),) = self.execute("SELECT count(*) FROM accounts")
        return StoreSizes((TableSize("accounts", accounts, 0),))

    async def close(self) -> None:
        """Let go of nothing: the next server finds what is there."""


@cache
def _new_database() -> bytes:
    """Give an empty database."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    bring_up_to_date(connection, Path(":memory:"))
    data = connection.serialize()
    connection.close()
    return data
