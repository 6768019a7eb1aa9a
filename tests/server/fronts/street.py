"""A host behind real doors, in this process and on this machine only, for tests of the doors."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from protocol.aio import ClientChannel, client_channel
from protocol.codec import Codec
from protocol.messages import FromServer, Goodbye, Hello
from server.fronts.door import Door
from server.fronts.peers import listening_unix, take_tcp
from server.host.host import Host
from server.host.services import HostServices
from tests.server.host.bots import BOTS, KNOWLEDGE
from tests.server.lots import LOTS
from tests.server.storage.memory import MemoryStore

CODEC = Codec()  # The words of these tests.
PATIENCE = 30.0  # Seconds that anything may take.


class Caller:
    """A program at a door, which may send any bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writer = writer
        self.reader = reader
        self.channel: ClientChannel = client_channel(reader, writer, CODEC)

    async def greet(self, name: str, token: str = "") -> FromServer | None:
        """Say hello, and give the answer."""
        await self.channel.send(Hello((1, 1), name=name, token=token))
        return await self.hear()

    async def hear(self) -> FromServer | None:
        """Wait for the next message."""
        async with asyncio.timeout(PATIENCE):
            return await self.channel.receive()

    async def throw(self, data: bytes) -> FromServer | None:
        """Send bytes, and give the answer; None where the connection is simply closed."""
        try:
            self.writer.write(data)
            await self.writer.drain()
            return await self.hear()
        except ConnectionError:
            return None

    async def close(self) -> None:
        """Go away."""
        self.channel.close()
        await self.channel.wait_closed()


class Street:
    """The doors of a host."""

    def __init__(self, host: Host, door: Door) -> None:
        self.host = host
        self.door = door
        self.port = 0
        self.path = Path()
        self._callers: list[Caller] = []

    async def call(self) -> Caller:
        """Come to the TCP door."""
        return self._keep(*await asyncio.open_connection("127.0.0.1", self.port))

    async def call_unix(self) -> Caller:
        """Come to the Unix door."""
        return self._keep(*await asyncio.open_unix_connection(self.path))

    def _keep(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Caller:
        self._callers.append(Caller(reader, writer))
        return self._callers[-1]

    def forget(self) -> None:
        """Hold on to no caller any more; all of them have gone."""
        self._callers.clear()

    async def end(self) -> None:
        """Send all callers away."""
        for caller in self._callers:
            await caller.close()


@asynccontextmanager
async def a_street(directory: Path) -> AsyncIterator[Street]:
    """Open a host with a TCP door and a Unix door."""
    host = Host(HostServices({"lots": LOTS}, BOTS, CODEC, MemoryStore(), knowledge=KNOWLEDGE))
    await host.open()
    street = Street(host, Door(host, CODEC))
    street.path = directory / "s"
    server = await take_tcp(street.door.let_in, socket.create_server(("127.0.0.1", 0)))
    street.port = server.sockets[0].getsockname()[1]
    async with listening_unix(street.door.let_in, street.path):
        try:
            yield street
        finally:
            server.close()
            await street.end()
            await host.close()


def goodbye_code(message: FromServer | None) -> str:
    """Give the code of a goodbye."""
    assert isinstance(message, Goodbye), message
    return message.code
