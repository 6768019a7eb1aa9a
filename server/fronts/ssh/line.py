"""The line from a front to the host: a connection over the host's own socket, begun with the passport of a visitor."""

import asyncio
import hashlib
import hmac
import secrets
import socket
from pathlib import Path
from typing import Final

from protocol.aio import ClientChannel, client_channel
from protocol.codec import Codec
from server.fronts.ssh.transport.authentication import Visitor
from server.host.terms import Passport, write_passport

PATIENCE: Final = 5.0
"""Seconds that the host gets to take a connection."""

_PAUSE: Final = 0.05
"""Seconds until a host with too many at its door is asked again."""

STARTING: Final = "the game server is starting again: try in a moment"
"""What somebody is told while there is no host."""

SILENT: Final = "the game server does not answer: try in a moment"
"""What somebody is told when the host is there and takes nothing."""


class HostDialler:
    """Makes connections to the host."""

    def __init__(self, socket: Path, codec: Codec) -> None:
        """Know where the host listens for fronts, and the words that are spoken there."""
        self._socket = socket
        self.codec: Final = codec
        """The words that are spoken there."""
        self._secret = secrets.token_bytes(32)

    async def dial(self, visitor: Visitor, *, looks: bool = False) -> ClientChannel:
        """Give a channel on which the visitor's passport has been shown and nothing else said.

        Args:
            visitor: who it is.
            looks: whether this connection only asks and never plays.

        Raises:
            OSError: there is no connection; the text says why in a sentence for the visitor.
        """
        connection = await self._connect(visitor, looks=looks)
        return client_channel(*await asyncio.open_unix_connection(sock=connection), self.codec)

    async def open(self, visitor: Visitor) -> socket.socket:
        """Give a connection on which the visitor's passport has been shown, for whoever carries bytes only.

        It does not block, and nothing of this process stands between it and the host: what is not read stays there.

        Raises:
            OSError: as for ``dial``.
        """
        return await self._connect(visitor, looks=False)

    async def _connect(self, visitor: Visitor, *, looks: bool) -> socket.socket:
        """Connect, and show the passport."""
        passport = write_passport(Passport(visitor.key, visitor.address, looks, self._ticket(visitor)))
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(0)
        try:
            async with asyncio.timeout(PATIENCE):
                while not _taken(connection, self._socket):  # noqa: ASYNC110 - nobody tells when there is room
                    await asyncio.sleep(_PAUSE)
                await asyncio.get_running_loop().sock_sendall(connection, passport)
        except OSError as problem:
            connection.close()
            raise _explained(problem) from problem
        except BaseException:
            connection.close()
            raise
        return connection

    def _ticket(self, visitor: Visitor) -> str:
        """Give the word by which the host knows a guest again on every connection of the same SSH connection."""
        if not visitor.guest:
            return ""
        return hmac.digest(self._secret, visitor.number.to_bytes(8, "big"), hashlib.sha256).hex()


def _taken(connection: socket.socket, path: Path) -> bool:
    """Say whether the host has room for the connection; on a Unix socket nothing needs to be waited for.

    The loop's own way to connect would take a full queue for a success.
    """
    try:
        connection.connect(str(path))
    except BlockingIOError:
        return False
    return True


def _explained(problem: OSError) -> OSError:
    """Say in a sentence what is wrong."""
    if isinstance(problem, FileNotFoundError | ConnectionError):
        return ConnectionRefusedError(STARTING)
    if isinstance(problem, TimeoutError):
        return TimeoutError(SILENT)
    return OSError(f"the game server cannot be reached: {problem.strerror or problem}")
