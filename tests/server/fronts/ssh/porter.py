"""A host that only looks at passports, for tests of whatever connects to one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec import Struct

from protocol.connection import HEADER
from server.fronts.ssh.transport.connection import Visitor
from server.host.terms import Passport, read_passport

KEY = "SHA256:" + "k" * 43  # The fingerprint of a key.
MEGAN = Visitor(1, KEY, "chwech", "192.0.2.1")  # Someone with a key.
GUEST = Visitor(2, "", "guest", "2001:0db8:0000:0000")  # Someone without.


class Arrival(Struct, frozen=True):
    """Someone who has shown a passport."""

    passport: Passport
    """What it said."""
    reader: asyncio.StreamReader
    """What they say after it."""
    writer: asyncio.StreamWriter
    """What they hear."""


class Porter:
    """Reads the passports, and keeps the streams behind them."""

    def __init__(self) -> None:
        self._arrivals: asyncio.Queue[Arrival] = asyncio.Queue()
        self._writers: list[asyncio.StreamWriter] = []

    async def let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Read the passport."""
        self._writers.append(writer)
        size = int.from_bytes(await reader.readexactly(HEADER), "big")
        self._arrivals.put_nowait(Arrival(read_passport(await reader.readexactly(size)), reader, writer))

    async def arrival(self) -> Arrival:
        """Wait for the next one."""
        async with asyncio.timeout(30):
            return await self._arrivals.get()

    def end(self) -> None:
        """Let everyone go."""
        for writer in self._writers:
            writer.close()


@asynccontextmanager
async def a_porter(path: Path) -> AsyncIterator[Porter]:
    """Open a host that looks at passports."""
    porter = Porter()
    server = await asyncio.start_unix_server(porter.let_in, path)
    try:
        yield porter
    finally:
        server.close()
        porter.end()
        await server.wait_closed()
