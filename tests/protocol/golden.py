"""The frames of version 1 as they were released; run it to write them anew, which only a new version may do.

python -m tests.protocol.golden
"""

import json
from pathlib import Path
from typing import Final

from msgspec import Struct

from protocol.codec import Codec, to_plain
from protocol.dialects import DIALECTS
from protocol.framing import SERVER_LIMIT, write_frame
from tests.protocol.examples import FROM_CLIENT, FROM_SERVER

CODEC: Final = Codec(DIALECTS)
FILE: Final = Path(__file__).parent.parent / "golden" / "frames-v1.txt"


class Golden(Struct, frozen=True):
    """One frame as it was released."""

    name: str
    """What it shows."""

    plain: str
    """The message as JSON, for the reader of a diff."""

    frame: bytes
    """The bytes, the length included."""


def present() -> list[Golden]:
    """Give the frames as this version of the program writes them."""
    sent = [(f"client: {name}", message, CODEC.encode_client(message)) for name, message in FROM_CLIENT.items()]
    told = [(f"server: {name}", message, CODEC.encode_server(message)) for name, message in FROM_SERVER.items()]
    return [
        Golden(name, json.dumps(to_plain(message)), write_frame(data, SERVER_LIMIT))
        for name, message, data in sent + told
    ]


def released() -> list[Golden]:
    """Give the frames as they were released."""
    paragraphs = FILE.read_text("ascii").strip().split("\n\n")
    parts = [paragraph.split("\n") for paragraph in paragraphs]
    return [Golden(name, plain, bytes.fromhex("".join(lines))) for name, plain, *lines in parts]


def write() -> None:
    """Write the present frames as those of the release."""
    FILE.write_text("\n\n".join(_paragraph(golden) for golden in present()) + "\n", "ascii")


def _paragraph(golden: Golden) -> str:
    """Give a frame as its name, its value and its bytes, 32 a line."""
    lines = [golden.frame[start : start + 32].hex(" ", -4) for start in range(0, len(golden.frame), 32)]
    return "\n".join([golden.name, golden.plain, *lines])


if __name__ == "__main__":
    write()
