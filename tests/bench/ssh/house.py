"""A real server, its fronts on one core and all else on the other, and tables at which callers have a seat."""

import asyncio
import itertools
import os
import re
import signal
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import asyncssh
from msgspec import Struct

from protocol.aio import ClientChannel, client_channel
from protocol.codec import Codec
from protocol.messages import Accepted, Begin, FromClient, FromServer, Hello, OpenTable, Seated, Welcome
from protocol.setup import Setup
from server.host.terms import Passport, write_passport
from tests.bench.load.served import CLIENT_CORE, SERVER_CORE
from tests.bench.ssh.measured import children, kind_of, pin

T = TypeVar("T", bound=FromServer)

_CODEC = Codec()
_ids = itertools.count(time.time_ns() // 1000)


class House(Struct, frozen=True):
    """A running server."""

    supervisor: int
    """The process that was started."""
    host: int
    """The host's process."""
    fronts: tuple[int, ...]
    """The processes of its fronts."""
    port: int
    """Where it takes SSH."""
    socket: Path
    """Where the host takes fronts."""

    @property
    def front(self) -> int:
        """The process of its first front."""
        return self.fronts[0]


class Guest(Struct, frozen=True):
    """Someone with an account and a seat at a table of their own."""

    key: asyncssh.SSHKey
    """Their key."""
    address: str
    """Where they call from."""
    table: str
    """Where they sit."""


@asynccontextmanager
async def open_house(data: Path, *options: str, fronts: int = 1) -> AsyncIterator[House]:
    """Start a server, its fronts on one core, its host and who calls on the other."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "chwech", "serve", "--data", str(data), "--ssh", "127.0.0.1:0"),
        *("--fronts", str(fronts), *options),
        stderr=PIPE,
        start_new_session=True,
    )
    try:
        port = await _port(process)
        reading = asyncio.create_task(_swallow(process))
        host, drawing = (_processes(process.pid, kind) for kind in ("host", "front"))
        os.sched_setaffinity(0, {CLIENT_CORE})
        pin(host[0], CLIENT_CORE)
        for front in drawing:
            pin(front, SERVER_CORE)
        yield House(process.pid, host[0], drawing, port, data / "fronts.sock")
        reading.cancel()
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        await process.wait()


def _processes(supervisor: int, kind: str) -> tuple[int, ...]:
    return tuple(pid for pid in children(supervisor) if kind_of(pid) == kind)


async def _port(process: Process) -> int:
    """Read where the server listens."""
    async with asyncio.timeout(60):
        while line := await process.stderr.readline():
            found = re.search(rb"SSH at \S*:(\d+)", line)
            if found:
                return int(found[1])
    raise AssertionError("the server does not say where it listens")


async def _swallow(process: Process) -> None:
    """Show what the server has to say, but for how it began."""
    while line := await process.stderr.readline():
        if b'"level": "info"' not in line:
            print(line.decode(errors="replace"), end="")


async def guests(house: House, count: int, begin: int = 0) -> list[Guest]:
    """Make so many accounts, each at a table with five bots, where it is their turn or will be."""
    made: list[Guest] = []
    for number in range(begin, begin + count):
        key = asyncssh.generate_private_key("ssh-ed25519")
        address = f"127.0.{1 + number // 250}.{1 + number % 250}"
        made.append(Guest(key, address, await _seat(house, key.get_fingerprint(), f"Caller {number}", address)))
    return made


async def _seat(house: House, fingerprint: str, name: str, address: str) -> str:
    """Make an account, open a table and begin the game there."""
    reader, writer = await asyncio.open_unix_connection(str(house.socket))
    writer.write(write_passport(Passport(key=fingerprint, address=address)))
    channel = client_channel(reader, writer, _CODEC)
    await channel.send(Hello((1, 1), name=name))
    await _hear(channel, Welcome)
    seated = await _ask(channel, OpenTable(next(_ids), Setup(), pace=0), Seated)
    await _ask(channel, Begin(next(_ids)), Accepted)
    channel.close()
    await channel.wait_closed()
    return seated.view.table


async def _ask(channel: ClientChannel, message: FromClient, answer: type[T]) -> T:
    await channel.send(message)
    return await _hear(channel, answer)


async def _hear(channel: ClientChannel, answer: type[T]) -> T:
    """Wait for one kind of message."""
    async with asyncio.timeout(60):
        while (message := await channel.receive()) is not None:
            if isinstance(message, answer):
                return message
    raise AssertionError(f"no {answer.__name__} came")
