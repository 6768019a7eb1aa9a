"""The floor of SSH, a plain server that answers every key with a kilobyte: ``python -m tests.bench.ssh.echo``."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncssh
from msgspec import Struct

from tests.bench.ssh.crowd import Echo
from tests.bench.ssh.house import Guest


class Echoing(Struct, frozen=True):
    """A plain server that runs."""

    process: int
    """Its process."""
    port: int
    """Where it listens."""


class _Open(asyncssh.SSHServer):
    """Lets everyone in."""

    def begin_auth(self, username: str) -> bool:
        return False

    def session_requested(self) -> Echo:
        return Echo()


@asynccontextmanager
async def an_echo() -> AsyncIterator[Echoing]:
    """Start a plain server, and end it."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "tests.bench.ssh.echo", stdout=PIPE)
    try:
        yield Echoing(process.pid, int(await process.stdout.readline()))
    finally:
        process.terminate()
        await process.wait()


def strangers(count: int) -> list[Guest]:
    """Give so many people whom a plain server lets in, each from an address of their own."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    return [Guest(key, f"127.0.{9 + number // 250}.{1 + number % 250}", "echo") for number in range(count)]


async def _main() -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    acceptor = await asyncssh.create_server(
        _Open, "127.0.0.1", 0, server_host_keys=[key], encoding=None, config=None, line_editor=False
    )
    print(acceptor.get_port(), flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_main())
