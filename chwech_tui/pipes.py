"""The two pipes to a child process as one stream that closes at both ends, and the end of the child."""

import asyncio
import subprocess
from typing import IO


class PipeWriter:
    """Writes to a child, and closes the pipe that is read from together with the one that is written to."""

    def __init__(self, writer: asyncio.StreamWriter, reading: asyncio.ReadTransport) -> None:
        self._writer = writer
        self._reading = reading

    def write(self, data: bytes, /) -> None:
        """Take bytes at once, to be sent when that is possible."""
        self._writer.write(data)

    async def drain(self) -> None:
        """Wait until not too much is held back."""
        await self._writer.drain()

    def close(self) -> None:
        """End both directions."""
        self._writer.close()
        self._reading.close()

    async def wait_closed(self) -> None:
        """Wait until what was written has gone out."""
        await self._writer.wait_closed()


async def open_pipes(
    loop: asyncio.AbstractEventLoop, output: IO[bytes], stdin: IO[bytes]
) -> tuple[asyncio.StreamReader, PipeWriter]:
    """Give the streams over what a child writes and what it reads."""
    reader, unused = asyncio.StreamReader(), asyncio.StreamReader()
    reading, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), output)
    # A pipe to write to needs a protocol that knows how to wait; its reader never reads.
    writing, protocol = await loop.connect_write_pipe(lambda: asyncio.StreamReaderProtocol(unused), stdin)
    return reader, PipeWriter(asyncio.StreamWriter(writing, protocol, None, loop), reading)


def end_child(process: subprocess.Popen[bytes], patience: float) -> None:
    """Wait until a child has ended; if it takes too long, ask it to end, and then kill it."""
    for end in (process.terminate, process.kill):
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            end()
    process.wait()
