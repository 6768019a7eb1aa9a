"""One thread that alone uses a SQLite connection, and commits together what has come in together.

A commit waits for the disk, and the disk takes as long for many records as for one: so everything that was asked for
while the last commit ran goes into the next one, and nobody is answered before it is on the disk.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from enum import Enum
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final, TypeVar

from msgspec import Struct

from server.storage.store import StoreFault

T = TypeVar("T")

BATCH: Final = 512
"""The most jobs that are done at once."""

Work = Callable[[sqlite3.Connection], T]
"""Something to do with the connection; what it raises is told to who waits for it."""


class UnknownOutcome(StoreFault):
    """The commit itself failed: what it held is on the disk or it is not."""


class _Kind(Enum):
    """What a job needs."""

    READ = "read"
    WRITE = "write"


class _Job(Struct, frozen=True):
    """Work for the thread."""

    kind: _Kind
    """Whether it runs within the transaction."""

    perform: Callable[[sqlite3.Connection], None]
    """Does it."""

    answer: Callable[[], None]
    """Hands the result over, once that is safe."""

    fail: Callable[[Exception], None]
    """Says that it came to nothing."""


class Writer:
    """The thread and its queue."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Start the thread; the connection, which begins no transactions by itself, is its own from now on."""
        self._connection = connection
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    async def write(self, work: Work[T]) -> T:
        """Do this in a transaction, and give its result once that is on the disk.

        Raises:
            UnknownOutcome: nobody knows whether it was done.
            StoreFault: nothing was written.
        """
        return await self._ask(_Kind.WRITE, work)

    async def read(self, work: Work[T]) -> T:
        """Do this outside any transaction.

        Raises:
            StoreFault: the database cannot be read.
        """
        return await self._ask(_Kind.READ, work)

    async def close(self) -> None:
        """Finish all that was asked for, then end the thread and the connection."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    async def _ask(self, kind: _Kind, work: Work[T]) -> T:
        """Queue a job and wait for it."""
        results: list[T] = []
        promise: Future[T] = Future()
        # From here on nobody can take the promise back, so the thread can always keep it.
        promise.set_running_or_notify_cancel()
        self._jobs.put(
            _Job(
                kind,
                perform=lambda connection: results.append(work(connection)),
                answer=lambda: promise.set_result(results[0]),
                fail=promise.set_exception,
            )
        )
        return await asyncio.wrap_future(promise)

    def _run(self) -> None:
        """Work until told to end."""
        going_on = True
        while going_on:
            batch, going_on = self._gather()
            self._write([job for job in batch if job.kind is _Kind.WRITE])
            self._read([job for job in batch if job.kind is _Kind.READ])
        self._connection.close()

    def _gather(self) -> tuple[list[_Job], bool]:
        """Wait for a job, and take those that wait behind it; also say whether more can come."""
        batch: list[_Job] = []
        job = self._jobs.get()
        while job is not None:
            batch.append(job)
            try:
                if len(batch) == BATCH:
                    return batch, True
                job = self._jobs.get_nowait()
            except Empty:
                return batch, True
        return batch, False

    def _write(self, jobs: list[_Job]) -> None:
        """Do these in one transaction: all of them or none."""
        fault = self._transact(jobs) if jobs else None
        for job in jobs:
            if fault is None:
                job.answer()
            else:
                job.fail(fault)

    def _transact(self, jobs: list[_Job]) -> StoreFault | None:
        """Perform these and commit; give what went wrong, if anything did."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as problem:
            return StoreFault(str(problem))
        try:
            for job in jobs:
                job.perform(self._connection)
            self._connection.execute("COMMIT")
        except Exception as problem:  # noqa: BLE001  # a thread that dies answers nobody ever again
            return self._roll_back(problem)
        return None

    def _roll_back(self, problem: Exception) -> StoreFault:
        """Undo a transaction that failed, and say how sure it is that nothing was written.

        Where SQLite has ended the transaction by itself it may have failed in the middle of the commit; only of a full
        disk it is known that SQLite has then undone everything.
        """
        if not self._connection.in_transaction:
            full = getattr(problem, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
            return StoreFault(str(problem)) if full else UnknownOutcome(str(problem))
        try:
            self._connection.execute("ROLLBACK")
        except sqlite3.Error:
            return UnknownOutcome(str(problem))
        return StoreFault(str(problem))

    def _read(self, jobs: list[_Job]) -> None:
        """Do each of these by itself."""
        for job in jobs:
            try:
                job.perform(self._connection)
            except Exception as problem:  # noqa: BLE001  # as above
                job.fail(StoreFault(str(problem)))
            else:
                job.answer()
