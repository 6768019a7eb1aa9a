"""Throw damaged frames at the protocol: a message or the one documented error comes out, however the bytes arrive.

    python -m tests.fuzz.frames --seconds 60 --seed 1

Anything else is printed with its bytes, and the exit status is 1. The same seed makes the same frames.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

import msgpack  # type: ignore[import-untyped]  # it carries no types
from msgspec import Struct

from protocol.connection import HEADER, Connection, ConnectionState, connection_of_client, connection_of_server
from protocol.errors import RemoteProtocolError
from protocol.messages import Hello, Welcome
from tests.protocol.golden import CODEC, released

CORPUS: Final = [golden.frame for golden in released()]
HELLO: Final = Hello(versions=(1, 1))
WELCOME: Final = Welcome(version=1, server="fuzz", name="Megan", games=())
SPITEFUL_BYTES: Final = bytes.fromhex(
    "00 7f 80 8f 90 9f a0 bf c0 c1 c2 c4 c6 c7 c9 ca cb cf d3 d4 d8 d9 db dc dd de df e0 ff"
)
_NUMBERS: Final = (0, -1, 2**63 - 1, 2**63, 2**64 - 1, -(2**63), 0.0, -0.0, 1e308, float("nan"), float("inf"))
_TEXTS: Final = ("", "type", "chwech.play", "10H", "\x1b[2J", "\u202e", "\U0010ffff", "a\u0301" * 40, "n" * 1025)
_PARTS: Final[tuple[object, ...]] = ([], {}, [[]], {"type": "ping"}, {"": {}}, None, True, False)
_OTHERS: Final = (b"", b"bytes", msgpack.ExtType(5, b""), msgpack.Timestamp(0))
SPITEFUL_VALUES: Final[tuple[object, ...]] = (*_NUMBERS, *_TEXTS, *_PARTS, *_OTHERS)

AnyConnection = Connection[Any, Any]
Heard = list[str]
"""What came of a stream of bytes: messages and errors, as text."""


class Failure(Struct, frozen=True):
    """Something that must not happen."""

    data: bytes
    """The bytes that did it."""
    reason: str
    """What they did."""


def damaged(random: Random) -> bytes:
    """Give one or two frames of the release with something wrong in them."""
    data = random.choice(CORPUS)
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        data = random.choice((_other_bytes, _other_bytes, _other_piece, _other_value, _other_length, _followed))(
            random, data
        )
    return data


def hear(connection: AnyConnection, pieces: Iterator[bytes]) -> Heard:
    """Give what a connection makes of a stream."""
    heard: Heard = []
    for piece in pieces:
        connection.receive_data(piece)
        while (word := _next(connection)) is not None:
            heard.append(word)
    return heard


def attack(random: Random, data: bytes) -> tuple[Heard, Failure | None]:
    """Let both sides of a connection hear the bytes, before and after the greeting, whole and in pieces."""
    everything: Heard = []
    for make in (_silent_server, _open_server, _greeting_client, _open_client):
        try:
            whole = hear(make(), iter([data]))
            cut = hear(make(), _pieces(random, data))
        except Exception as error:  # noqa: BLE001 - this is what is looked for
            return everything, Failure(data, f"{make.__name__}: {error!r}")
        if whole != cut:
            return everything, Failure(data, f"{make.__name__}: {whole} whole, {cut} in pieces")
        everything += whole
    return everything, None


def fuzz(random: Random, going: Callable[[int], bool]) -> tuple[Counter[str], Failure | None]:
    """Attack as long as it goes on and nothing is found; count what was heard by its kind."""
    outcomes: Counter[str] = Counter()
    failure = None
    while failure is None and going(outcomes["frames"]):
        heard, failure = attack(random, damaged(random))
        outcomes.update(["frames", *(word.partition(":")[0] for word in heard)])
    return outcomes, failure


def main(argv: list[str]) -> int:
    """Attack for some seconds, say what came of it, and give the exit status."""
    parser = argparse.ArgumentParser(prog="frames", description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="how long (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="which frames (default: %(default)s)")
    options = parser.parse_args(argv)
    end = time.monotonic() + options.seconds
    outcomes, failure = fuzz(Random(options.seed), lambda _: time.monotonic() < end)
    print(", ".join(f"{number} {name}" for name, number in outcomes.most_common()))
    if failure is not None:
        print(f"seed {options.seed}: {failure.reason}\n{failure.data.hex(' ', -4)}")
    return int(failure is not None)


def _next(connection: AnyConnection) -> str | None:
    """Give the next thing that a connection has to say, as text."""
    try:
        message = connection.next_message()
    except RemoteProtocolError as error:
        return _refused(error)
    return None if message is None else f"messages: {message!r}"


def _refused(error: RemoteProtocolError) -> str:
    """Give an error as text, and hold its sentence against what is promised: it goes to the peer and to a screen."""
    assert error.text.isprintable()
    assert len(error.text) <= 400
    return f"{error.code.value}: {error.text}"


def _silent_server() -> AnyConnection:
    """Give a server that awaits the greeting."""
    return connection_of_server(CODEC)


def _open_server() -> AnyConnection:
    """Give a server that has welcomed its client."""
    server, client = connection_of_server(CODEC), connection_of_client(CODEC)
    server.receive_data(client.send(HELLO))
    server.next_message()
    server.send(WELCOME)
    assert server.state is ConnectionState.OPEN
    return server


def _greeting_client() -> AnyConnection:
    """Give a client that awaits the welcome."""
    client = connection_of_client(CODEC)
    client.send(HELLO)
    return client


def _open_client() -> AnyConnection:
    """Give a client that is welcome."""
    client, server = _greeting_client(), connection_of_server(CODEC)
    server.receive_data(connection_of_client(CODEC).send(HELLO))
    server.next_message()
    client.receive_data(server.send(WELCOME))
    client.next_message()
    assert client.state is ConnectionState.OPEN
    return client


def _pieces(random: Random, data: bytes) -> Iterator[bytes]:
    """Cut the bytes anywhere."""
    size = random.choice((1, 3, 7, 100))
    return (data[start : start + size] for start in range(0, len(data), size))


def _framed(data: bytes) -> bytes:
    """Put the right length before the bytes."""
    return len(data).to_bytes(HEADER, "big") + data


def _other_bytes(random: Random, data: bytes) -> bytes:
    """Change some bytes inside the frame, and mostly make the length right again."""
    changed = bytearray(data)
    for _ in range(random.randint(1, 4)):
        place = random.randrange(len(changed) + 1)
        new = random.choice((b"", random.choice(SPITEFUL_BYTES).to_bytes(), random.randbytes(random.randint(1, 5))))
        changed[place : place + random.randint(0, 3)] = new
    return bytes(changed) if random.random() < 0.2 else _framed(bytes(changed[HEADER:]))


def _other_piece(random: Random, data: bytes) -> bytes:
    """Leave out, repeat, or borrow a piece from another frame."""
    start, end = sorted(random.randrange(len(data) + 1) for _ in range(2))
    other = random.choice(CORPUS)
    begin, stop = sorted(random.randrange(len(other) + 1) for _ in range(2))
    new = random.choice((b"", data[start:end] * random.randint(2, 50), other[begin:stop]))
    return _framed((data[:start] + new + data[end:])[HEADER:])


def _other_value(random: Random, data: bytes) -> bytes:
    """Put an unlikely value into the message, at any depth."""
    try:
        plain = msgpack.unpackb(data[HEADER:], strict_map_key=False)
        return _framed(msgpack.packb(_with_value(random, plain)))
    except (ValueError, TypeError, OverflowError, msgpack.UnpackException):
        # An earlier change has left no value to put one into.
        return data


def _with_value(random: Random, plain: Any) -> Any:  # noqa: ANN401 - any value at all
    """Give a value with one part of it changed."""
    if not plain or not isinstance(plain, dict | list) or random.random() < 0.15:
        return random.choice(SPITEFUL_VALUES)
    if isinstance(plain, list):
        place = random.randrange(len(plain))
        return [*plain[:place], _with_value(random, plain[place]), *plain[place + 1 :]]
    key = random.choice([*plain])
    if random.random() < 0.15:
        return {**plain, random.choice(("x", "seq", 7, b"id")): random.choice(SPITEFUL_VALUES)}
    if random.random() < 0.1:
        return {name: value for name, value in plain.items() if name != key}
    return {**plain, key: _with_value(random, plain[key])}


def _other_length(random: Random, data: bytes) -> bytes:
    """Announce another length than there is."""
    length = random.choice((0, 1, len(data) - 5, len(data), 1024, 1025, 16_384, 16_385, 262_145, 2**31, 2**32 - 1))
    return max(length, 0).to_bytes(HEADER, "big") + data[HEADER:]


def _followed(random: Random, data: bytes) -> bytes:
    """Let a good frame come before or after."""
    other = random.choice(CORPUS)
    return data + other if random.random() < 0.5 else other + data


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
