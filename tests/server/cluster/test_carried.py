"""Carried connections: what goes to the node that leads, what a table takes, and what a client is sent."""

import asyncio
from itertools import pairwise
from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from protocol.framing import CLIENT_LIMIT, SERVER_LIMIT, FrameReader, write_frame
from server.cluster.carried import MOST_UNREAD, CarriedConnection, CarriedConnections, WholeFrames
from tests.server.cluster.streams import stream_pair

PAYLOADS = st.lists(st.binary(min_size=1, max_size=40), max_size=12)


class Output:
    """What the client would read."""

    def __init__(self) -> None:
        """Begin with nothing unread."""
        self.data = b""
        self.unread = 0
        self.aborted = self.closing = False
        self.transport = self

    def write(self, data: bytes) -> None:
        """Keep what the client is sent."""
        self.data += data

    def is_closing(self) -> bool:
        """Tell whether the connection ends."""
        return self.closing

    def get_write_buffer_size(self) -> int:
        """Give what the client has not read."""
        return self.unread

    def abort(self) -> None:
        """End at once."""
        self.aborted = self.closing = True


def carried() -> tuple[CarriedConnection, Output]:
    """Give a connection, and what its client is sent."""
    output = Output()
    return CarriedConnection(cast(asyncio.StreamWriter, output)), output


def cut(data: bytes, places: list[int]) -> list[bytes]:
    """Cut bytes at these places, which may be beyond the end."""
    ends = sorted({0, len(data), *(place % (len(data) + 1) for place in places)})
    return [data[start:end] for start, end in pairwise(ends)]


def payloads(data: bytes) -> list[bytes]:
    """Read whole frames."""
    reader = FrameReader(SERVER_LIMIT)
    reader.feed(data)
    found = []
    while (frame := reader.next_frame()) is not None:
        found.append(frame)
    reader.finish()
    return found


@given(PAYLOADS, st.lists(st.integers(0, 1000)))
def test_frames_may_be_cut_at_any_byte(said: list[bytes], places: list[int]) -> None:
    """Each comes out whole as soon as its last byte has come, and none sooner."""
    frames = WholeFrames(CLIENT_LIMIT)
    data = b"".join(write_frame(one, CLIENT_LIMIT) for one in said)
    fed, given_out = b"", b""
    for piece in cut(data, places):
        fed += piece
        whole, rest = frames.feed(piece)
        assert rest == b""
        given_out += b"".join(whole)
        assert fed.startswith(given_out)
        assert len(payloads(given_out)) == sum(fed.startswith(data[:end]) for end in _ends(said))
    assert payloads(given_out) == said


def _ends(said: list[bytes]) -> list[int]:
    """Give where each frame ends."""
    found, end = [], 0
    for one in said:
        end += 4 + len(one)
        found.append(end)
    return found


@given(
    PAYLOADS, st.sampled_from([bytes(4), b"\xff\xff\xff\xff", b"GET / HTTP/1.1"]), st.binary(), st.lists(st.integers())
)
def test_what_is_no_frame_passes_through_unchanged(
    said: list[bytes], junk: bytes, more: bytes, places: list[int]
) -> None:
    """In both directions and for good, and no table takes any of it."""
    taken: list[bytes] = []
    good = b"".join(write_frame(one, CLIENT_LIMIT) for one in said)
    behind = junk + more + write_frame(b"not for a table", CLIENT_LIMIT)
    connection, _ = carried()
    assert b"".join(connection.down(piece) for piece in cut(good + behind, places)) == good + behind
    assert b"".join(connection.up(piece) for piece in cut(good + behind, places)) == good + behind
    connection, _ = carried()

    def take(payload: bytes) -> bool:
        taken.append(payload)
        return True

    connection.take = take
    assert b"".join(connection.up(piece) for piece in cut(good + behind, places)) == behind
    assert taken == said


def test_what_follows_no_frame_is_not_taken() -> None:
    """Neither in the piece in which it came, nor in a later one that looks like a frame."""
    connection, _ = carried()
    connection.take = lambda _payload: True
    assert connection.up(bytes(4) + b"payload") == bytes(4) + b"payload"
    assert connection.up(write_frame(b"payload", CLIENT_LIMIT)) == write_frame(b"payload", CLIENT_LIMIT)


def test_each_direction_has_its_own_limit() -> None:
    """A server may say more at once than a client."""
    large = write_frame(bytes(CLIENT_LIMIT + 1), SERVER_LIMIT)
    connection, _ = carried()
    assert connection.down(large[:-1]) == b""
    assert connection.down(large[-1:]) == large
    assert connection.up(large[:-1]) == large[:-1]


@given(st.data(), PAYLOADS, PAYLOADS)
def test_a_table_and_the_leader_do_not_interrupt_each_other(
    data: st.DataObject, leads: list[bytes], plays: list[bytes]
) -> None:
    """The client reads the frames of both, each in their order."""
    connection, output = carried()
    stream = b"".join(write_frame(b"L" + one, SERVER_LIMIT) for one in leads)
    pieces = [("down", piece) for piece in cut(stream, data.draw(st.lists(st.integers())))]
    said = [("say", write_frame(b"T" + one, SERVER_LIMIT)) for one in plays]
    while pieces or said:
        first = pieces if not said or (pieces and data.draw(st.booleans())) else said
        way, piece = first.pop(0)
        if way == "say":
            connection.say(piece)
        else:
            output.write(connection.down(piece))
    found = payloads(output.data)
    assert [one[1:] for one in found if one[:1] == b"L"] == leads
    assert [one[1:] for one in found if one[:1] == b"T"] == plays


@given(st.lists(st.tuples(st.binary(min_size=1, max_size=20), st.booleans())), st.lists(st.integers()))
def test_what_a_table_does_not_take_keeps_its_order(said: list[tuple[bytes, bool]], places: list[int]) -> None:
    """It goes to the node that leads as it came, and the table has the rest in its order."""
    connection, _ = carried()
    wanted = [take for _, take in said]
    taken: list[bytes] = []

    def take(payload: bytes) -> bool:
        takes = wanted.pop(0)
        taken.extend([payload] if takes else [])
        return takes

    connection.take = take
    data = b"".join(write_frame(one, CLIENT_LIMIT) for one, _ in said)
    up = b"".join(connection.up(piece) for piece in cut(data, places))
    assert payloads(up) == [one for one, takes in said if not takes]
    assert taken == [one for one, takes in said if takes]


def test_a_table_that_stops_taking_gets_nothing_more() -> None:
    """Also of what has come together with the frame at which it stopped."""
    connection, _ = carried()

    def take(payload: bytes) -> bool:
        connection.take = None
        return payload == b"one"

    connection.take = take
    frames = [write_frame(one, CLIENT_LIMIT) for one in (b"one", b"two", b"three")]
    assert connection.up(b"".join(frames)) == frames[1] + frames[2]


async def test_a_client_that_reads_too_slowly_is_cut_off() -> None:
    """What a table says to it is not kept without end, and nothing is said to it after that."""
    connection, output = carried()
    output.unread = MOST_UNREAD
    connection.say(b"one")
    assert not output.aborted
    output.unread += 1
    connection.say(b"two")
    assert output.aborted
    connection.say(b"three")
    assert output.data == b"onetwo"


async def test_a_real_client_that_reads_nothing_is_cut_off() -> None:
    """Its connection ends, though it has said nothing of that."""
    client, _, writer = await stream_pair()
    connection = CarriedConnection(writer)
    while not writer.is_closing():
        connection.say(write_frame(bytes(SERVER_LIMIT), SERVER_LIMIT))
    client[1].close()
    await client[1].wait_closed()


def test_connections_are_found_while_they_last() -> None:
    """By their pipes; a connection without a pipe is none of this node."""
    connections, output = CarriedConnections(), Output()
    with connections.counted("pipe", cast(asyncio.StreamWriter, output)) as one:
        assert connections.get("pipe") is one
        assert connections.get("") is None
    assert connections.get("pipe") is None
