"""A client of a WebSocket that costs next to nothing, and one question by HTTP; both over a Unix socket."""

import asyncio
from typing import Final

from msgspec import Struct

from tests.bench.load.client import Client

TEXT: Final = 1

BINARY: Final = 2

PING: Final = 9

PONG: Final = 10

_BLANK: Final = b"\r\n\r\n"


class WebFrame(Struct, frozen=True):
    """A frame of a server, and how many bytes it took."""

    kind: int
    payload: bytes
    size: int


def web_frame(payload: bytes, kind: int = BINARY) -> bytes:
    """Return a frame of a client: it has a mask, of zeros here, that changes nothing."""
    if len(payload) < 126:
        head = bytes([0x80 | kind, 0x80 | len(payload)])
    else:
        head = bytes([0x80 | kind, 0xFE]) + len(payload).to_bytes(2, "big")
    return head + bytes(4) + payload


def read_web_frame(held: bytes) -> WebFrame | None:
    """Return the first frame of what a server has sent; None if it is not whole yet."""
    if len(held) < 2:
        return None
    kind, length, begin = held[0] & 0x0F, held[1], 2
    if length >= 126:
        begin = 4 if length == 126 else 10
        length = int.from_bytes(held[2:begin], "big")
    if len(held) < begin + length:
        return None
    return WebFrame(kind, held[begin : begin + length], begin + length)


class WebClient(Client):
    """One connection; what it hears comes to ``_take`` as with any client."""

    path = "/"
    """What is asked for."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._open = False
        self.come: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.send(
            f"GET {self.path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Take whole frames from what came."""
        self.received += len(data)
        self._held += data
        if not self._open:
            head, found, rest = self._held.partition(_BLANK)
            if not found:
                return
            assert b" 101 " in head, head
            self._open, self._held = True, rest
        while (frame := read_web_frame(self._held)) is not None:
            self._held = self._held[frame.size :]
            if frame.kind == PING:
                self.send(web_frame(frame.payload, PONG))
            elif frame.kind in {TEXT, BINARY}:
                self._take(frame.payload)

    def came(self) -> None:
        """Note that one is at the table."""
        if not self.come.done():
            self.come.set_result(None)


async def post(door: str, path: str) -> bytes:
    """Ask a server by HTTP, with an empty object, and return the body of its answer."""
    reader, writer = await asyncio.open_unix_connection(door)
    writer.write(
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}".encode()
    )
    head, _, body = (await reader.read()).partition(_BLANK)
    writer.close()
    assert b" 200 " in head.splitlines()[0], head + body
    if b"chunked" in head.lower():
        _, _, body = body.partition(b"\r\n")
        body, _, _ = body.rpartition(b"\r\n0\r\n")
    return body
