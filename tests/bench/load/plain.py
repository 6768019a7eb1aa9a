"""The floor of the host, a server that stores what it is sent and sends it back: ``python -m tests.bench.load.plain``.

It stores as durably as the host, all together that has come in meanwhile; it knows no tables, no people and no rules.
"""

import asyncio
import sqlite3
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.bench.load.client import HEAD, Client
from tests.bench.load.crowd import SEATS, Crowd

DOOR: Final = "plain.sock"  # Where it listens.
FRAME: Final = (60).to_bytes(HEAD, "big") + bytes(60)  # What is sent: as much as an action.


class Plain:
    """The server."""

    def __init__(self, database: Path) -> None:
        self._log = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
        self._log.execute("PRAGMA journal_mode = WAL")
        self._log.execute("PRAGMA synchronous = FULL")
        self._log.execute("CREATE TABLE log (frame BLOB)")
        self._waiting: list[tuple[bytes, asyncio.StreamWriter]] = []
        self._news = asyncio.Event()

    async def hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take frames from one connection until it ends."""
        try:
            while head := await reader.readexactly(HEAD):
                self._waiting.append((head + await reader.readexactly(int.from_bytes(head, "big")), writer))
                self._news.set()
        except asyncio.IncompleteReadError:
            writer.close()

    async def answer(self) -> None:
        """Store what has come in, and send it back, again and again."""
        while await self._news.wait():
            self._news.clear()
            batch, self._waiting = self._waiting, []
            await asyncio.to_thread(self._store, [frame for frame, _ in batch])
            for frame, writer in batch:
                writer.write(frame)

    def _store(self, frames: Sequence[bytes]) -> None:
        self._log.execute("BEGIN")
        self._log.executemany("INSERT INTO log VALUES (?)", [(frame,) for frame in frames])
        self._log.execute("COMMIT")


class PlainClient(Client):
    """A client to whom every answer is its next turn."""

    def begin(self) -> None:
        self.act = FRAME
        self._ready(self)

    def _take(self, payload: bytes) -> None:
        self._done(time.perf_counter() - self._sent.pop(self.id))
        self._ready(self)


class PlainCrowd(Crowd):
    """As many clients as at so many tables."""

    async def _table(self, number: int) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(SEATS):
            _, client = await loop.create_unix_connection(
                lambda: PlainClient(self._ready.append, self._times.append), self._door
            )
            self.clients.append(client)
            client.begin()


async def main(data: Path) -> None:
    """Serve until standard input ends."""
    plain = Plain(data / "plain.sqlite")
    server = await asyncio.start_unix_server(plain.hear, str(data / DOOR), backlog=100)
    answering = asyncio.create_task(plain.answer())
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    server.close()
    answering.cancel()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
