"""Connected streams for tests."""

import asyncio
import socket

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def stream_pair() -> tuple[Streams, asyncio.StreamReader, asyncio.StreamWriter]:
    """Give both ends of a connection: the streams of the one, and the reader and the writer of the other."""
    ours, theirs = socket.socketpair()
    return (await asyncio.open_connection(sock=ours), *await asyncio.open_connection(sock=theirs))
