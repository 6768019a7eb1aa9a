"""The only thread that reads, on a SQLite connection of its own: it waits neither for the disk nor for a lock.

A write is in the database before its caller gets the result, so every acknowledged write is found here. A result that
was read before a write was acknowledged is never returned after it: a revoked key, for example, is gone at once.
"""

import sqlite3
from collections.abc import Callable

from server.storage.store import StoreFault
from server.storage.worker import Job, Outcome, T, Work, Worker


class Reader:
    """Answers queries of the database, one after the other."""

    def __init__(self, connection: sqlite3.Connection, answered: Callable[[], int]) -> None:
        self._answered = answered
        self._worker = Worker("store reader", connection, _answer_all)

    async def read(self, work: Work[T]) -> T:
        """Run a query outside any transaction, again if a write was answered meanwhile.

        Raises:
            StoreFault: the database cannot be read.
        """
        while True:
            before = self._answered()
            result = await self._worker.ask(work)
            if self._answered() == before:
                return result

    async def close(self) -> None:
        """Answer all queued queries, then end the thread and close the connection."""
        await self._worker.close()


def _answer_all(connection: sqlite3.Connection, jobs: list[Job]) -> list[Outcome]:
    """Run each query by itself."""
    return [_answer(connection, job) for job in jobs]


def _answer(connection: sqlite3.Connection, job: Job) -> Outcome:
    """Run one query."""
    try:
        return job, job.work(connection), None
    except StoreFault as problem:
        return job, None, problem
    except Exception as problem:  # noqa: BLE001  # a thread that dies answers no caller ever again
        return job, None, StoreFault(str(problem))
