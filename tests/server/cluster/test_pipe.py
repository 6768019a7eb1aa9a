"""Pipes that carry the bytes of connections: in order, never too many, and cut wherever something is missing."""

import asyncio
import contextlib
from collections.abc import Iterator

import pytest

from server.cluster.pipe import PIECE, UNSENT, WINDOW, Kind, Pipe, carry
from tests.server.cluster.streams import stream_pair

Told = tuple[Kind, int, bytes]


@contextlib.contextmanager
def mute() -> Iterator[Pipe]:
    """Give a pipe whose other end hears nothing."""
    pipe = Pipe(lambda *_told: None)
    try:
        yield pipe
    finally:
        pipe.cut()


@contextlib.contextmanager
def pair() -> Iterator[tuple[Pipe, Pipe, list[Told]]]:
    """Give both ends of a pipe, and what was said on it."""
    said: list[Told] = []
    ends: list[Pipe] = []

    def to_second(*told: *Told) -> None:
        said.append(told)
        ends[1].hear(*told)

    def to_first(*told: *Told) -> None:
        said.append(told)
        ends[0].hear(*told)

    ends += [Pipe(to_second), Pipe(to_first)]
    try:
        yield ends[0], ends[1], said
    finally:
        for end in ends:
            end.cut()


def carried(said: list[Told]) -> int:
    """Give how many bytes were said."""
    return sum(len(data) for _, _, data in said)


async def test_what_is_sent_arrives_in_order() -> None:
    """In both directions."""
    with pair() as (first, second, _):
        first.writer.write(b"one")
        first.writer.write(b"two")
        second.writer.write(b"back")
        assert await second.reader.read(100) == b"onetwo"
        assert await first.reader.read(100) == b"back"


async def test_nothing_more_than_the_window_is_under_way() -> None:
    """Whoever does not take what comes holds up the other end, and nobody has to remember it."""
    with pair() as (first, second, said):
        data = bytes(range(256)) * (4 * WINDOW // 256)
        first.writer.write(data)
        sending = asyncio.create_task(first.writer.drain())
        await asyncio.sleep(0.01)
        assert not sending.done()
        assert not second.is_reading()
        assert carried(said) <= 2 * WINDOW + 2 * PIECE
        found = b""
        async with asyncio.timeout(60):
            while len(found) < len(data):
                found += await second.reader.read(PIECE)
            await sending
        assert found == data
        assert first.get_write_buffer_size() == 0
        assert max(len(piece) for _, _, piece in said) == PIECE


async def test_whoever_writes_may_have_more_waiting() -> None:
    """A door says how much it wants to be held for a client that reads slowly."""
    with mute() as first:
        first.set_write_buffer_limits(high=4 * UNSENT)
        first.writer.write(bytes(WINDOW + 2 * UNSENT))
        await first.writer.drain()
        first.set_write_buffer_limits()
        sending = asyncio.create_task(first.writer.drain())
        await asyncio.sleep(0.01)
        assert not sending.done()
        first.note_taken(2 * UNSENT)
        await sending


async def test_the_end_comes_after_what_was_sent() -> None:
    """And nothing can be sent any more, from either side."""
    with pair() as (first, second, said):
        first.writer.write(b"last")
        first.writer.close()
        assert first.is_closing()
        assert await second.reader.read(100) == b"last"
        assert await second.reader.read(100) == b""
        number = len(said)
        for end in (first, second):
            await end.writer.wait_closed()
            end.writer.write(b"more")
            with pytest.raises(ConnectionResetError):
                await end.writer.drain()
        first.abort()
        second.close()
        assert len(said) == number


async def test_the_end_waits_for_what_has_no_room() -> None:
    """It is said once the other end has taken everything."""
    with pair() as (first, second, said):
        first.writer.write(bytes(3 * WINDOW))
        first.writer.close()
        assert Kind.END not in {kind for kind, _, _ in said}
        async with asyncio.timeout(60):
            assert len(await second.reader.read(-1)) == 3 * WINDOW
            await first.writer.wait_closed()


async def test_a_gap_cuts_the_pipe() -> None:
    """What comes behind it is never taken for what is missing."""
    with pair() as (first, second, said):
        first.writer.write(b"one")
        first.writer.write(b"two")
        with mute() as third:
            third.hear(*said[1])
            third.hear(*said[0])
            assert await third.reader.read(100) == b""
        assert await second.reader.read(100) == b"onetwo"


async def test_a_cut_frees_whoever_waits_for_room() -> None:
    """They learn that nobody takes it any more."""
    with pair() as (first, _, _):
        first.writer.write(bytes(4 * WINDOW))
        sending = asyncio.create_task(first.writer.drain())
        await asyncio.sleep(0.01)
        first.cut()
        await sending
        with pytest.raises(ConnectionResetError):
            await first.writer.drain()
        assert first.get_write_buffer_size() == 0


async def test_what_was_held_is_read_after_a_cut() -> None:
    """Nothing that came is lost because the reader was slow."""
    with pair() as (first, second, _):
        first.writer.write(bytes(WINDOW))
        assert not second.is_reading()
        first.abort()
        async with asyncio.timeout(60):
            assert len(await second.reader.read(-1)) == WINDOW


async def test_connections_are_carried_until_one_ends() -> None:
    """The end of the one is the end of the other, once everything has arrived."""
    with pair() as (first, second, _):
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


async def test_a_fault_on_the_way_is_raised() -> None:
    """What is to be done with what has come fails: both ends are closed, and whoever carries learns why."""

    def fail(_: bytes) -> bytes:
        raise ValueError("what is wrong")

    with pair() as (first, _, _):
        near, near_reader, near_writer = await stream_pair()
        carrying = asyncio.create_task(carry(near_reader, near_writer, first, up=fail))
        near[1].write(b"hello")
        async with asyncio.timeout(60):
            with pytest.raises(ValueError, match="what is wrong"):
                await carrying
            assert await near[0].read(-1) == b""
        near[1].close()
