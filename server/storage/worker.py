"""A thread that owns a SQLite connection, and its queue of jobs."""

import asyncio
import sqlite3
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

from msgspec import Struct

T = TypeVar("T")

BATCH: Final = 512

Work = Callable[[sqlite3.Connection], T]
"""A function of the connection; what it raises is passed to the caller who waits for it."""


class Job(Struct, frozen=True):
    """A job for the thread."""

    work: Work[Any]
    promise: "asyncio.Future[Any]"
    """The future of its result; only the loop touches it."""


Outcome = tuple[Job, object, Exception | None]

Method = Callable[[sqlite3.Connection, list[Job]], list[Outcome]]
"""Runs a batch of jobs; it raises nothing."""


class Worker:
    """A thread with a queue."""

    def __init__(self, name: str, connection: sqlite3.Connection, method: Method) -> None:
        self._connection = connection
        self._method = method
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.settled = 0
        """How many times results have been handed over."""
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    async def ask(self, work: Work[T]) -> T:
        """Queue a job and wait for it; it runs even if its caller is cancelled."""
        promise: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(Job(work, promise))
        try:
            return await promise
        finally:
            # The future refers to its exception, that to its frames, and this frame to the future: break the cycle.
            del promise

    async def close(self) -> None:
        """Finish all queued jobs, then end the thread and close the connection."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        """Run jobs until told to end."""
        going_on = True
        while going_on:
            batch, going_on = self._gather()
            outcomes = self._method(self._connection, batch)
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
