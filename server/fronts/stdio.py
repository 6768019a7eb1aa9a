"""The door of the offline server: its only client started it as a child and speaks over standard input and output."""

import asyncio
import os
import sys
from typing import BinaryIO

from protocol.aio import server_channel
from protocol.codec import Codec
from server.fronts.door import FrontFault
from server.host.host import Host
from server.host.terms import LOCAL


async def serve_stdio(host: Host, codec: Codec) -> None:
    """Serve the client at the other end of standard input and output until it closes them.

    Raises:
        FrontFault: standard input or output is no pipe, socket or terminal.
    """
    given, taken = sys.stdin.buffer, _own_stdout()
    loop = asyncio.get_running_loop()
    # The second reader never reads: a write pipe needs a protocol, and this one implements flow control.
    reader, unused = asyncio.StreamReader(), asyncio.StreamReader()
    try:
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), given)
        transport, protocol = await loop.connect_write_pipe(lambda: asyncio.StreamReaderProtocol(unused), taken)
    except ValueError as problem:
        raise FrontFault("--stdio needs a program at both ends: standard input and output are to be pipes") from problem
    writer = asyncio.StreamWriter(transport, protocol, None, loop)
    await host.serve(server_channel(reader, writer, codec), LOCAL)


def _own_stdout() -> BinaryIO:
    """Reserve standard output for the protocol: everything else that is printed goes to standard error."""
    sys.stdout.flush()
    own = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return own
