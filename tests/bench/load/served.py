"""The host that is loaded, as ``chwech serve`` starts it, and what it takes."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from server.commands.process import ProcessOptions
from server.host.limits import ServerConfiguration
from server.processes.child import READY

DOOR = "fronts.sock"  # The socket at which fronts say who comes from where.

_CORES = sorted(os.sched_getaffinity(0)) if sys.platform == "linux" else [0]

SERVER_CORE = _CORES[0]  # The core of whatever serves.
CLIENT_CORE = _CORES[-1]  # The core of its clients and of all else: the same where there is but one.
CONNECTIONS = 100_000  # How many the host lets in: what is measured is what it carries, not what it allows.


@asynccontextmanager
async def serving(data: Path, connections: int = CONNECTIONS, store: str = "") -> AsyncIterator[int]:
    """Start a host, on SQLite or the address of a store, and give its process."""
    ready, tell = os.pipe()
    configuration = ServerConfiguration(connections=connections)
    options = ProcessOptions(data, tell, configuration, data / "chwech.sock", store=store)
    host = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "chwech", "host"),
        stdin=PIPE,
        pass_fds=[tell],
    )
    host.stdin.write(msgspec.json.encode(options, enc_hook=str) + b"\n")
    os.close(tell)
    try:
        # Before the line that says so it tells that it is alive.
        while READY.encode() not in (said := await asyncio.to_thread(os.read, ready, 1000)):
            assert said
        yield host.pid
    finally:
        os.close(ready)
        host.stdin.close()
        async with asyncio.timeout(120):
            await host.wait()


@asynccontextmanager
async def serving_plainly(data: Path) -> AsyncIterator[int]:
    """Start the floor and give its process."""
    plain = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "tests.bench.load.plain", str(data)), stdin=PIPE, stdout=PIPE
    )
    try:
        assert await plain.stdout.readline()
        yield plain.pid
    finally:
        plain.stdin.close()
        async with asyncio.timeout(120):
            await plain.wait()


def resident(process: int) -> int:
    """Give the kilobytes of memory that a process has."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))
