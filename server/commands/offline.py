"""The offline server: one process, one client on standard input and output, and other listeners only on request."""

import asyncio
import contextlib
import sys
from pathlib import Path

from protocol.codec import Codec
from protocol.dialects import DIALECTS
from server.commands.host import open_host
from server.commands.log import run_serving
from server.fronts.stdio import serve_stdio
from server.host.host import Host
from server.processes.plan import Address
from server.processes.serving import told_by_signals
from server.storage.sqlite import open_store


def serve_offline(data: Path, socket: Path | None, tcp: Address | None, *, verbose: bool) -> int:
    """Serve until told to end or until the client has disconnected, and return the exit status."""
    return run_serving(_serve(data, socket, tcp), verbose=verbose)


async def _serve(data: Path, socket: Path | None, tcp: Address | None) -> None:
    codec = Codec(DIALECTS)
    with told_by_signals() as told_to_end:
        async with contextlib.AsyncExitStack() as closing:
            host = await open_host(data, codec, open_store(data), closing)
            if socket or tcp:
                await _listen(host, codec, socket, tcp, closing)
            ends = (asyncio.create_task(told_to_end.wait()), asyncio.create_task(serve_stdio(host, codec)))
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        # By now every client has received the goodbye, and everything is stored.
        for end in ends:
            end.cancel()
        for problem in await asyncio.gather(*ends, return_exceptions=True):
            if isinstance(problem, Exception):
                raise problem


async def _listen(
    host: Host, codec: Codec, socket: Path | None, tcp: Address | None, closing: contextlib.AsyncExitStack
) -> None:
    """Open the other listeners, and print their addresses; their modules are imported only here."""
    from server.fronts.door import Door
    from server.fronts.listeners import listen_tcp, listening_unix, tcp_address

    door = Door(host, codec)
    if socket:
        await closing.enter_async_context(listening_unix(door, socket))
        print(f"chwech serve: listening on the Unix socket {socket}", file=sys.stderr, flush=True)
    if tcp:
        server = await listen_tcp(door, tcp.host, tcp.port)
        closing.callback(server.close)
        print(f"chwech serve: listening on TCP at {tcp_address(server)}", file=sys.stderr, flush=True)
