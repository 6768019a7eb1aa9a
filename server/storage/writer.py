"""The only thread that writes, on a SQLite connection of its own; jobs that came in together share a commit.

A commit waits for the disk, and many records take the disk as long as one. So all jobs that came in during one commit
share the next, and no caller gets a result before it is on the disk.
"""

import sqlite3

from server.storage.lock import FileIdentity
from server.storage.store import StoreFault
from server.storage.witness import Witness
from server.storage.worker import Job, Outcome, T, Work, Worker


class UnknownOutcome(StoreFault):
    """The commit itself failed: its changes may or may not be on the disk."""


class Writer:
    """Runs jobs in transactions."""

    def __init__(
        self, connection: sqlite3.Connection, anchor: FileIdentity | None = None, witness: Witness | None = None
    ) -> None:
        self._anchor = anchor
        self._witness = witness
        self._worker = Worker("store writer", connection, self._write)

    @property
    def answered(self) -> int:
        """How many times callers were told the result of a write."""
        return self._worker.settled

    async def write(self, work: Work[T]) -> T:
        """Run a job in a transaction, and return its result once it is on the disk.

        Raises:
            UnknownOutcome: the changes may or may not be stored.
            StoreFault: nothing was written.
        """
        return await self._worker.ask(work)

    async def close(self) -> None:
        """Finish all queued jobs, then end the thread and close the connection."""
        await self._worker.close()

    def _write(self, connection: sqlite3.Connection, jobs: list[Job]) -> list[Outcome]:
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
