"""The door of the offline server: the client that started it as a child speaks over standard input and output.

Where another offline server has the data already, the child only passes bytes between its client and that server.
"""

import asyncio
import contextlib
import os
import stat
import sys
from typing import BinaryIO, Final

from protocol.aio import server_channel
from protocol.codec import Codec
from protocol.language import _
from server.fronts.fault import FrontFault
from server.host.host import Host
from server.host.terms import LOCAL


async def serve_stdio(host: Host, codec: Codec) -> None:
    """Serve the client at the other end of standard input and output until it closes them.

    Raises:
        FrontFault: standard input or output is no pipe, socket or terminal.
    """
    reader, writer = await _open_stdio()
    await host.serve(server_channel(reader, writer, codec), LOCAL)


async def relay_stdio(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass bytes between the client and another server until one of them closes its end.

    Raises:
        FrontFault: standard input or output is no pipe, socket or terminal.
    """
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
    """Return standard input and output as streams.

    Raises:
        FrontFault: one of them is no pipe, socket or terminal.
    """
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
