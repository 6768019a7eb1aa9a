"""The state machine of one connection, and the frames that it reads and writes: bytes in, messages out, and no I/O.

A frame is a 32-bit big-endian length and that many bytes of payload.

The table of transitions holds all the rules. It does not know which of the two sides we are, because a message moves
the machines of both sides alike. A side that tries to break the rules gets a ``LocalProtocolError`` and nothing is
sent; a side that receives a violation gets a ``RemoteProtocolError``.

After the greeting, an invalid message is refused on its own, and the connection goes on. Any other violation breaks the
connection: nothing more is read, and a server may only finish what it has to say.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, Final, Generic, TypeVar

from protocol import messages
from protocol.codec import Codec
from protocol.errors import ErrorCode, LocalProtocolError, ProtocolError, RemoteProtocolError
from protocol.language import sentence
from protocol.message import ClientCommand
from protocol.text import clean_text
from protocol.version import program_name

HEADER: Final = 4  # Bytes of the length prefix.
GREETING_LIMIT: Final = 1024  # The largest frame of a client before the welcome, in bytes.
CLIENT_LIMIT: Final = 16 * 1024  # The largest frame of a client after the welcome, in bytes.
SERVER_LIMIT: Final = 256 * 1024  # The largest frame of a server, in bytes.


def write_frame(payload: bytes, limit: int) -> bytes:
    """Return the frame that holds the payload; raise ``LocalProtocolError`` if that is empty or above the limit."""
    if not 0 < len(payload) <= limit:
        text = f"a frame holds 1 to {limit} bytes here, not {len(payload)}"
        raise LocalProtocolError(ErrorCode.INVALID_FRAME, text)
    return len(payload).to_bytes(HEADER, "big") + payload


class FrameReader:
    """Cuts a stream of bytes into frames, however it arrives."""

    __slots__ = ("_buffer", "limit")

    def __init__(self, limit: int) -> None:
        self.limit = limit  # The largest frame accepted, in bytes; it may change between two frames.
        # What has been fed, as it came while that is one frame, which most are.
        self._buffer: bytes | bytearray = b""

    def feed(self, data: bytes) -> None:
        """Buffer received bytes; feed small pieces, because all of them are held until they are read as frames."""
        self._buffer = added(self._buffer, data)

    def next_frame(self) -> bytes | None:
        """Return the next payload, if it is complete; raise ``RemoteProtocolError`` if it is empty or too large."""
        if len(self._buffer) < HEADER:
            return None
        size = int.from_bytes(self._buffer[:HEADER], "big")
        if not 0 < size <= self.limit:
            text = f"a frame holds 1 to {self.limit} bytes here, not {size}"
            raise RemoteProtocolError(ErrorCode.INVALID_FRAME, text)
        end = HEADER + size
        if len(self._buffer) < end:
            return None
        payload = bytes(self._buffer[HEADER:end])
        if len(self._buffer) == end:
            self._buffer = b""
        else:
            self._buffer = _growing(self._buffer)
            del self._buffer[:end]
        return payload

    def finish(self) -> None:
        """Note the end of the stream; raise ``RemoteProtocolError`` if the stream ended in the middle of a frame."""
        if self._buffer:
            text = f"the connection ended in the middle of a frame, after {len(self._buffer)} of its bytes"
            raise RemoteProtocolError(ErrorCode.INVALID_FRAME, text)

    def discard(self) -> bytes:
        """Drop everything that has been fed and not read, and return it."""
        dropped = bytes(self._buffer)
        self._buffer = b""
        return dropped


def added(held: bytes | bytearray, data: bytes) -> bytes | bytearray:
    """Return what is held with what has come behind it: where nothing is held, what has come, as it is."""
    if not held:
        return data
    grown = _growing(held)
    grown += data
    return grown


def _growing(held: bytes | bytearray) -> bytearray:
    """Return the same bytes, for what is added and taken in place: many pieces would be copied again and again."""
    return held if isinstance(held, bytearray) else bytearray(held)


class ConnectionState(Enum):
    """The state of a connection."""

    # Looked up for every message: an enum hashes the name of a member, which takes longer than all else here.
    __hash__ = object.__hash__

    SILENT = "silent"
    """Nothing has been sent."""
    GREETED = "greeted"
    """The client has sent its greeting and waits for the answer."""
    OPEN = "open"
    """The client has been welcomed: commands and news go back and forth."""
    BROKEN = "broken"
    """The peer has broken the rules: nothing more is read from it, and a server finishes what it has to say."""
    CLOSED = "closed"
    """The server has said goodbye, or the stream has ended."""


TRANSITIONS: Final[Mapping[ConnectionState, Mapping[type, ConnectionState]]] = {
    ConnectionState.SILENT: {messages.Hello: ConnectionState.GREETED, messages.Goodbye: ConnectionState.CLOSED},
    ConnectionState.GREETED: {
        messages.Welcome: ConnectionState.OPEN,
        messages.Interrupted: ConnectionState.SILENT,
        messages.Goodbye: ConnectionState.CLOSED,
    },
    ConnectionState.OPEN: {
        ClientCommand: ConnectionState.OPEN,
        messages.FromServer: ConnectionState.OPEN,
        messages.Interrupted: ConnectionState.SILENT,
        messages.Goodbye: ConnectionState.CLOSED,
    },
    ConnectionState.BROKEN: {messages.FromServer: ConnectionState.BROKEN, messages.Goodbye: ConnectionState.CLOSED},
    ConnectionState.CLOSED: {},
}
"""By state, the next state after each message that is allowed.

What has no place of its own is a ``ClientCommand``, or ``FromServer``: an answer or an event.
"""

_NAME_CELLS: Final = 64  # The most that is shown of the name of a program.

_EXPECTED: Final = {
    ConnectionState.SILENT: "a connection begins with the greeting",
    ConnectionState.GREETED: "the welcome comes next",
    ConnectionState.OPEN: "the greeting is over",
    ConnectionState.BROKEN: "the connection is broken",
    ConnectionState.CLOSED: "nothing comes after the goodbye",
}


class Role(Enum):
    """The two sides of a connection."""

    __hash__ = object.__hash__

    CLIENT = "client"
    """The side that greets and asks."""
    SERVER = "server"
    """The side that answers and tells."""

    @property
    def peer(self) -> "Role":
        """The other side."""
        return Role.SERVER if self is Role.CLIENT else Role.CLIENT


S = TypeVar("S", bound=messages.FromClient | messages.FromServer)
R = TypeVar("R", bound=messages.FromClient | messages.FromServer)


class Connection(Generic[S, R]):
    """The state of one connection: S is what this side sends, R is what it receives."""

    __slots__ = ("_changes", "_decode", "_encode", "_frames", "_limit", "_shown", "_versions", "role", "state")

    def __init__(
        self, role: Role, encode: Callable[[S, Any], bytes], decode: Callable[[bytes, Any], tuple[R, Any]]
    ) -> None:
        """Begin silently; ``encode`` and ``decode`` are given the last view, of which only changes are sent."""
        self.role = role  # The role of this side.
        self.state = ConnectionState.SILENT  # The state of the connection.
        self._encode = encode
        self._decode = decode
        self._versions = (messages.VERSION, messages.VERSION)
        self._changes = False
        self._shown: Any = None
        self._frames = FrameReader(_frame_limit(role.peer, self.state))
        self._limit = _frame_limit(role, self.state)

    def send(self, message: S) -> bytes:
        """Return the bytes of a message; raise ``LocalProtocolError``, changing nothing, if it is not allowed now."""
        state = _NEXT[self.role, self.state].get(type(message))
        if state is not self.state:
            state = self._next_state(self.role, message)
        data = write_frame(self._encode(message, self._shown), self._limit)
        if self._changes and isinstance(message, messages.Showing):
            self._shown = message
        if state is not self.state:
            self._move(message, state)
        return data

    def receive_data(self, data: bytes) -> None:
        """Feed received bytes; then call ``next_message`` until it returns None."""
        if self.state not in (ConnectionState.BROKEN, ConnectionState.CLOSED):
            self._frames.feed(data)

    def receive_end(self) -> None:
        """Note the end of the stream, once all is read; raise ``RemoteProtocolError`` if a frame is incomplete."""
        self.state, last = ConnectionState.CLOSED, self.state
        if last not in (ConnectionState.BROKEN, ConnectionState.CLOSED):
            self._frames.finish()

    def next_message(self) -> R | None:
        """Return the next received message; None until more bytes come.

        Raises:
            RemoteProtocolError: the peer broke the protocol. While the state is still ``OPEN``, only this message was
                wrong: refuse it and go on. Otherwise the connection is broken.
        """
        if self.state in (ConnectionState.BROKEN, ConnectionState.CLOSED):
            return None
        try:
            return self._read()
        except ProtocolError as error:
            if self.state is not ConnectionState.OPEN or error.code is not ErrorCode.INVALID_MESSAGE:
                self.state = ConnectionState.BROKEN
                self._frames.discard()
            if isinstance(error, RemoteProtocolError):
                raise
            raise RemoteProtocolError(error.code, error.text) from None

    def _read(self) -> R | None:
        """Return the next message; a violation is raised as if it were ours, and the caller corrects that."""
        payload = self._frames.next_frame()
        if payload is None:
            return None
        # After a message that cannot be read, it is not known what the next changes are to.
        shown, self._shown = self._shown, None
        message, self._shown = self._decode(payload, shown)
        state = self._next_state(self.role.peer, message)
        if state is not self.state:
            self._move(message, state)
        return message

    def _next_state(self, speaker: Role, message: S | R) -> ConnectionState:
        """Return the state after a message; raise a ``LocalProtocolError`` if it is not allowed now."""
        state = _NEXT[speaker, self.state].get(type(message))
        if state is None:
            name = message.__struct_config__.tag
            text = f"{name} of a {speaker.value} has no place here: {_EXPECTED[self.state]}"
            raise LocalProtocolError(ErrorCode.GREETING_EXPECTED, text)
        if state is not self.state:
            if isinstance(message, messages.Hello):
                _refuse_version(messages.VERSION, program_name(), message.versions, message.client)
            if isinstance(message, messages.Welcome):
                _refuse_version(message.version, message.server, self._versions, program_name())
        return state

    def _move(self, message: S | R, state: ConnectionState) -> None:
        self.state = state
        self._frames.limit = _frame_limit(self.role.peer, state)
        self._limit = _frame_limit(self.role, state)
        self._shown = None
        if isinstance(message, messages.Hello):
            self._versions = message.versions
            self._changes = self.role is Role.SERVER and messages.CHANGES in message.features


def connection_of_client(codec: Codec) -> Connection[messages.FromClient, messages.FromServer]:
    """Return a client's side of a new connection."""
    return Connection(Role.CLIENT, lambda message, _shown: codec.pack(message), codec.read_server)


def connection_of_server(codec: Codec) -> Connection[messages.FromServer, messages.FromClient]:
    """Return a server's side of a new connection."""
    return Connection(Role.SERVER, codec.encode_server, codec.read_client)


def _next_states(kinds: Iterable[type], other: type, state: ConnectionState) -> dict[type, ConnectionState]:
    """Return the next state after each of these kinds of messages that is allowed; most count as ``other``."""
    table = TRANSITIONS[state]
    following = {kind: table.get(kind if kind in _APART else other) for kind in kinds}
    return {kind: after for kind, after in following.items() if after is not None}


_APART: Final = frozenset({messages.Hello, messages.Welcome, messages.Interrupted, messages.Goodbye})
_NEXT: Final[Mapping[tuple[Role, ConnectionState], Mapping[type, ConnectionState]]] = {
    (role, state): _next_states(kinds, other, state)
    for role, kinds, other in (
        (Role.CLIENT, messages.CLIENT_MESSAGES.values(), ClientCommand),
        (Role.SERVER, messages.SERVER_MESSAGES.values(), messages.FromServer),
    )
    for state in ConnectionState
}
"""The transitions of each side, spelled out: each message goes by here."""


def _frame_limit(speaker: Role, state: ConnectionState) -> int:
    if speaker is Role.SERVER:
        return SERVER_LIMIT
    return CLIENT_LIMIT if state is ConnectionState.OPEN else GREETING_LIMIT


def _refuse_version(version: int, server: str, versions: tuple[int, int], client: str) -> None:
    """Raise unless the version of the protocol is one that the client speaks; name both programs."""
    least, greatest = versions
    if not least <= version <= greatest:
        text = sentence(
            "{server} speaks protocol {version}, and {client} speaks {least} to {greatest}: update the older program",
            server=clean_text(server, cells=_NAME_CELLS) or "?",
            version=version,
            client=clean_text(client, cells=_NAME_CELLS) or "?",
            least=least,
            greatest=greatest,
        )
        raise LocalProtocolError(ErrorCode.UNSUPPORTED_VERSION, text)
