"""The frames of version 1 as they were released: each with its name, its message as JSON, and its bytes.

Who adds a message or a game writes the name and the JSON of an example, and lets the bytes be written:

    python -m tests.protocol.golden
"""

import json
from pathlib import Path
from typing import Any, Final

import msgpack  # type: ignore[import-untyped]  # it carries no types
from msgspec import Struct

from protocol.codec import Codec
from protocol.connection import SERVER_LIMIT, write_frame

CODEC: Final = Codec()
FILE: Final = Path(__file__).parent.parent / "golden" / "frames-v1.txt"


class Golden(Struct, frozen=True):
    """One frame as it was released."""

    name: str
    """Who sends it, and what it shows."""
    plain: str
    """The message as JSON."""
    frame: bytes
    """The bytes, the length included."""


def released() -> list[Golden]:
    """Give the frames as they were released."""
    parts = [paragraph.split("\n") for paragraph in FILE.read_text("ascii").strip().split("\n\n")]
    return [Golden(name, plain, bytes.fromhex("".join(lines))) for name, plain, *lines in parts]


def decoded(golden: Golden) -> Any:  # noqa: ANN401 - any message
    """Give the message of a golden, as its JSON says."""
    return read(golden, msgpack.packb(json.loads(golden.plain)))


def read(golden: Golden, data: bytes) -> Any:  # noqa: ANN401 - any message
    """Give the message that bytes of the same sender say."""
    return CODEC.decode_client(data) if golden.name.startswith("client: ") else CODEC.read_server(data)[0]


def framed(golden: Golden) -> bytes:
    """Give the bytes of a message as this version of the program writes them."""
    return write_frame(CODEC.pack(decoded(golden)), SERVER_LIMIT)


def _paragraph(golden: Golden) -> str:
    """Give a frame as its name, its value and its bytes, 32 a line."""
    frame = framed(golden)
    lines = [frame[start : start + 32].hex(" ", -4) for start in range(0, len(frame), 32)]
    return "\n".join([golden.name, golden.plain, *lines])


if __name__ == "__main__":
    FILE.write_text("\n\n".join(map(_paragraph, released())) + "\n", "ascii")
