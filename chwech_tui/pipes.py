"""The two pipes of a child process as one stream whose ends close together, and the termination of the child."""

import asyncio
import subprocess
from typing import IO, Final

LINE: Final = 2**16  # The most bytes of a line, as asyncio has it.


class PipeWriter(asyncio.StreamWriter):
    """Writes to a child; closing it closes the pipe from the child as well."""

    reading: asyncio.ReadTransport

    def close(self) -> None:
        """Close both directions."""
        super().close()
        self.reading.close()


async def open_pipes(
    loop: asyncio.AbstractEventLoop, output: IO[bytes], stdin: IO[bytes], line: int = LINE
) -> tuple[asyncio.StreamReader, PipeWriter]:
    """Return a reader of the child's output, whose lines have ``line`` bytes at most, and a writer to its input."""
    reader, unused = asyncio.StreamReader(line), asyncio.StreamReader()
    reading, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), output)
    # A StreamWriter needs a protocol with flow control; the reader of this one is never used.
    writing, protocol = await loop.connect_write_pipe(lambda: asyncio.StreamReaderProtocol(unused), stdin)
    writer = PipeWriter(writing, protocol, None, loop)
    writer.reading = reading
    return reader, writer


def end_child(process: subprocess.Popen[bytes], patience: float) -> None:
    """Wait until a child has exited; after ``patience`` seconds terminate it, after as many again kill it."""
    for end in (process.terminate, process.kill):
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            end()
    process.wait()
