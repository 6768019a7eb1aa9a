"""Frames that pass by are followed however their bytes are cut, and only their beginnings are kept."""

import random

from server.fronts.ssh.bridge import KEPT, PassingFrames


def frame(payload: bytes) -> bytes:
    """Give a frame."""
    return len(payload).to_bytes(4, "big") + payload


def test_frames_are_found_however_they_are_cut() -> None:
    """Each frame is given once, when its last byte has passed; of a long one, the beginning is."""
    luck = random.Random(1)
    payloads = [luck.randbytes(size) for size in (1, 0, 5, KEPT, KEPT + 1, 70_000, 3)]
    stream = b"".join(frame(payload) for payload in payloads)
    for most in (1, 3, 1000, 1 << 20):
        frames, found, at = PassingFrames(), [], 0
        while at < len(stream):
            piece = stream[at : at + luck.randint(1, most)]
            found += frames.follow(piece)
            at += len(piece)
        assert found == [payload[:KEPT] for payload in payloads]


def test_it_is_known_whether_a_frame_has_begun() -> None:
    """Between two frames, and only there, something else may be said."""
    frames = PassingFrames()
    assert frames.between
    for byte in frame(b"ab")[:-1]:
        frames.follow(bytes([byte]))
        assert not frames.between
    frames.follow(b"b")
    assert frames.between
