"""Listeners on a TCP port."""

import asyncio
import socket
from collections.abc import Callable
from typing import Final

from protocol.language import _
from server.fronts.byte_stream import ByteStream, Serve
from server.fronts.fault import FrontFault
from server.fronts.peers import PATIENT, tell_kernel

_BACKLOG: Final = 100


async def listen_tcp(serve: Serve, host: str, port: int) -> asyncio.Server:
    """Open the port; port 0 means any free port.

    Raises:
        FrontFault: the address does not belong to this machine, or the port is in use.
    """
    try:
        return await asyncio.get_running_loop().create_server(_patient(serve), host, port, backlog=_BACKLOG)
    except (OSError, UnicodeError) as problem:
        text = _(
            "cannot listen on {address}: {problem}; choose another with --tcp",
            address=f"{host}:{port}",
            problem=problem,
        )
        raise FrontFault(text) from problem


async def take_tcp(serve: Serve, listener: socket.socket) -> asyncio.Server:
    """Serve on a socket that the caller has bound."""
    return await asyncio.get_running_loop().create_server(_patient(serve), sock=listener, backlog=_BACKLOG)


def tcp_address(server: asyncio.Server) -> str:
    """Return the address of a server, as a client writes it."""
    names = (listener.getsockname() for listener in server.sockets)
    return ", ".join(f"[{name[0]}]:{name[1]}" if ":" in name[0] else f"{name[0]}:{name[1]}" for name in names)


def _patient(serve: Serve) -> Callable[[], ByteStream]:
    """Return what begins connections, with time-outs for a peer that has gone without a word."""

    async def let_in(reader: ByteStream, writer: ByteStream) -> None:
        tell_kernel(writer.get_extra_info("socket"), PATIENT)
        await serve(reader, writer)

    return lambda: ByteStream(let_in)
