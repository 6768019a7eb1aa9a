"""Frames: cut from a stream of bytes, however it arrives, within a limit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.connection import FrameReader, write_frame
from protocol.errors import ErrorCode, LocalProtocolError, RemoteProtocolError

payloads = st.lists(st.binary(min_size=1, max_size=20), max_size=6)


def all_frames(reader: FrameReader) -> list[bytes]:
    """Give every frame that is complete."""
    return list(iter(reader.next_frame, None))


def test_a_frame_is_its_length_and_its_bytes() -> None:
    """The length is 32 bits, the greatest first."""
    assert write_frame(b"abc", limit=3) == b"\0\0\0\x03abc"


@pytest.mark.parametrize("payload", [b"", b"abcd"])
def test_a_frame_that_the_peer_would_refuse_is_not_written(payload: bytes) -> None:
    """An empty or too great frame is our own fault."""
    with pytest.raises(LocalProtocolError, match=f"1 to 3 bytes here, not {len(payload)}"):
        write_frame(payload, limit=3)


@given(payloads, st.data())
def test_frames_are_the_same_however_they_arrive(parts: list[bytes], data: st.DataObject) -> None:
    """A stream cut anywhere gives the frames that were written."""
    stream = b"".join(write_frame(part, limit=20) for part in parts)
    reader, frames = FrameReader(limit=20), []
    while stream:
        cut = data.draw(st.integers(1, len(stream)))
        reader.feed(stream[:cut])
        frames += all_frames(reader)
        stream = stream[cut:]
    reader.finish()
    assert frames == parts


@pytest.mark.parametrize("size", [0, 21, 2**32 - 1])
def test_a_length_beyond_the_limit_is_refused_before_its_bytes_come(size: int) -> None:
    """Nothing is held for a frame that is too great."""
    reader = FrameReader(limit=20)
    reader.feed(size.to_bytes(4, "big"))
    with pytest.raises(RemoteProtocolError, match=f"a frame holds 1 to 20 bytes here, not {size}") as caught:
        reader.next_frame()
    assert caught.value.code is ErrorCode.INVALID_FRAME


def test_the_limit_may_change_between_two_frames() -> None:
    """Two frames that arrive at once are each held against the limit of their time."""
    reader = FrameReader(limit=1)
    reader.feed(b"\0\0\0\x01a" + b"\0\0\0\x02bc")
    assert reader.next_frame() == b"a"
    reader.limit = 2
    assert reader.next_frame() == b"bc"
