"""A page of figures over HTTP/1.0: strict, bounded, and for this machine alone unless somebody says otherwise."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

MOST: Final = 8
"""Readers at a time; further ones are turned away, and far more than that without a word."""

LONGEST: Final = 4096
"""Bytes of a request."""

LARGEST: Final = 1 << 20
"""Bytes of an answer that is read."""

SECONDS: Final = 2.0
"""Seconds for a request and for an answer."""

_TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"


class Page:
    """Answers for ``/metrics`` and ``/health``, one request a connection."""

    def __init__(self, figures: Callable[[], Awaitable[str]], trouble: Callable[[], Awaitable[str]]) -> None:
        """``figures`` returns the text of the page, and ``trouble`` what is wrong; empty if all is well."""
        self._figures = figures
        self._trouble = trouble
        self._readers = 0

    async def let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
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

    async def _answer(self, reader: asyncio.StreamReader) -> bytes:
        if self._readers > 4 * MOST:
            return b""
        try:
            async with asyncio.timeout(SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError):
            return _response("400 Bad Request", "say GET /metrics HTTP/1.0 and an empty line\n")
        if self._readers > MOST:
            return _response("503 Service Unavailable", "too many readers: ask again later\n")
        words = head[:LONGEST].split(b"\r\n")[0].split(b" ")
        if len(head) > LONGEST or len(words) != 3 or not words[2].startswith(b"HTTP/1."):
            return _response("400 Bad Request", "say GET /metrics HTTP/1.0 and an empty line\n")
        if words[0] != b"GET":
            return _response("405 Method Not Allowed", "there is only GET\n")
        return await self._page(words[1])

    async def _page(self, path: bytes) -> bytes:
        match path:
            case b"/metrics":
                return _response("200 OK", await self._figures())
            case b"/health":
                trouble = await self._trouble()
                return _response("503 Service Unavailable" if trouble else "200 OK", f"{trouble or 'ok'}\n")
            case _:
                return _response("404 Not Found", "there are /metrics and /health\n")


def _response(status: str, text: str) -> bytes:
    body = text.encode()
    head = f"HTTP/1.0 {status}\r\nContent-Type: {_TEXT}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
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
