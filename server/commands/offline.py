"""The offline server: one process, and one client on standard input and output.

A second client on the same data finds it by a private socket beside the data, and plays by the same account; its own
child only passes bytes on.
"""

import asyncio
import contextlib
import os
import stat
import sys
from pathlib import Path
from typing import BinaryIO, Final

from protocol.aio import server_channel
from protocol.codec import Codec
from protocol.language import _, sentence
from server.commands.hosting import open_host, services_of
from server.commands.process import run_serving
from server.fronts.door import Door
from server.fronts.own_files import FrontFault
from server.fronts.peers import listening_unix
from server.host.host import Host
from server.host.limits import ServerConfiguration
from server.host.terms import LOCAL
from server.processes.serving import told_by_signals
from server.storage.files import DirectoryInUse
from server.storage.sqlite import SqliteStore, open_store
from server.storage.store import StoreFault


def serve_offline(data: Path, *, verbose: bool) -> int:
    """Serve until told to end or until the client has disconnected, and return the exit status."""
    return run_serving(_serve(data), StoreFault, configuration=ServerConfiguration(verbose=verbose))


SECOND_SOCKET: Final = "offline.sock"
"""The socket in the data directory by which a second client finds the server of the first one."""


async def _serve(data: Path) -> None:
    async with contextlib.AsyncExitStack() as closing:
        told_to_end = closing.enter_context(told_by_signals())
        ends = list[asyncio.Task[object]]()
        # By then every client has received the goodbye, and everything is stored.
        closing.push_async_callback(_finish, ends)
        found = await _open(data)
        if isinstance(found, tuple):
            work = relay_stdio(*found)
        else:
            codec = Codec()
            host = await open_host(data, services_of(codec, found), closing)
            # Without a socket for further clients of the same person, the first one plays alone.
            with contextlib.suppress(FrontFault):
                second = listening_unix(Door(host, codec, LOCAL).let_in, data / SECOND_SOCKET)
                await closing.enter_async_context(second)
            work = serve_stdio(host, codec)
        ends += [asyncio.create_task(told_to_end.wait()), asyncio.create_task(work)]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)


async def _finish(ends: list[asyncio.Task[object]]) -> None:
    """Cancel what is not done; a fault of the work is raised."""
    for end in ends:
        end.cancel()
    for problem in await asyncio.gather(*ends, return_exceptions=True):
        if isinstance(problem, Exception):
            raise problem


_Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _open(data: Path) -> SqliteStore | _Connection:
    """Return the store, or a connection to the server that has it; raise ``StoreFault``, for the person, if not."""
    first = await _first(data)
    if first is not None:
        return first
    try:
        return open_store(data)
    except DirectoryInUse as problem:
        # The other server may just have been starting when it was looked for.
        first = await _first(data)
        if first is not None:
            return first
        raise DirectoryInUse(
            sentence(
                "another Chwech has the games in {place}, perhaps `chwech serve`: end it, or start with --data FOLDER",
                place=data,
            )
        ) from problem


async def _first(data: Path) -> _Connection | None:
    """Return a connection to the offline server that has this data; None if there is none.

    In a folder that others can write to, the socket may be theirs: nothing is said to it then.
    """
    path = data / SECOND_SOCKET
    try:
        found = path.lstat()
        if not stat.S_ISSOCK(found.st_mode) or found.st_uid != os.getuid():
            return None
        return await asyncio.open_unix_connection(path)
    except OSError:
        return None


async def serve_stdio(host: Host, codec: Codec) -> None:
    """Serve the client on standard input and output until it ends; raise ``FrontFault`` if a stream is unusable."""
    reader, writer = await _open_stdio()
    await host.serve(server_channel(reader, writer, codec), LOCAL)


async def relay_stdio(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass bytes between the client and another server until one ends; raise ``FrontFault`` if a stream is unusable."""
    own_reader, own_writer = await _open_stdio()
    asking = asyncio.create_task(_pass_on(own_reader, writer))
    try:
        # The other server always has the last word: a goodbye is passed on even if its connection is broken by then.
        await _pass_on(reader, own_writer)
    finally:
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        for end in (writer, own_writer):
            end.close()


_PIECE: Final = 64 * 1024


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while piece := await reader.read(_PIECE):
            writer.write(piece)
            await writer.drain()
        writer.write_eof()


async def _open_stdio() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Return standard input and output; raise ``FrontFault`` if one of them is no pipe, socket or terminal."""
    for stream in (sys.stdin, sys.stdout):
        mode = os.fstat(stream.fileno()).st_mode
        # asyncio itself takes any device, and then fails at those that cannot be waited for.
        if not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or stream.isatty()):
            raise FrontFault(_("--stdio needs a program at both ends: standard input and output are to be pipes"))
    given, taken = sys.stdin.buffer, _own_stdout()
    loop = asyncio.get_running_loop()
    # The second reader never reads: a write pipe needs a protocol, and this one implements flow control.
    reader, unused = asyncio.StreamReader(), asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), given)
    transport, protocol = await loop.connect_write_pipe(lambda: asyncio.StreamReaderProtocol(unused), taken)
    return reader, asyncio.StreamWriter(transport, protocol, None, loop)


def _own_stdout() -> BinaryIO:
    """Reserve standard output for the protocol: everything else that is printed goes to standard error."""
    sys.stdout.flush()
    own = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return own
