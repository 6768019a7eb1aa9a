"""Listeners on a TCP port and, for programs of the same user, on a Unix socket; and the options of their sockets.

Socket options are set where the kernel knows them; it need not be Linux, and the socket need not be TCP.
"""

import asyncio
import contextlib
import socket
import stat
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Final

from protocol.language import _
from server.fronts.door import Door, PassportDoor
from server.fronts.fault import FrontFault
from server.fronts.socket_options import ASK_AGAIN, give_up, tell_kernel

_BACKLOG: Final = 100

_PATIENCE: Final = (
    ("SO_KEEPALIVE", socket.SOL_SOCKET, 1),
    ("TCP_KEEPIDLE", socket.IPPROTO_TCP, 30),
    ("TCP_KEEPINTVL", socket.IPPROTO_TCP, 10),
    ("TCP_KEEPCNT", socket.IPPROTO_TCP, 3),
    ASK_AGAIN,
    # Clients reconnect automatically, so a silent connection need not be kept for long.
    give_up(20),
)
"""How long the kernel keeps a connection whose peer is silent."""


async def listen_tcp(door: Door, host: str, port: int) -> asyncio.Server:
    """Open the port; port 0 means any free port.

    Raises:
        FrontFault: the address does not belong to this machine, or the port is in use.
    """
    try:
        return await asyncio.start_server(_patient(door), host, port, backlog=_BACKLOG)
    except (OSError, UnicodeError) as problem:
        text = _(
            "cannot listen on {address}: {problem}; choose another with --tcp",
            address=f"{host}:{port}",
            problem=problem,
        )
        raise FrontFault(text) from problem


async def take_tcp(door: Door, listener: socket.socket) -> asyncio.Server:
    """Serve on a socket that the caller has bound."""
    return await asyncio.start_server(_patient(door), sock=listener, backlog=_BACKLOG)


def tcp_address(server: asyncio.Server) -> str:
    """Return the address of a server, as a client writes it."""
    names = (listener.getsockname() for listener in server.sockets)
    return ", ".join(f"[{name[0]}]:{name[1]}" if ":" in name[0] else f"{name[0]}:{name[1]}" for name in names)


def _patient(door: Door) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]:
    """Return a callback that sets the time-outs of a new connection before it is served."""

    async def let_in(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tell_kernel(writer.get_extra_info("socket"), _PATIENCE)
        await door.let_in(reader, writer)

    return let_in


@contextlib.asynccontextmanager
async def listening_unix(door: Door | PassportDoor, path: Path) -> AsyncIterator[asyncio.Server]:
    """Open the socket, and remove it at the end.

    Raises:
        FrontFault: another server listens there already, or the path holds something else.
    """
    server = await asyncio.start_unix_server(door.let_in, sock=_bind(path), backlog=_BACKLOG)
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
