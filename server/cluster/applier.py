"""Applies entries of the journal to the copy of this node: at once where a player waits for that, or in a thread.

The journal is what survives a power failure: what a copy has lost of it, the node reads again. So no commit waits for
the disk, and one of a few records is made in the loop, where it takes a tenth of the time that a thread would. The
loop never waits, neither for the disk nor for another program that holds the database.
"""

import asyncio
import sqlite3
from functools import partial
from typing import Final, TypeVar

from server.cluster.journal import Entry
from server.cluster.operations import only_append
from server.cluster.replica import Outcome, Place, apply
from server.storage.store import StoreBusy
from server.storage.threads import Work, Writer

T = TypeVar("T")

LIGHT_BYTES: Final = 16 * 1024
"""The most bytes of entries that are applied in the loop: records of a few actions."""

CHECKPOINT: Final = 256
"""Entries after which a thread brings what they have changed from the write-ahead log into the database."""

HELD_SECONDS: Final = 5.0
"""Seconds for which another program may hold the database."""

AGAIN_SECONDS: Final = 0.05
"""Seconds after which it is tried again."""

_SETTINGS: Final = ("PRAGMA synchronous = NORMAL", "PRAGMA wal_autocheckpoint = 0", "PRAGMA busy_timeout = 0")


def let_nothing_wait(connection: sqlite3.Connection) -> None:
    """Set up a connection so that a commit waits for nothing."""
    for setting in _SETTINGS:
        connection.execute(setting)


class Applier:
    """The one that writes the copy; one call after the other."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._logged = 0
        """Entries since what they have changed was last brought into the database itself."""

    async def apply(self, entries: tuple[Entry, ...]) -> tuple[list[Outcome], Place]:
        """Carry out the next entries, and return what came of each operation and how far the copy has come.

        Raises:
            StoreFault: the copy cannot be written, or an entry is missing or damaged.
        """
        light = sum(len(entry.data) for entry in entries) <= LIGHT_BYTES and only_append(entries)
        done = await self._write(partial(apply, entries=entries), light=light)
        self._logged += len(entries)
        return done

    async def tidy(self) -> None:
        """Bring what is in the write-ahead log into the database, if that is due."""
        if self._logged >= CHECKPOINT:
            self._logged = 0
            await self._writer.checkpoint()

    async def _write(self, work: Work[T], *, light: bool) -> T:
        """Run a job in a transaction; for a while again if another program holds the database."""
        loop = asyncio.get_running_loop()
        given_up = loop.time() + HELD_SECONDS
        while True:
            try:
                # Of a call that was cancelled, the thread may still be at work.
                return self._writer.write_here(work) if light and self._writer.idle else await self._writer.write(work)
            except StoreBusy:
                if loop.time() > given_up:
                    raise
                await asyncio.sleep(AGAIN_SECONDS)
