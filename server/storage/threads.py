"""The threads of the store, each with a SQLite connection of its own: one reads, and no other than the second writes.

A commit waits for the disk, and many records take the disk as long as one. So all jobs that came in during one commit
share the next, and no caller gets a result before it is on the disk. Each commit costs both threads several wakeups
too: while jobs come in faster than that, a few milliseconds pass between two commits. A job that is alone never waits.

The reader waits neither for the disk nor for a lock. A write is in the database before its caller gets the result, so
every acknowledged write is found. A result that was read before a write was acknowledged is never returned after it: a
revoked key, for example, is gone at once.
"""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

from msgspec import Struct

from server.storage.lock import FileIdentity
from server.storage.store import Append, Failed, StoreFault, Unknown
from server.storage.witness import Witness

T = TypeVar("T")

BATCH: Final = 512

GATHER_SECONDS: Final = 0.005
"""Seconds from one commit to the next while several jobs share a commit: nobody at a table notices them."""

ENOUGH: Final = 16
"""Jobs for which no more are waited for."""

LOOK_SECONDS: Final = 0.001
"""Seconds after which it is looked whether there are enough."""

Work = Callable[[sqlite3.Connection], T]
"""A function of the connection; what it raises is passed to the caller who waits for it."""


class UnknownOutcome(StoreFault):
    """A commit failed, or an answer was lost: the changes may or may not be stored."""


async def answered(append: Awaitable[Append]) -> Append:
    """Return the answer to an append; a fault is one too."""
    try:
        return await append
    except UnknownOutcome as problem:
        return Unknown(str(problem))
    except StoreFault as problem:
        return Failed(str(problem))


class Job(Struct, frozen=True):
    """A job for a thread."""

    work: Work[Any]
    promise: "asyncio.Future[Any]"
    """The future of its result; only the loop touches it."""


Outcome = tuple[Job, object, Exception | None]


class Worker:
    """A thread with a queue of jobs; it owns its connection, and needs a running loop to start."""

    def __init__(self, name: str, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.settled = 0
        """How many times results have been handed over."""
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    @property
    def queued(self) -> int:
        """The number of jobs that nobody has begun."""
        return self._jobs.qsize()

    async def close(self) -> None:
        """Finish all queued jobs, then end the thread and close the connection."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    async def _ask(self, work: Work[T]) -> T:
        """Queue a job and wait for it; it runs even if its caller is cancelled."""
        promise: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(Job(work, promise))
        try:
            return await promise
        finally:
            # The future refers to its exception, that to its frames, and this frame to the future: break the cycle.
            del promise

    def _process(self, connection: sqlite3.Connection, jobs: list[Job]) -> list[Outcome]:
        """Run a batch of jobs; it raises nothing."""
        raise NotImplementedError

    def _run(self) -> None:
        going_on = True
        while going_on:
            batch, going_on = self._gather()
            outcomes = self._process(self._connection, batch)
            if outcomes:
                # One call for the whole batch.
                self._loop.call_soon_threadsafe(self._settle, outcomes)
        self._connection.close()

    def _gather(self) -> tuple[list[Job], bool]:
        """Wait for a job and take those queued behind it; also return False once no more can come."""
        batch: list[Job] = []
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

    def _settle(self, outcomes: list[Outcome]) -> None:
        """Resolve the futures that are still waited for."""
        self.settled += 1
        for job, result, fault in outcomes:
            if job.promise.done():
                continue
            if fault is not None:
                job.promise.set_exception(fault)
            else:
                job.promise.set_result(result)


class Writer(Worker):
    """Runs jobs in transactions; its connection must not begin transactions by itself."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        anchor: FileIdentity | None = None,
        witness: Witness | None = None,
        now: Callable[[], float] = time.monotonic,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        """Start the thread, which lets jobs gather by this clock."""
        self._anchor = anchor
        self._witness = witness
        self._now = now
        self._wait = wait
        self._crowded = False
        self._next = 0.0
        super().__init__("store writer", connection)

    async def write(self, work: Work[T]) -> T:
        """Run a job in a transaction, and return its result once it is on the disk.

        Raises:
            UnknownOutcome: the changes may or may not be stored.
            StoreFault: nothing was written.
        """
        return await self._ask(work)

    def _gather(self) -> tuple[list[Job], bool]:
        """Wait for a job and take those queued behind it; after several at once, let others join them first."""
        while self._crowded and self.queued < ENOUGH and (rest := self._next - self._now()) > 0:
            self._wait(min(rest, LOOK_SECONDS))
        batch, going_on = super()._gather()
        self._crowded = len(batch) > 1
        self._next = self._now() + GATHER_SECONDS
        return batch, going_on

    def _process(self, connection: sqlite3.Connection, jobs: list[Job]) -> list[Outcome]:
        """Run these jobs, and note the result in the witness file."""
        done, fault = self._commit(connection, jobs) if jobs else ([], None)
        if self._witness is not None:
            if fault is None:
                self._witness.keep()
            else:
                self._witness.forget()
        return done if fault is None else [(job, None, fault) for job in jobs]

    def _commit(self, connection: sqlite3.Connection, jobs: list[Job]) -> tuple[list[Outcome], StoreFault | None]:
        """Run these jobs in one transaction: all of them, or none, with the same fault for each."""
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as problem:
            return [], StoreFault(str(problem))
        try:
            done: list[Outcome] = [(job, job.work(connection), None) for job in jobs]
            if self._anchor is not None:
                self._anchor.check()
            connection.execute("COMMIT")
        except Exception as problem:  # noqa: BLE001  # a thread that dies answers no caller ever again
            return [], _roll_back(connection, problem)
        return done, None


def _roll_back(connection: sqlite3.Connection, problem: Exception) -> StoreFault:
    """Undo a failed transaction; the type of the fault tells whether it is certain that nothing was written.

    If SQLite has ended the transaction by itself, it may have failed in the middle of the commit; only for a full disk
    is it known that SQLite has then undone everything.
    """
    if not connection.in_transaction:
        full = getattr(problem, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
        return StoreFault(str(problem)) if full else UnknownOutcome(str(problem))
    try:
        connection.execute("ROLLBACK")
    except sqlite3.Error:
        return UnknownOutcome(str(problem))
    return StoreFault(str(problem))


class Reader(Worker):
    """Answers queries of the database, one after the other."""

    def __init__(self, connection: sqlite3.Connection, writer: Writer) -> None:
        self._writer = writer
        super().__init__("store reader", connection)

    async def read(self, work: Work[T]) -> T:
        """Run a query outside any transaction, again if a write was answered meanwhile.

        Raises:
            StoreFault: the database cannot be read.
        """
        while True:
            before = self._writer.settled
            result = await self._ask(work)
            if self._writer.settled == before:
                return result

    def _process(self, connection: sqlite3.Connection, jobs: list[Job]) -> list[Outcome]:
        return [_answer(connection, job) for job in jobs]


def _answer(connection: sqlite3.Connection, job: Job) -> Outcome:
    try:
        return job, job.work(connection), None
    except StoreFault as problem:
        return job, None, problem
    except Exception as problem:  # noqa: BLE001  # a thread that dies answers no caller ever again
        return job, None, StoreFault(str(problem))
