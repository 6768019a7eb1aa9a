"""One thread that alone writes, over a SQLite connection of its own, and commits together what has come in together.

A commit waits for the disk, and the disk takes as long for many records as for one: so everything that was asked for
while the last commit ran goes into the next one, and nobody is answered before it is on the disk.
"""

import sqlite3

from server.storage.lock import FileIdentity
from server.storage.store import StoreFault
from server.storage.witness import Witness
from server.storage.worker import Job, Outcome, T, Work, Worker


class UnknownOutcome(StoreFault):
    """The commit itself failed: what it held is on the disk or it is not."""


class Writer:
    """Makes transactions of what is asked of it."""

    def __init__(
        self, connection: sqlite3.Connection, anchor: FileIdentity | None = None, witness: Witness | None = None
    ) -> None:
        """Start the thread; the connection, which begins no transactions by itself, is its own from now on.

        Needs a running loop.
        """
        self._anchor = anchor
        self._witness = witness
        self._worker = Worker("store writer", connection, self._write)

    @property
    def answered(self) -> int:
        """How many times somebody was told what has become of a write."""
        return self._worker.settled

    async def write(self, work: Work[T]) -> T:
        """Do this in a transaction, and give its result once that is on the disk.

        Raises:
            UnknownOutcome: nobody knows whether it was done.
            StoreFault: nothing was written.
        """
        return await self._worker.ask(work)

    async def close(self) -> None:
        """Finish all that was asked for, then end the thread and the connection."""
        await self._worker.close()

    def _write(self, connection: sqlite3.Connection, jobs: list[Job]) -> list[Outcome]:
        """Do these, and let the witness know what has come of it."""
        done, fault = self._commit(connection, jobs) if jobs else ([], None)
        if self._witness is not None:
            if fault is None:
                self._witness.keep()
            else:
                self._witness.forget()
        return done if fault is None else [(job, None, fault) for job in jobs]

    def _commit(self, connection: sqlite3.Connection, jobs: list[Job]) -> tuple[list[Outcome], StoreFault | None]:
        """Do these in one transaction: all of them, or none for one and the same reason."""
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as problem:
            return [], StoreFault(str(problem))
        try:
            done: list[Outcome] = [(job, job.work(connection), None) for job in jobs]
            if self._anchor is not None:
                self._anchor.check()
            connection.execute("COMMIT")
        except Exception as problem:  # noqa: BLE001  # a thread that dies answers nobody ever again
            return [], _roll_back(connection, problem)
        return done, None


def _roll_back(connection: sqlite3.Connection, problem: Exception) -> StoreFault:
    """Undo a transaction that failed, and say how sure it is that nothing was written.

    Where SQLite has ended the transaction by itself it may have failed in the middle of the commit; only of a full
    disk it is known that SQLite has then undone everything.
    """
    if not connection.in_transaction:
        full = getattr(problem, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
        return StoreFault(str(problem)) if full else UnknownOutcome(str(problem))
    try:
        connection.execute("ROLLBACK")
    except sqlite3.Error:
        return UnknownOutcome(str(problem))
    return StoreFault(str(problem))
