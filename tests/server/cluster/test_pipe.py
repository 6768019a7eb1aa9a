"""Pipes that carry the bytes of connections: in order, never too many, and cut wherever something is missing."""

import asyncio

import pytest

from server.cluster.pipe import PIECE, WINDOW, Pipe, carry
from tests.server.cluster.streams import stream_pair


def pair() -> tuple[Pipe, Pipe, list[bytes]]:
    """Give both ends of a pipe, and what was said on it."""
    said: list[bytes] = []
    ends: list[Pipe] = []

    async def to_second(data: bytes) -> None:
        said.append(data)
        ends[1].hear(data)

    async def to_first(data: bytes) -> None:
        said.append(data)
        ends[0].hear(data)

    ends += [Pipe(to_second), Pipe(to_first)]
    return ends[0], ends[1], said


async def test_what_is_sent_arrives_in_order() -> None:
    """In both directions."""
    first, second, _ = pair()
    await first.send(b"one")
    await first.send(b"two")
    await second.send(b"back")
    assert [await second.receive(), await second.receive()] == [b"one", b"two"]
    assert await first.receive() == b"back"


async def test_nothing_more_than_the_window_is_under_way() -> None:
    """Whoever does not take what comes holds up the other end, and nobody has to remember it."""
    first, second, said = pair()
    data = bytes(range(256)) * (2 * WINDOW // 256)
    sending = asyncio.create_task(first.send(data))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not sending.done()
    assert sum(map(len, said)) <= WINDOW + 2 * PIECE
    found = b""
    async with asyncio.timeout(60):
        while len(found) < len(data):
            found += await second.receive()
        await sending
    assert found == data


async def test_the_end_comes_after_what_was_sent() -> None:
    """And nothing can be sent any more, from either side."""
    first, second, _ = pair()
    await first.send(b"last")
    await first.end()
    assert await second.receive() == b"last"
    assert await second.receive() == b""
    assert await second.receive() == b""
    for end in (first, second):
        with pytest.raises(ConnectionResetError, match="is cut"):
            await end.send(b"more")
    await second.end()


async def test_a_gap_cuts_the_pipe() -> None:
    """What comes behind it is never taken for what is missing."""
    first, second, said = pair()
    await first.send(b"one")
    await first.send(b"two")
    third = Pipe(lambda _data: asyncio.sleep(0))
    third.hear(said[1])
    assert await third.receive() == b""
    assert await second.receive() == b"one"


async def test_a_cut_frees_whoever_waits_for_room() -> None:
    """They learn that nobody takes it any more."""
    first, _, _ = pair()
    sending = asyncio.create_task(first.send(bytes(2 * WINDOW)))
    await asyncio.sleep(0)
    first.cut()
    with pytest.raises(ConnectionResetError):
        await sending


async def test_a_lost_connection_cuts_the_pipe() -> None:
    """What cannot be said ends it."""

    async def fail(data: bytes) -> None:
        raise OSError("lost")

    pipe = Pipe(fail)
    with pytest.raises(ConnectionResetError, match="is lost"):
        await pipe.send(b"x")
    assert await pipe.receive() == b""


async def test_connections_are_carried_until_one_ends() -> None:
    """The end of the one is the end of the other, once everything has arrived."""
    first, second, _ = pair()
    (near, near_reader, near_writer), (far, far_reader, far_writer) = await stream_pair(), await stream_pair()
    carrying = [
        asyncio.create_task(carry(near_reader, near_writer, first)),
        asyncio.create_task(carry(far_reader, far_writer, second)),
    ]
    near[1].write(b"hello")
    assert await far[0].readexactly(5) == b"hello"
    far[1].write(bytes(3 * WINDOW) + b"end")
    far[1].write_eof()
    async with asyncio.timeout(60):
        assert (await near[0].read(-1))[-3:] == b"end"
        await asyncio.gather(*carrying)
    for writer in (near[1], far[1]):
        writer.close()
