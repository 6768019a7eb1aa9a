"""One connection as a machine of states: bytes in, messages out, and who may speak when; it does no input or output.

The table below is the whole of the rules. It does not know which of the two sides we are: whoever says something moves
both machines alike. A side that breaks the rules by sending gets a ``LocalProtocolError`` and nothing is sent; a side
that receives what breaks them gets a ``RemoteProtocolError``.

A message that cannot be understood after the greeting is refused alone, and the connection goes on. Everything else
that is wrong breaks the connection: nothing more is read, and a server may only finish what it has to say.
"""

from collections.abc import Callable
from enum import Enum
from typing import Final, Generic, TypeVar

from protocol.codec import Codec
from protocol.errors import ErrorCode, LocalProtocolError, ProtocolError, RemoteProtocolError
from protocol.framing import CLIENT_LIMIT, GREETING_LIMIT, SERVER_LIMIT, FrameReader, write_frame
from protocol.message import ClientMessage, ServerMessage
from protocol.messages import VERSION, FromClient, FromServer, Goodbye, Hello, Interrupted, Welcome


class ConnectionState(Enum):
    """How far a connection has come."""

    SILENT = "silent"
    """Nothing has been said."""

    GREETED = "greeted"
    """The client has said hello and waits for the answer."""

    OPEN = "open"
    """The client is welcome: commands and news go back and forth."""

    BROKEN = "broken"
    """The peer has broken the rules: nothing more is read from it; a server says what it still has to say."""

    CLOSED = "closed"
    """The server has said goodbye, or the stream has ended."""


class Kind(Enum):
    """What kind of thing is said."""

    HELLO = "the greeting"
    """The first words of a client."""

    WELCOME = "the welcome"
    """The answer to the greeting."""

    COMMAND = "a command"
    """Anything else that a client says."""

    NEWS = "an answer or an event"
    """Anything else that a server says."""

    INTERRUPTION = "the interruption"
    """What is said for a server that was lost: all begins anew."""

    GOODBYE = "the goodbye"
    """The last words of a server."""


TRANSITIONS: Final = {
    (ConnectionState.SILENT, Kind.HELLO): ConnectionState.GREETED,
    (ConnectionState.SILENT, Kind.GOODBYE): ConnectionState.CLOSED,
    (ConnectionState.GREETED, Kind.WELCOME): ConnectionState.OPEN,
    (ConnectionState.GREETED, Kind.INTERRUPTION): ConnectionState.SILENT,
    (ConnectionState.GREETED, Kind.GOODBYE): ConnectionState.CLOSED,
    (ConnectionState.OPEN, Kind.COMMAND): ConnectionState.OPEN,
    (ConnectionState.OPEN, Kind.NEWS): ConnectionState.OPEN,
    (ConnectionState.OPEN, Kind.INTERRUPTION): ConnectionState.SILENT,
    (ConnectionState.OPEN, Kind.GOODBYE): ConnectionState.CLOSED,
    (ConnectionState.BROKEN, Kind.NEWS): ConnectionState.BROKEN,
    (ConnectionState.BROKEN, Kind.GOODBYE): ConnectionState.CLOSED,
}
"""Where each thing said leads; what is not here must not be said."""

_EXPECTED: Final = {
    ConnectionState.SILENT: "a connection begins with the greeting",
    ConnectionState.GREETED: "the welcome comes next",
    ConnectionState.OPEN: "the greeting is over",
    ConnectionState.BROKEN: "the connection is broken",
    ConnectionState.CLOSED: "nothing comes after the goodbye",
}


class Role(Enum):
    """Which of the two sides somebody is."""

    CLIENT = "client"
    """The side that greets and asks."""

    SERVER = "server"
    """The side that answers and tells."""

    @property
    def peer(self) -> "Role":
        """The other side."""
        return Role.SERVER if self is Role.CLIENT else Role.CLIENT


S = TypeVar("S", bound=ClientMessage | ServerMessage)
R = TypeVar("R", bound=ClientMessage | ServerMessage)


class Connection(Generic[S, R]):
    """The state of one connection: S is what this side sends, R is what it receives."""

    def __init__(self, role: Role, encode: Callable[[S], bytes], decode: Callable[[bytes], R]) -> None:
        self.role = role
        """Which side this is."""
        self.state = ConnectionState.SILENT
        """How far the connection has come."""
        self._encode = encode
        self._decode = decode
        self._versions = (VERSION, VERSION)
        self._frames = FrameReader(0)

    def send(self, message: S) -> bytes:
        """Give the bytes that say this.

        Raises:
            LocalProtocolError: it must not be said now, or cannot be written; nothing has changed.
        """
        limit = _frame_limit(self.role, self.state)
        state = self._next_state(self.role, message)
        data = write_frame(self._encode(message), limit)
        self._move(message, state)
        return data

    def receive_data(self, data: bytes) -> None:
        """Take in bytes as they come; then call ``next_message`` until it gives None."""
        if self.state not in (ConnectionState.BROKEN, ConnectionState.CLOSED):
            self._frames.feed(data)

    def receive_end(self) -> None:
        """Take in that no more bytes will come; every message must have been taken by then.

        Raises:
            RemoteProtocolError: the last frame is not complete.
        """
        self.state, last = ConnectionState.CLOSED, self.state
        if last not in (ConnectionState.BROKEN, ConnectionState.CLOSED):
            self._frames.finish()

    def next_message(self) -> R | None:
        """Give the next message that has come, or None until more bytes do.

        Raises:
            RemoteProtocolError: the peer sent what it must not send. Where the state is still ``OPEN``, only this
                message was wrong: refuse it and go on. Otherwise the connection is broken.
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
        """Give the next message, or raise; whose fault it is decides the caller."""
        self._frames.limit = _frame_limit(self.role.peer, self.state)
        payload = self._frames.next_frame()
        if payload is None:
            return None
        message = self._decode(payload)
        self._move(message, self._next_state(self.role.peer, message))
        return message

    def _next_state(self, speaker: Role, message: S | R) -> ConnectionState:
        """Give the state after a message, or raise a ``LocalProtocolError`` where it must not be said."""
        kind = _kind(message)
        state = TRANSITIONS.get((self.state, kind))
        if state is None or (speaker is Role.CLIENT) != isinstance(message, ClientMessage):
            text = f"{kind.value} of a {speaker.value} has no place here: {_EXPECTED[self.state]}"
            raise LocalProtocolError(ErrorCode.GREETING_EXPECTED, text)
        if isinstance(message, Hello):
            _refuse_version(VERSION, message.versions)
        if isinstance(message, Welcome):
            _refuse_version(message.version, self._versions)
        return state

    def _move(self, message: S | R, state: ConnectionState) -> None:
        """Take in what has been said, by either side."""
        self.state = state
        if isinstance(message, Hello):
            self._versions = message.versions


def connection_of_client(codec: Codec) -> Connection[FromClient, FromServer]:
    """Give a client's side of a new connection."""
    return Connection(Role.CLIENT, codec.encode_client, codec.decode_server)


def connection_of_server(codec: Codec) -> Connection[FromServer, FromClient]:
    """Give a server's side of a new connection."""
    return Connection(Role.SERVER, codec.encode_server, codec.decode_client)


def _kind(message: ClientMessage | ServerMessage) -> Kind:
    match message:
        case Hello():
            return Kind.HELLO
        case Welcome():
            return Kind.WELCOME
        case Interrupted():
            return Kind.INTERRUPTION
        case Goodbye():
            return Kind.GOODBYE
        case ClientMessage():
            return Kind.COMMAND
        case _:
            return Kind.NEWS


def _frame_limit(speaker: Role, state: ConnectionState) -> int:
    """Give the greatest frame that this side may send."""
    if speaker is Role.SERVER:
        return SERVER_LIMIT
    return CLIENT_LIMIT if state is ConnectionState.OPEN else GREETING_LIMIT


def _refuse_version(version: int, versions: tuple[int, int]) -> None:
    """Raise unless the version lies within what the client speaks."""
    least, greatest = versions
    if not least <= version <= greatest:
        text = f"version {version} of the protocol is not among {least} to {greatest}, which the client speaks"
        raise LocalProtocolError(ErrorCode.UNSUPPORTED_VERSION, text)
