"""One thread that alone reads, over a SQLite connection of its own: it waits neither for the disk nor for a lock.

Whoever was told that something is written finds it here: it is in the database before they are told. Nobody is given
what was read before a write of which others have been told by then: a key that was revoked is nobody's any more.
"""

import sqlite3
from collections.abc import Callable

from server.storage.store import StoreFault
from server.storage.worker import Job, Outcome, T, Work, Worker


class Reader:
    """Answers what is asked of the database, one question after the other."""

    def __init__(self, connection: sqlite3.Connection, answered: Callable[[], int]) -> None:
        """Start the thread; the connection is its own from now on.

        Needs a running loop. ``answered`` counts how many times somebody was told what has become of a write.
        """
        self._answered = answered
        self._worker = Worker("store reader", connection, _answer_all)

    async def read(self, work: Work[T]) -> T:
        """Do this outside any transaction, and once more where a write was answered meanwhile.

        Raises:
            StoreFault: the database cannot be read.
        """
        while True:
            before = self._answered()
            result = await self._worker.ask(work)
            if self._answered() == before:
                return result

    async def close(self) -> None:
        """Answer all that was asked, then end the thread and the connection."""
        await self._worker.close()


def _answer_all(connection: sqlite3.Connection, jobs: list[Job]) -> list[Outcome]:
    """Do each by itself."""
    return [_answer(connection, job) for job in jobs]


def _answer(connection: sqlite3.Connection, job: Job) -> Outcome:
    """Do this by itself."""
    try:
        return job, job.work(connection), None
    except StoreFault as problem:
        return job, None, problem
    except Exception as problem:  # noqa: BLE001  # a thread that dies answers nobody ever again
        return job, None, StoreFault(str(problem))
