"""The store on the disk: one SQLite file with a writer thread, a reader thread, and a lock against other servers."""

import shutil
import sqlite3
from pathlib import Path

from server.defaults import DATABASE_NAME
from server.storage import logs, moderation
from server.storage.database import Store
from server.storage.files import LOG_SUFFIX, SUFFIX, DirectoryLock, FileIdentity, Witness, connect, made, opening
from server.storage.schema import SCHEMA_VERSION
from server.storage.store import Appended, AppendResult, Brief, FileSize, StoreLoad, StoreSizes
from server.storage.threads import Reader, Writer, answered


class SqliteStore(Store):
    """The store of one server alone, which makes its changes at once."""

    def __init__(self, lock: DirectoryLock, reader: Reader, writer: Writer, witness: Witness) -> None:
        super().__init__(reader, writer)
        self._lock = lock
        self._witness = witness

    async def append(self, log: str, expect: int, record: bytes, brief: Brief | None) -> AppendResult:
        def work(connection: sqlite3.Connection) -> AppendResult:
            answer = logs.append(connection, log, expect, record, brief)
            if isinstance(answer, Appended):
                self._witness.see(log, expect + 1)
            return answer

        return await answered(self._writer.write(work))

    async def compact(self, log: str) -> None:
        def work(connection: sqlite3.Connection) -> None:
            logs.compact(connection, log)
            self._witness.see(log, 0)

        await self._writer.write(work)

    async def probe(self) -> None:
        await self._change(lambda connection: connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}"))

    async def load(self) -> StoreLoad:
        queued = self._writer.queued + self._reader.queued
        await self._reader.read(lambda connection: connection.execute("SELECT 1").fetchone())
        return StoreLoad(queued, sum(file.size for file in self._files()))

    async def sizes(self) -> StoreSizes:
        tables = await self._reader.read(moderation.table_sizes)
        return StoreSizes(tables, self._files(), shutil.disk_usage(self._witness.database.parent).free)

    def _files(self) -> tuple[FileSize, ...]:
        path = self._witness.database
        files = (path.with_name(path.name + ending) for ending in ("", LOG_SUFFIX, "-shm", SUFFIX))
        return tuple(FileSize(file.name, file.stat().st_size) for file in files if file.exists())

    async def close(self) -> None:
        """Finish pending work and release the directory for another server."""
        # The last connection to close checkpoints the file and so has to write: it must be the writer's.
        await super().close()
        self._witness.close()
        self._lock.close()


def open_store(directory: Path) -> SqliteStore:
    """Open the store in this directory, or make it; raise ``StoreBusy`` if it is held for now, or ``StoreFault``."""
    path = directory / DATABASE_NAME
    with opening(path) as opened:
        lock = DirectoryLock(made(directory))
        opened.callback(lock.close)
        witness = Witness(path)
        witness.check_file()
        writing, reading = connect(path)
        opened.callback(writing.close)
        opened.callback(reading.close)
        witness.check_log(writing)
        writer = Writer(writing, FileIdentity(path), witness)
    return SqliteStore(lock, Reader(reading, writer), writer, witness)
