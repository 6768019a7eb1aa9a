"""The two pipes of a child process as one stream whose ends close together, and the termination of the child."""

import asyncio
import subprocess
from typing import IO


class PipeWriter:
    """Writes to a child; closing it closes the pipe from the child as well."""

    def __init__(self, writer: asyncio.StreamWriter, reading: asyncio.ReadTransport) -> None:
        self._writer = writer
        self._reading = reading

    def write(self, data: bytes, /) -> None:
        """Buffer bytes to be sent as soon as possible."""
        self._writer.write(data)

    async def drain(self) -> None:
        """Wait until the buffer is small enough to write more."""
        await self._writer.drain()

    def close(self) -> None:
        """Close both directions."""
        self._writer.close()
        self._reading.close()

    async def wait_closed(self) -> None:
        """Wait until the buffer is flushed and the pipe is closed."""
        await self._writer.wait_closed()


async def open_pipes(
    loop: asyncio.AbstractEventLoop, output: IO[bytes], stdin: IO[bytes]
) -> tuple[asyncio.StreamReader, PipeWriter]:
    """Return a reader of the child's output and a writer to its standard input."""
    reader, unused = asyncio.StreamReader(), asyncio.StreamReader()
    reading, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), output)
    # A StreamWriter needs a protocol with flow control; the reader of this one is never used.
    writing, protocol = await loop.connect_write_pipe(lambda: asyncio.StreamReaderProtocol(unused), stdin)
    return reader, PipeWriter(asyncio.StreamWriter(writing, protocol, None, loop), reading)


def end_child(process: subprocess.Popen[bytes], patience: float) -> None:
    """Wait until a child has exited; after ``patience`` seconds terminate it, after as many again kill it."""
    for end in (process.terminate, process.kill):
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            end()
    process.wait()
