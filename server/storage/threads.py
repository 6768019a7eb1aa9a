"""The threads of the store, each with a SQLite connection of its own: one reads, and no other than the second writes.

A commit waits for the disk, and many records take the disk as long as one. So all jobs that came in during one commit
share the next, and no caller gets a result before it is on the disk. Each commit costs both threads several wakeups
too: the more jobs share them, the more milliseconds pass from one to the next, and a crowd costs less. A job that is
alone never waits. Jobs gather in the loop, so that a thread wakes once for each batch.

The reader waits neither for the disk nor for a lock. A write is in the database before its caller gets the result, so
every acknowledged write is found. A result that was read before a write was acknowledged is never returned after it: a
revoked key, for example, is gone at once.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

from msgspec import Struct

from server.recovery import RECOVERED, URGENT
from server.storage.files import FileIdentity, Witness, is_held
from server.storage.store import AppendResult, Failed, StoreBusy, StoreFault, Unknown

T = TypeVar("T")

_log = logging.getLogger(__name__)

BATCH: Final = 512

GATHER_SECONDS: Final = 0.002  # Seconds until the next commit for each job of the last one, if there were several.
LONGEST_SECONDS: Final = 0.01  # The most seconds from one commit to the next: nobody at a table notices them.
ENOUGH: Final = 24  # Jobs for which no more are waited for.
TRIES: Final = 4  # How often a query is run again because something was written meanwhile.

Work = Callable[[sqlite3.Connection], T]
"""A function of the connection; what it raises is passed to the caller who waits for it."""


class UnknownOutcome(StoreFault):
    """A commit failed, or an answer was lost: the changes may or may not be stored."""


async def answered(append: Awaitable[AppendResult]) -> AppendResult:
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
    apart: bool = False
    """True if it is run in no transaction."""


Outcome = tuple[Job, object, Exception | None]


class Worker:
    """A thread that runs batches of jobs; it owns its connection, and needs a running loop to start."""

    def __init__(self, name: str, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._gathered: list[Job] = []
        self._busy = False
        self._batches: SimpleQueue[list[Job] | None] = SimpleQueue()
        self.settled = 0  # How many times results have been handed over.
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    @property
    def queued(self) -> int:
        """The number of jobs that nobody has begun."""
        return len(self._gathered)

    async def close(self) -> None:
        """Finish all queued jobs, then end the thread and close the connection."""
        while self._gathered:
            self._hand_over()
        self._batches.put(None)
        await asyncio.to_thread(self._thread.join)

    async def _ask(self, work: Work[T], *, apart: bool = False) -> T:
        """Queue a job and wait for it; it runs even if its caller is cancelled."""
        promise: asyncio.Future[T] = self._loop.create_future()
        self._gathered.append(Job(work, promise, apart))
        self._go_on()
        try:
            return await promise
        finally:
            # The future refers to its exception, that to its frames, and this frame to the future: break the cycle.
            del promise

    def _go_on(self) -> None:
        """Hand over the jobs that have gathered, unless the thread is busy or more are waited for."""
        if self._gathered and not self._busy and not self._waits():
            self._hand_over()

    def _waits(self) -> bool:
        """Return True if more jobs are waited for; ``_go_on`` is called again then."""
        return False

    def _hand_over(self) -> None:
        """Let the thread run a batch of the jobs that have gathered."""
        batch, self._gathered = self._gathered[:BATCH], self._gathered[BATCH:]
        self._busy = True
        self._batches.put(batch)

    def _process(self, connection: sqlite3.Connection, jobs: list[Job]) -> list[Outcome]:
        """Run a batch of jobs; it raises nothing."""
        raise NotImplementedError

    def _run(self) -> None:
        while (batch := self._batches.get()) is not None:
            # One call for the whole batch.
            self._loop.call_soon_threadsafe(self._settle, self._process(self._connection, batch))
        self._connection.close()

    def _settle(self, outcomes: list[Outcome]) -> None:
        """Resolve the futures that are still waited for."""
        self.settled += 1
        self._busy = False
        for job, result, fault in outcomes:
            if job.promise.done():
                continue
            if fault is not None:
                job.promise.set_exception(fault)
            else:
                job.promise.set_result(result)
        self._go_on()


class Writer(Worker):
    """Runs jobs in transactions; its connection must not begin transactions by itself."""

    def __init__(
        self, connection: sqlite3.Connection, anchor: FileIdentity | None = None, witness: Witness | None = None
    ) -> None:
        self._anchor = anchor
        self._witness = witness
        self._trouble = ""
        self._crowded = False
        self._next = 0.0
        self.in_doubt = False  # True while nobody knows whether the last commit is stored.

        self._timer: asyncio.TimerHandle | None = None
        super().__init__("store writer", connection)

    async def write(self, work: Work[T]) -> T:
        """Run a job in a transaction, and return its result once it is on the disk.

        Raises:
            UnknownOutcome: the changes may or may not be stored.
            StoreFault: nothing was written.
        """
        return await self._ask(work)

    async def run(self, work: Work[T]) -> T:
        """Run a job in no transaction, in its turn, and return its result; raise ``StoreFault`` if it has failed."""
        return await self._ask(work, apart=True)

    def _waits(self) -> bool:
        """Let others join the next commit first, if several jobs shared the last one."""
        rest = self._next - self._loop.time()
        if not self._crowded or len(self._gathered) >= ENOUGH or rest <= 0:
            return False
        if self._timer is None:
            self._timer = self._loop.call_later(rest, self._ring)
        return True

    def _ring(self) -> None:
        self._crowded, self._timer = False, None
        self._go_on()

    def _hand_over(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        jobs = len(self._gathered)
        self._crowded = jobs > 1
        self._next = self._loop.time() + min(jobs * GATHER_SECONDS, LONGEST_SECONDS)
        super()._hand_over()

    def _process(self, connection: sqlite3.Connection, jobs: list[Job]) -> list[Outcome]:
        """Run these jobs in one transaction, all of them, or none, with the same fault for each; then those apart."""
        writes = [job for job in jobs if not job.apart]
        results, fault = self._commit(connection, [job.work for job in writes]) if writes else ([], None)
        answers = [None] * len(writes) if fault is not None else results
        outcomes: list[Outcome] = [(job, answer, fault) for job, answer in zip(writes, answers, strict=True)]
        return outcomes + [answer(connection, job) for job in jobs if job.apart]

    def _commit(self, connection: sqlite3.Connection, works: list[Work[Any]]) -> tuple[list[Any], StoreFault | None]:
        """Run all of these in one transaction, or none, and note the result in the witness file and the log."""
        results, fault = self._transact(connection, works)
        self._tell(str(fault or ""))
        if self._witness is not None:
            if fault is None:
                self._witness.keep()
            else:
                self._witness.forget()
        return results, fault

    def _tell(self, trouble: str) -> None:
        """Say in the log when nothing can be stored any more, and when it can again."""
        if trouble and not self._trouble:
            _log.error("nothing can be stored: %s", trouble, extra=URGENT)
        if self._trouble and not trouble:
            _log.warning("what happens is stored again", extra=RECOVERED)
        self._trouble = trouble

    def _transact(self, connection: sqlite3.Connection, works: list[Work[Any]]) -> tuple[list[Any], StoreFault | None]:
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as problem:
            return [], StoreBusy(str(problem)) if is_held(problem) else StoreFault(str(problem))
        try:
            results = [work(connection) for work in works]
            if self._anchor is not None:
                self._anchor.check()
            connection.execute("COMMIT")
        except Exception as problem:  # noqa: BLE001  # a thread that dies answers no caller ever again
            return [], _roll_back(connection, problem)
        return results, None


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

        One that takes longer than it is from write to write would never end: after some tries it takes its turn among
        the writes.

        Raises:
            StoreFault: the database cannot be read.
        """
        for _ in range(TRIES):
            before, doubt = self._writer.settled, self._writer.in_doubt
            result = await self._ask(work)
            if self._writer.settled == before and not (doubt or self._writer.in_doubt):
                return result
        return await self._writer.run(work)

    def _process(self, connection: sqlite3.Connection, jobs: list[Job]) -> list[Outcome]:
        return [answer(connection, job) for job in jobs]


def answer(connection: sqlite3.Connection, job: Job) -> Outcome:
    """Run a job in no transaction."""
    try:
        return job, job.work(connection), None
    except StoreFault as problem:
        return job, None, problem
    except Exception as problem:  # noqa: BLE001  # a thread that dies answers no caller ever again
        return job, None, StoreFault(str(problem))
