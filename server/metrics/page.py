"""A page of figures over HTTP/1.0: strict, bounded, and for this machine alone unless somebody says otherwise."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from protocol.aio import ByteReader, ByteWriter

MOST: Final = 8  # Readers at a time; further ones are turned away, and far more than that without a word.
LONGEST: Final = 4096  # Bytes of a request.
LARGEST: Final = 1 << 20  # Bytes of an answer that is read.
SECONDS: Final = 2.0  # Seconds for a request and for an answer.
KEPT_SECONDS: Final = 1.0  # Seconds for which a page is not made anew: however many ask, it costs the server no more.


class Shown(NamedTuple):
    """A page as it is shown."""

    text: str
    kind: str = "text/plain; version=0.0.4; charset=utf-8"
    well: bool = True
    """False for a page that says that something is wrong."""


Make = Callable[[], Awaitable[Shown]]
"""Makes a page."""


class Page:
    """Answers for some paths, one request a connection."""

    def __init__(self, pages: Mapping[str, Make]) -> None:
        """``pages`` are what makes the page of each path, such as ``/metrics``."""
        self._pages = {path.encode(): _Kept(make) for path, make in pages.items()}
        self._readers = 0

    async def let_in(self, reader: ByteReader, writer: ByteWriter) -> None:
        """Answer one request, and end the connection."""
        self._readers += 1
        try:
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(2 * SECONDS):
                    writer.write(await self._answer(reader))
                    await writer.drain()
        finally:
            self._readers -= 1
            writer.close()

    async def _answer(self, reader: ByteReader) -> bytes:
        if self._readers > 4 * MOST:
            return b""
        head = b""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SECONDS):
                while b"\r\n\r\n" not in head and len(head) <= LONGEST and (piece := await reader.read(LONGEST)):
                    head += piece
        whole = b"\r\n\r\n" in head[:LONGEST]
        if whole and self._readers > MOST:
            return _response("503 Service Unavailable", "too many readers: ask again later\n")
        words = head.split(b"\r\n")[0].split(b" ")
        if not whole or len(words) != 3 or not words[2].startswith(b"HTTP/1."):
            return _response("400 Bad Request", "say GET /metrics HTTP/1.0 and an empty line\n")
        if words[0] != b"GET":
            return _response("405 Method Not Allowed", "there is only GET\n")
        return await self._page(words[1])

    async def _page(self, path: bytes) -> bytes:
        if path not in self._pages:
            return _response("404 Not Found", f"there are {b', '.join(self._pages).decode()}\n")
        shown = await self._pages[path].shown()
        return _response("200 OK" if shown.well else "503 Service Unavailable", shown.text, shown.kind)


class _Kept:
    """A page that is made at most once in so many seconds, for all who ask for it meanwhile."""

    def __init__(self, make: Make) -> None:
        self._make = make
        self._made: asyncio.Future[Shown] | None = None
        self._until = 0.0

    async def shown(self) -> Shown:
        """Return the page."""
        now = asyncio.get_running_loop().time()
        if self._made is None or (self._made.done() and now >= self._until):
            self._made, self._until = asyncio.ensure_future(self._make()), now + KEPT_SECONDS
        return await asyncio.shield(self._made)


def _response(status: str, text: str, kind: str = "text/plain; charset=utf-8") -> bytes:
    body = text.encode()
    head = f"HTTP/1.0 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    return head.encode() + body


async def read_page(socket: Path, path: str = "/metrics", seconds: float = SECONDS) -> str:
    """Return the page behind a Unix socket.

    Raises:
        OSError: nobody answers there, or not in time.
    """
    async with asyncio.timeout(seconds):
        reader, writer = await asyncio.open_unix_connection(str(socket))
        try:
            writer.write(f"GET {path} HTTP/1.0\r\n\r\n".encode())
            answer = await _all_of(reader)
        finally:
            writer.close()
    head, _empty, body = answer.partition(b"\r\n\r\n")
    if b" 200 " not in head.split(b"\r\n")[0]:
        status, said = (part.partition(b"\n")[0].decode(errors="replace").strip() for part in (head, body))
        raise OSError(f"{socket} answers {status.partition(' ')[2]}: {said}")
    return body.decode(errors="replace")


async def _all_of(reader: asyncio.StreamReader) -> bytes:
    parts = b""
    while (part := await reader.read(1 << 16)) and len(parts) < LARGEST:
        parts += part
    return parts
