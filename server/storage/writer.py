"""One thread that alone uses a SQLite connection, and commits together what has come in together.

A commit waits for the disk, and the disk takes as long for many records as for one: so everything that was asked for
while the last commit ran goes into the next one, and nobody is answered before it is on the disk.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from enum import Enum
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

from msgspec import Struct

from server.storage.anchor import Anchor
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

    work: Work[Any]
    """What is to be done."""

    promise: "asyncio.Future[Any]"
    """What is waited for; only the loop touches it."""


_Outcome = tuple[_Job, object, Exception | None]
"""A job that is over, with what it gave or what went wrong."""


class Writer:
    """The thread and its queue."""

    def __init__(self, connection: sqlite3.Connection, anchor: Anchor | None = None) -> None:
        """Start the thread; the connection, which begins no transactions by itself, is its own from now on.

        Needs a running loop.
        """
        self._connection = connection
        self._anchor = anchor
        self._loop = asyncio.get_running_loop()
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
        promise: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(_Job(kind, work, promise))
        return await promise

    def _run(self) -> None:
        """Work until told to end."""
        going_on = True
        while going_on:
            batch, going_on = self._gather()
            writes = self._write([job for job in batch if job.kind is _Kind.WRITE])
            # Whoever wrote is told at once, and all of them in one go.
            self._tell(writes)
            self._tell([_read(self._connection, job) for job in batch if job.kind is _Kind.READ])
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

    def _tell(self, outcomes: list[_Outcome]) -> None:
        """Have the loop hand over what is safe."""
        if outcomes:
            self._loop.call_soon_threadsafe(_settle, outcomes)

    def _write(self, jobs: list[_Job]) -> list[_Outcome]:
        """Do these in one transaction: all of them or none."""
        if not jobs:
            return []
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as problem:
            return _failed(jobs, StoreFault(str(problem)))
        try:
            done: list[_Outcome] = [(job, job.work(self._connection), None) for job in jobs]
            if self._anchor is not None:
                self._anchor.check()
            self._connection.execute("COMMIT")
        except Exception as problem:  # noqa: BLE001  # a thread that dies answers nobody ever again
            return _failed(jobs, self._roll_back(problem))
        return done

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


def _read(connection: sqlite3.Connection, job: _Job) -> _Outcome:
    """Do this by itself."""
    try:
        return job, job.work(connection), None
    except Exception as problem:  # noqa: BLE001  # as above
        return job, None, StoreFault(str(problem))


def _failed(jobs: list[_Job], fault: StoreFault) -> list[_Outcome]:
    """Give what comes of jobs that came to nothing, for one and the same reason."""
    return [(job, None, fault) for job in jobs]


def _settle(outcomes: list[_Outcome]) -> None:
    """Keep the promises of those who still wait."""
    for job, result, fault in outcomes:
        if job.promise.done():
            continue
        if fault is not None:
            job.promise.set_exception(fault)
        else:
            job.promise.set_result(result)
