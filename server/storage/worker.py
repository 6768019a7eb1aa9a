"""A thread that alone uses a SQLite connection, and the queue of what it is to do; it knows nothing of what that is."""

import asyncio
import sqlite3
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

from msgspec import Struct

T = TypeVar("T")

BATCH: Final = 512
"""The most jobs that are done at once."""

Work = Callable[[sqlite3.Connection], T]
"""Something to do with the connection; what it raises is told to who waits for it."""


class Job(Struct, frozen=True):
    """Work for the thread."""

    work: Work[Any]
    """What is to be done."""

    promise: "asyncio.Future[Any]"
    """What is waited for; only the loop touches it."""


Outcome = tuple[Job, object, Exception | None]
"""A job that is over, with what it gave or what went wrong."""

Method = Callable[[sqlite3.Connection, list[Job]], list[Outcome]]
"""Does jobs that have come in together; it raises nothing."""


class Worker:
    """The thread and its queue."""

    def __init__(self, name: str, connection: sqlite3.Connection, method: Method) -> None:
        """Start the thread; the connection is its own from now on.

        Needs a running loop.
        """
        self._connection = connection
        self._method = method
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.settled = 0
        """How many times results have been handed over."""
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    async def ask(self, work: Work[T]) -> T:
        """Queue a job and wait for it; it is done even if nobody waits for it any more."""
        promise: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(Job(work, promise))
        try:
            return await promise
        finally:
            # The promise keeps a fault, the fault its frames, and this frame the promise: a ring, unless it lets go.
            del promise

    async def close(self) -> None:
        """Finish all that was asked for, then end the thread and the connection."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        """Work until told to end."""
        going_on = True
        while going_on:
            batch, going_on = self._gather()
            outcomes = self._method(self._connection, batch)
            if outcomes:
                # All of them in one go.
                self._loop.call_soon_threadsafe(self._settle, outcomes)
        self._connection.close()

    def _gather(self) -> tuple[list[Job], bool]:
        """Wait for a job, and take those that wait behind it; also say whether more can come."""
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
        """Keep the promises of those who still wait."""
        self.settled += 1
        for job, result, fault in outcomes:
            if job.promise.done():
                continue
            if fault is not None:
                job.promise.set_exception(fault)
            else:
                job.promise.set_result(result)
