"""Listeners on Unix sockets, for programs of the same user."""

import asyncio
import contextlib
import socket
import stat
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Final, Protocol

from protocol.language import _
from server.fronts.byte_stream import ByteStream, DoorReader, DoorWriter
from server.fronts.fault import FrontFault

_BACKLOG: Final = 100


class Accepting(Protocol):
    """What serves the connections of a listener."""

    async def let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a connection until it ends."""
        ...


Accept = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
"""What asyncio calls for each connection."""


def accept_by(door: Accepting) -> Accept:
    """Return what lets connections in by a door, and ends quietly when it is cancelled, as when the process ends.

    Before Python 3.12 asyncio reports a cancelled one as a fault.
    """

    async def let_in(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await door.let_in(reader, writer)

    return let_in


@contextlib.asynccontextmanager
async def listening_unix(door: Accepting, path: Path) -> AsyncIterator[asyncio.Server]:
    """Open the socket, and remove it at the end.

    Raises:
        FrontFault: another server listens there already, or the path holds something else.
    """
    server = await asyncio.start_unix_server(accept_by(door), sock=_bind(path), backlog=_BACKLOG)
    with _closing(server, path):
        yield server


class AcceptingStreams(Protocol):
    """What serves the connections of a listener, with no more of their streams than is needed."""

    async def let_in(self, reader: DoorReader, writer: DoorWriter) -> None:
        """Serve a connection until it ends."""
        ...


@contextlib.asynccontextmanager
async def listening_for_many(door: AcceptingStreams, path: Path) -> AsyncIterator[asyncio.Server]:
    """Open the socket for thousands of connections, and remove it at the end.

    Raises:
        FrontFault: another server listens there already, or the path holds something else.
    """
    loop = asyncio.get_running_loop()
    server = await loop.create_unix_server(lambda: ByteStream(door.let_in), sock=_bind(path), backlog=_BACKLOG)
    with _closing(server, path):
        yield server


@contextlib.contextmanager
def _closing(server: asyncio.Server, path: Path) -> Iterator[None]:
    """Close the socket at the end, and remove it."""
    try:
        yield
    finally:
        server.close()
        _remove(path)


def _bind(path: Path) -> socket.socket:
    _make_way(path)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(str(path))
        path.chmod(0o600)
    except OSError as problem:
        listener.close()
        raise FrontFault(
            _("cannot listen on {path}: {problem}; choose another with --socket", path=path, problem=problem)
        ) from problem
    return listener


def _make_way(path: Path) -> None:
    """Remove a socket that a killed server left behind."""
    try:
        kind = path.lstat().st_mode
    except FileNotFoundError:
        return
    except OSError as problem:
        raise FrontFault(
            _("cannot look at {path}: {problem}; choose another with --socket", path=path, problem=problem.strerror)
        ) from problem
    if not stat.S_ISSOCK(kind):
        raise FrontFault(_("{path} is no socket: choose another with --socket", path=path))
    if is_listening(path):
        raise FrontFault(
            _("another server listens on {path}: end it first, or choose another with --socket", path=path)
        )
    _remove(path)


def is_listening(path: Path) -> bool:
    """Return True if a server listens on a socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(path))
        except OSError:
            return False
    return True


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)
