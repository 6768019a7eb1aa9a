"""Tests of the stream of bytes of one accepted connection."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from protocol.aio import LIMIT, ByteStream, Serve

MUCH = bytes(range(256)) * 16 * 1024  # More than a stream and the sockets hold together.


@asynccontextmanager
async def connected(serve: Serve) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Serve one connection, and give the other end of it."""
    here, there = socket.socketpair()
    await asyncio.get_running_loop().connect_accepted_socket(lambda: ByteStream(serve), here)
    reader, writer = await asyncio.open_unix_connection(sock=there)
    async with asyncio.timeout(20):
        yield reader, writer
        writer.close()


@pytest.mark.parametrize(("sent", "heard"), [(b"12345", b"1234, then 5"), (b"123", b"123 are too few")])
async def test_so_many_bytes(sent: bytes, heard: bytes) -> None:
    """Exactly as many bytes are read as are asked for, and it is an error if there are fewer."""

    async def serve(reader: ByteStream, writer: ByteStream) -> None:
        try:
            first = await reader.readexactly(4)
            writer.write(first + b", then " + await reader.read(4))
        except asyncio.IncompleteReadError as problem:
            writer.write(problem.partial + b" are too few")
        writer.close()
        await writer.wait_closed()
        await writer.wait_closed()

    async with connected(serve) as (reader, writer):
        writer.write(sent)
        writer.write_eof()
        assert await reader.read() == heard


async def test_a_peer_that_sends_too_much_has_to_wait() -> None:
    """What is not read yet is bounded, and nothing of it is lost."""
    full, go_on = asyncio.Event(), asyncio.Event()

    async def serve(reader: ByteStream, writer: ByteStream) -> None:
        while writer.transport.is_reading():
            await asyncio.sleep(0)
        full.set()
        await go_on.wait()
        found = bytearray()
        while len(found) < len(MUCH):
            found += await reader.read(LIMIT // 2)
        writer.write(b"all" if found == MUCH else b"other")
        writer.close()

    async with connected(serve) as (reader, writer):
        writer.write(MUCH)
        await full.wait()
        assert writer.transport.get_write_buffer_size() > 0
        go_on.set()
        assert await reader.read() == b"all"


async def test_a_writer_waits_for_a_slow_reader() -> None:
    """Those who drain wait until the peer has read, also if one of them is cancelled meanwhile."""
    waited = asyncio.Event()

    async def serve(_: ByteStream, writer: ByteStream) -> None:
        await writer.drain()
        writer.write(MUCH)
        hasty = asyncio.create_task(writer.drain())
        await asyncio.sleep(0)
        assert not hasty.done()
        hasty.cancel()
        waited.set()
        await writer.drain()
        writer.close()

    async with connected(serve) as (reader, _writer):
        await waited.wait()
        assert await reader.read() == MUCH


async def test_nobody_waits_for_a_peer_that_is_gone() -> None:
    """Whoever drains, reads or closes hears of it when the connection is lost."""
    heard: list[str] = []
    done = asyncio.Event()

    async def serve(reader: ByteStream, writer: ByteStream) -> None:
        writer.write(MUCH)
        for wait in (writer.drain, writer.wait_closed, lambda: reader.read(1), lambda: reader.readexactly(1)):
            try:
                await wait()
            except OSError as problem:
                heard.append(type(problem).__name__)
        assert reader.exception() is not None
        done.set()

    async with connected(serve) as (_reader, writer):
        await asyncio.sleep(0)
        writer.transport.abort()
        await done.wait()
    assert len(heard) == 4


async def test_a_fault_ends_its_connection_alone() -> None:
    """A fault is reported, and closes the connection."""
    reported: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context))

    async def serve(_reader: ByteStream, writer: ByteStream) -> None:
        assert writer.get_extra_info("nothing", "known") == "known"
        raise ValueError("wrong")

    async with connected(serve) as (reader, _writer):
        assert await reader.read() == b""
    assert [str(context["exception"]) for context in reported] == ["wrong"]


async def test_nobody_drains_what_is_closed() -> None:
    """Whoever has closed a connection and drains it hears that it has ended."""
    heard: list[str] = []

    async def serve(_reader: ByteStream, writer: ByteStream) -> None:
        writer.close()
        try:
            await writer.drain()
        except ConnectionResetError as problem:
            heard.append(str(problem))

    async with connected(serve) as (reader, _writer):
        assert await reader.read() == b""
    assert heard == ["the connection has ended"]


async def test_a_stream_is_the_end_of_a_connection_that_one_makes() -> None:
    """Nothing is served on it: whoever has made it reads and writes."""

    async def serve(reader: ByteStream, writer: ByteStream) -> None:
        writer.write(await reader.readexactly(2))
        writer.close()

    here, there = socket.socketpair()
    loop = asyncio.get_running_loop()
    await loop.connect_accepted_socket(lambda: ByteStream(serve), here)
    _transport, stream = await loop.create_unix_connection(ByteStream, sock=there)
    async with asyncio.timeout(20):
        stream.write(b"hi")
        assert await stream.readexactly(2) == b"hi"
        stream.close()
        await stream.wait_closed()
