"""A server that runs on Node, at a Unix socket as our host does."""

import asyncio
import os
import platform
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from tests.bench.peers.scratch import LeftOut, Scratch

NODE: Final = "24.9.0"

PACKAGES: Final = {
    "@colyseus/core": "0.18.17",
    "@colyseus/schema": "5.0.34",
    "@colyseus/ws-transport": "0.18.4",
    "boardgame.io": "0.50.2",
}
"""What the peers of the host are made of."""

DOOR: Final = "peer.sock"  # Where it listens, in its folder.

_MACHINES: Final = {"x86_64": "x64", "aarch64": "arm64"}


def installed(scratch: Scratch) -> tuple[Path, Path]:
    """Return Node, and the folder in which it finds the peers.

    Raises:
        LeftOut: they cannot be installed.
    """
    machine = _MACHINES.get(platform.machine())
    if platform.system() != "Linux" or machine is None:
        raise LeftOut("the registry has no Node for this machine.")
    node = f"node-linux-{machine}"
    home = scratch.node([f"{name}@{version}" for name, version in {node: NODE, **PACKAGES}.items()])
    return home / "node_modules" / node / "bin" / "node", home


@asynccontextmanager
async def serving_node(node: Path, home: Path, program: str, data: Path) -> AsyncIterator[int]:
    """Start a program of this folder and give its process."""
    process = await asyncio.create_subprocess_exec(
        *(str(node), str(Path(__file__).with_name(program)), str(data / DOOR)),
        cwd=home,
        stdin=PIPE,
        stdout=PIPE,
        env={**os.environ, "NODE_ENV": "production"},
    )
    try:
        assert await process.stdout.readline() == b"ready\n"
        yield process.pid
    finally:
        process.stdin.close()
        async with asyncio.timeout(120):
            await process.wait()
