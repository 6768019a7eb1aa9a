"""Listeners on TCP ports and on Unix sockets; each may have thousands of connections."""

import asyncio
import contextlib
import socket
import stat
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Final

from protocol.aio import ByteStream, Serve
from protocol.language import _
from server.fronts.own_files import FrontFault
from server.fronts.peers import PATIENT, tell_kernel

_BACKLOG: Final = 100


async def take_tcp(serve: Serve, listener: socket.socket) -> asyncio.Server:
    """Serve on a socket that the caller has bound."""
    return await asyncio.get_running_loop().create_server(_patient(serve), sock=listener, backlog=_BACKLOG)


def _patient(serve: Serve) -> Callable[[], ByteStream]:
    """Return what begins connections, with time-outs for a peer that has gone without a word."""

    async def let_in(reader: ByteStream, writer: ByteStream) -> None:
        tell_kernel(writer.get_extra_info("socket"), PATIENT)
        await serve(reader, writer)

    return lambda: ByteStream(let_in)


@contextlib.asynccontextmanager
async def listening_unix(serve: Serve, path: Path) -> AsyncIterator[asyncio.Server]:
    """Open the socket, and remove it at the end.

    Raises:
        FrontFault: another server listens there already, or the path holds something else.
    """
    loop = asyncio.get_running_loop()
    server = await loop.create_unix_server(lambda: ByteStream(serve), sock=_bind(path), backlog=_BACKLOG)
    try:
        yield server
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
