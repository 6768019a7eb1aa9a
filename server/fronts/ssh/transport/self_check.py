"""Tests the limits of a front before it accepts connections: another asyncssh or event loop might not honour them."""

import asyncio
import logging
import socket
from collections.abc import Callable
from typing import Final

import asyncssh

from server.fronts.door import FrontFault
from server.fronts.ssh.transport.connection import BoundedChannel, BoundedConnection
from server.fronts.ssh.transport.connection_log import ConnectionLog
from server.fronts.ssh.transport.guard import Guard
from server.fronts.ssh.transport.limiter import ConnectionLimiter, ConnectionRegistry
from server.fronts.ssh.transport.limits import FrontLimits

_SECONDS: Final = 10.0

_MUCH: Final = bytes(1024 * 1024)
"""More than any kernel buffers at once."""

_log = logging.getLogger(__name__)
"""A silenced log: the operator should read nothing about the test connection."""


async def check_bounds(connect: Callable[[ConnectionLimiter], asyncssh.SSHServerConnection]) -> None:
    """Verify that input and output of a connection are bounded.

    Raises:
        FrontFault: they are not.
    """
    _compare(BoundedConnection, asyncssh.SSHServerConnection)
    _compare(BoundedChannel, asyncssh.SSHServerChannel)
    _log.setLevel(logging.CRITICAL)
    registry = ConnectionRegistry(Guard(FrontLimits(stranger_bytes=4)), connect, ConnectionLog(_log))
    ours, theirs = socket.socketpair()
    theirs.settimeout(0.0)
    transport, limiter = await asyncio.get_running_loop().connect_accepted_socket(
        lambda: ConnectionLimiter(registry), ours
    )
    try:
        async with asyncio.timeout(_SECONDS):
            await _overfill(transport, limiter, theirs)
            await _overrun(limiter, theirs)
    except TimeoutError:
        raise FrontFault("the bounds of the SSH front do not hold with this Python and asyncssh") from None
    finally:
        transport.abort()
        theirs.close()


def _compare(ours: type, theirs: type) -> None:
    """Verify that each method of the subclass still overrides one of its base.

    Raises:
        FrontFault: one does not.
    """
    names = [name for name, value in vars(ours).items() if callable(value) and not name.startswith("__")]
    strange = [name for name in names if not callable(getattr(theirs, name, None))]
    if strange:
        raise FrontFault(
            f"asyncssh {asyncssh.__version__} has no {', '.join(strange)}: install the version that is pinned"
        )


async def _overfill(transport: asyncio.WriteTransport, limiter: ConnectionLimiter, theirs: socket.socket) -> None:
    """Write without reading until the flow is held; then read, and wait until the flow is free again."""
    free = asyncio.Event()
    limiter.keys_renewed()
    limiter.flow.on_open(free.set)
    transport.write(_MUCH)
    if limiter.flow.open:
        raise TimeoutError
    while not free.is_set():
        if not await asyncio.get_running_loop().sock_recv(theirs, len(_MUCH)):
            raise TimeoutError


async def _overrun(limiter: ConnectionLimiter, theirs: socket.socket) -> None:
    """Send more than a stranger may, and wait until the connection is cut."""
    await asyncio.get_running_loop().sock_sendall(theirs, b"SSH-2")
    await limiter.registry.emptied.wait()
