"""A line that can be cut: it carries bytes between a client and a server until told to let both go."""

import asyncio
import time


class Relay:
    """Listens for clients and connects each to a server on this machine."""

    def __init__(self, port: int) -> None:
        self.at = 0.0  # When someone came last, by the performance counter.
        self._port = port
        self._ends: list[asyncio.StreamWriter] = []
        self._server: asyncio.Server | None = None

    async def open(self) -> int:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        address: tuple[str, int] = self._server.sockets[0].getsockname()
        return address[1]

    def cut(self) -> None:
        """Let both ends go, as when a cable is pulled that both notice."""
        for end in self._ends:
            end.transport.abort()
        self._ends.clear()

    def close(self) -> None:
        self.cut()
        self._server.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry bytes both ways until an end goes."""
        self.at = time.perf_counter()
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            writer.close()
            return
        self._ends += [writer, far_writer]
        await asyncio.gather(_pour(reader, far_writer), _pour(far_reader, writer), return_exceptions=True)


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Carry bytes one way."""
    while data := await reader.read(65536):
        writer.write(data)
    writer.close()
