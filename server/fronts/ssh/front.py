"""The SSH front: one process that draws the screens of many."""

import asyncio
import contextlib
import socket
from pathlib import Path
from typing import Final

from protocol.chwech import CHWECH
from protocol.codec import Codec
from server.fronts.ssh.flow import Flow
from server.fronts.ssh.guard import Guard
from server.fronts.ssh.hostkey import load_host_key
from server.fronts.ssh.line import Line
from server.fronts.ssh.listener import Listener, listen_ssh
from server.fronts.ssh.memory import Memory, settle
from server.fronts.ssh.opening import rehearse
from server.fronts.ssh.session import Session
from server.fronts.ssh.venue import Venue
from server.fronts.ssh.visitor import Visitor

CLOSE_SECONDS: Final = 2.0
"""How long everybody has to read the last line; the connections then get a second more."""


class OpenFront:
    """A front that lets people in."""

    def __init__(self, listener: Listener, venue: Venue, keeping: "asyncio.Task[None]") -> None:
        """Begin open."""
        self._listener = listener
        self._venue = venue
        self._keeping = keeping

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._listener.port

    async def close(self, text: str) -> None:
        """Leave a line on every screen, and let everybody go."""
        self._keeping.cancel()
        await self._venue.close(text, CLOSE_SECONDS)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1.0):
                await self._listener.close()


async def open_front(sock: socket.socket, key_path: Path, host_socket: Path) -> OpenFront:
    """Let people in.

    Args:
        sock: the socket to listen on, bound already.
        key_path: the host key.
        host_socket: where the host waits for fronts.

    Raises:
        FrontFault: the key cannot be used, or the bounds would not hold here.
    """
    key = load_host_key(key_path)
    memory = Memory()
    venue = Venue(Line(host_socket, Codec([CHWECH])), memory)

    def welcome(visitor: Visitor, flow: Flow) -> Session:
        return Session(visitor, flow, venue)

    await rehearse()
    settle()
    listener = await listen_ssh(sock, key, Guard(), welcome)
    return OpenFront(listener, venue, asyncio.create_task(memory.keep()))
