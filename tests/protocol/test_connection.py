"""A connection lets each side say what it may, and nothing else."""

import re
from itertools import product
from typing import Any

import msgpack  # type: ignore[import-untyped]  # it carries no types
import pytest

from protocol.codec import Codec
from protocol.connection import (
    CLIENT_LIMIT,
    GREETING_LIMIT,
    SERVER_LIMIT,
    TRANSITIONS,
    Connection,
    ConnectionState,
    Role,
    connection_of_client,
    connection_of_server,
    write_frame,
)
from protocol.errors import ErrorCode, LocalProtocolError, RemoteProtocolError
from protocol.message import ClientCommand, ClientMessage
from protocol.messages import FromClient, FromServer, Goodbye, Hello, Interrupted, Ping, Pong, ReadRules, Rules, Welcome
from protocol.setup import Setup
from protocol.version import program_name

CODEC = Codec()
HELLO = Hello(versions=(1, 1))
WELCOME = Welcome(version=1, server="test", name="Megan", games=())
GOODBYE = Goodbye(code="closing", text="until tomorrow")
SAID: dict[Any, FromClient | FromServer] = {
    Hello: HELLO,
    Welcome: WELCOME,
    ClientCommand: Ping(id=1),
    FromServer: Pong(id=1),
    Interrupted: Interrupted("wait"),
    Goodbye: GOODBYE,
}
WORDS: dict[ConnectionState, tuple[FromClient | FromServer, ...]] = {
    ConnectionState.SILENT: (),
    ConnectionState.GREETED: (HELLO,),
    ConnectionState.OPEN: (HELLO, WELCOME),
    ConnectionState.CLOSED: (GOODBYE,),
}
SPEAKER = {kind: Role.CLIENT if issubclass(kind, ClientMessage) else Role.SERVER for kind in SAID}
ALL_PAIRS = list(product(Role, ConnectionState, SAID))
AnyConnection = Connection[Any, Any]


def framed(message: FromClient | FromServer) -> bytes:
    """Give the bytes of a message, whether it may be sent or not."""
    return write_frame(CODEC.pack(message), SERVER_LIMIT)


def new(role: Role) -> AnyConnection:
    """Give one side of a new connection."""
    return connection_of_client(CODEC) if role is Role.CLIENT else connection_of_server(CODEC)


def say(connection: AnyConnection, message: FromClient | FromServer) -> None:
    """Let a message pass, in the direction that is its own."""
    if isinstance(message, FromClient) is (connection.role is Role.CLIENT):
        connection.send(message)
    else:
        connection.receive_data(framed(message))
        assert connection.next_message() == message


def reached(role: Role, state: ConnectionState) -> AnyConnection:
    """Give one side of a connection that has come so far."""
    connection = new(role)
    if state is ConnectionState.BROKEN:
        connection.receive_data(b"\0\0\0\0")
        with pytest.raises(RemoteProtocolError):
            connection.next_message()
        return connection
    for message in WORDS[state]:
        say(connection, message)
    assert connection.state is state
    return connection


@pytest.mark.parametrize(("role", "state", "kind"), ALL_PAIRS)
def test_a_side_sends_what_the_table_allows_and_nothing_else(role: Role, state: ConnectionState, kind: type) -> None:
    """For every side, state and kind: sent and moved on, or refused and nothing changed."""
    connection = reached(role, state)
    following = TRANSITIONS[state].get(kind)
    if following is not None and SPEAKER[kind] is role:
        assert connection.send(SAID[kind]) == framed(SAID[kind])
        assert connection.state is following
        return
    with pytest.raises(LocalProtocolError, match="has no place here"):
        connection.send(SAID[kind])
    assert connection.state is state


@pytest.mark.parametrize(("role", "state", "kind"), ALL_PAIRS)
def test_a_side_hears_what_the_table_allows_and_nothing_else(role: Role, state: ConnectionState, kind: type) -> None:
    """For every side, state and kind: heard and moved on, refused, or not read any more."""
    connection = reached(role, state)
    connection.receive_data(framed(SAID[kind]))
    following = TRANSITIONS[state].get(kind)
    if state in (ConnectionState.BROKEN, ConnectionState.CLOSED):
        assert connection.next_message() is None
        assert connection.state is state
    elif SPEAKER[kind] is role:
        with pytest.raises(RemoteProtocolError, match="there is no message"):
            connection.next_message()
        assert connection.state is (ConnectionState.OPEN if state is ConnectionState.OPEN else ConnectionState.BROKEN)
    elif following is None:
        with pytest.raises(RemoteProtocolError, match="has no place here") as caught:
            connection.next_message()
        assert caught.value.code is ErrorCode.GREETING_EXPECTED
        assert connection.state is ConnectionState.BROKEN
    else:
        assert connection.next_message() == SAID[kind]
        assert connection.state is following


@pytest.mark.parametrize("versions", [(2, 3), (0, 0), (3, 1)])
def test_a_client_of_other_versions_is_refused(versions: tuple[int, int]) -> None:
    """The sentence names both programs, and the server may still say goodbye."""
    server = connection_of_server(CODEC)
    server.receive_data(framed(Hello(versions=versions, client="chwech\x1b 9.9")))
    said = re.escape(
        f"{program_name()} speaks protocol 1, and chwech 9.9 speaks {versions[0]} to {versions[1]}: update"
    )
    with pytest.raises(RemoteProtocolError, match=said) as caught:
        server.next_message()
    assert caught.value.code is ErrorCode.UNSUPPORTED_VERSION
    assert server.send(Goodbye(caught.value.code.value, caught.value.text))
    assert server.state is ConnectionState.CLOSED


def test_a_client_of_many_versions_is_spoken_to_in_ours() -> None:
    """A range that holds our version is enough."""
    server = connection_of_server(CODEC)
    server.receive_data(framed(Hello(versions=(0, 7))))
    assert server.next_message() == Hello(versions=(0, 7))
    server.send(WELCOME)
    assert server.state is ConnectionState.OPEN


def test_a_server_that_answers_in_another_version_is_refused() -> None:
    """A client hears no version that it did not offer, and a server sends none."""
    other = Welcome(version=2, server="chwech 9.9", name="Megan", games=())
    client = reached(Role.CLIENT, ConnectionState.GREETED)
    client.receive_data(framed(other))
    said = re.escape(f"chwech 9.9 speaks protocol 2, and {program_name()} speaks 1 to 1: update the older program")
    with pytest.raises(RemoteProtocolError, match=said) as caught:
        client.next_message()
    assert caught.value.code is ErrorCode.UNSUPPORTED_VERSION
    with pytest.raises(LocalProtocolError, match="protocol 2"):
        reached(Role.SERVER, ConnectionState.GREETED).send(other)


def test_a_wrong_message_after_the_greeting_is_refused_alone() -> None:
    """The messages before and after it are heard, and the refusal knows the command."""
    server = reached(Role.SERVER, ConnectionState.OPEN)
    wrong = write_frame(msgpack.packb({"type": "jump", "id": 2}), CLIENT_LIMIT)
    server.receive_data(framed(Ping(id=1)) + wrong + framed(Ping(id=3)))
    assert server.next_message() == Ping(id=1)
    with pytest.raises(RemoteProtocolError, match="there is no message 'jump' here") as caught:
        server.next_message()
    assert caught.value.id == 2
    assert server.next_message() == Ping(id=3)
    assert server.state is ConnectionState.OPEN


@pytest.mark.parametrize(
    "data",
    [
        b"\0\0\0\x01\xc1",
        b"\0\0\x40\x01",
        b"\xff\xff\xff\xff",
        b"\0\0\0\0",
        b"\x16\x03\x01\x02\0",
        b"GET / HTTP/1.1\r\n",
    ],
    ids=["no MessagePack", "a frame too great", "a frame of four milliards", "an empty frame", "TLS", "HTTP"],
)
def test_bytes_that_are_no_frame_break_the_connection(data: bytes) -> None:
    """Nothing after them is read, whatever it is."""
    server = reached(Role.SERVER, ConnectionState.OPEN)
    server.receive_data(data)
    with pytest.raises(RemoteProtocolError) as caught:
        server.next_message()
    assert caught.value.code is ErrorCode.INVALID_FRAME
    assert server.state is ConnectionState.BROKEN
    server.receive_data(framed(Ping(id=1)))
    assert server.next_message() is None
    server.receive_end()


def test_a_greeting_is_short() -> None:
    """Before the welcome a frame of a kilobyte is the greatest, and after it sixteen of them are."""
    server = connection_of_server(CODEC)
    server.receive_data((GREETING_LIMIT + 1).to_bytes(4, "big"))
    with pytest.raises(RemoteProtocolError, match="1 to 1024 bytes here, not 1025"):
        server.next_message()
    server = reached(Role.SERVER, ConnectionState.OPEN)
    server.receive_data((GREETING_LIMIT + 1).to_bytes(4, "big"))
    assert server.next_message() is None


def test_commands_sent_with_the_greeting_wait_for_the_welcome() -> None:
    """A command that arrives with the greeting is read after the welcome, within the limits of then."""
    server = connection_of_server(CODEC)
    long = ReadRules(id=1, setup=Setup(options={f"{number:040}": "v" * 40 for number in range(20)}))
    assert len(framed(long)) > GREETING_LIMIT
    server.receive_data(framed(HELLO) + framed(long))
    assert server.next_message() == HELLO
    server.send(WELCOME)
    assert server.next_message() == long


def test_a_message_that_the_peer_would_not_read_is_not_sent() -> None:
    """Too long a message is our own fault, and nothing changes."""
    server = reached(Role.SERVER, ConnectionState.OPEN)
    with pytest.raises(LocalProtocolError, match=f"1 to {SERVER_LIMIT} bytes here"):
        server.send(Rules(id=1, text="n" * SERVER_LIMIT))
    client = connection_of_client(CODEC)
    with pytest.raises(LocalProtocolError, match=f"1 to {GREETING_LIMIT} bytes here"):
        client.send(Hello(versions=(1, 1), token="n" * GREETING_LIMIT))
    assert client.state is ConnectionState.SILENT


@pytest.mark.parametrize("state", ConnectionState)
@pytest.mark.parametrize("role", Role)
def test_a_stream_may_end_between_two_frames(role: Role, state: ConnectionState) -> None:
    """An end in any state closes the connection."""
    connection = reached(role, state)
    connection.receive_end()
    assert connection.state is ConnectionState.CLOSED
    assert connection.next_message() is None


@pytest.mark.parametrize("state", [ConnectionState.SILENT, ConnectionState.GREETED, ConnectionState.OPEN])
@pytest.mark.parametrize("role", Role)
def test_a_stream_must_not_end_within_a_frame(role: Role, state: ConnectionState) -> None:
    """Half a frame is told from a clean end."""
    connection = reached(role, state)
    connection.receive_data(b"\0\0\0\x02a")
    assert connection.next_message() is None
    with pytest.raises(RemoteProtocolError, match="the connection ended in the middle of a frame"):
        connection.receive_end()
    assert connection.state is ConnectionState.CLOSED
