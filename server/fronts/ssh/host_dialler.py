"""Connects a front to the host: over the host's own socket, starting with the visitor's passport."""

import asyncio
import hashlib
import hmac
import secrets
import socket
from pathlib import Path
from typing import Final

from protocol.aio import ByteStream, ClientChannel, client_channel
from protocol.codec import Codec
from protocol.connection import HEADER
from protocol.language import N_, _
from protocol.people import AdminReply
from server.fronts.ssh.transport.connection import Visitor
from server.host.terms import Passport, write_passport

PATIENCE: Final = 5.0  # Seconds that the host has to accept a connection.

AWAY_SECONDS: Final = 4.0
"""Seconds for which a host is waited for that has just gone, as for an update; screens go on the moment it is there."""

_ANSWER: Final = 4096

_PAUSE: Final = 0.05  # Seconds before a host whose queue is full is tried again.

STARTING: Final = N_("the game server is starting again, which takes a moment")
"""What visitors are told while no host is running, marked for translation."""

SILENT: Final = N_("the game server does not answer now")
"""What visitors are told when the host is running but accepts nothing, marked for translation."""


class HostDialler:
    """Makes connections to the host."""

    def __init__(self, host: Path, codec: Codec) -> None:
        self._socket = host
        self.codec: Final = codec
        self._secret = secrets.token_bytes(32)
        self._one = asyncio.Lock()
        self._was_there = False  # True from a connection to the host until it has been away for too long.

    async def dial(self, visitor: Visitor, *, looks: bool = False) -> ClientChannel:
        """Return a channel on which only the visitor's passport has been sent; one that ``looks`` never plays.

        Raises:
            OSError: the connection failed; the text says why in a sentence for the visitor.
        """
        connection = await self.open(visitor, looks=looks)
        _, stream = await asyncio.get_running_loop().create_unix_connection(ByteStream, sock=connection)
        return client_channel(stream, stream, self.codec)

    async def open(self, visitor: Visitor, *, looks: bool = False) -> socket.socket:
        """Return a socket on which only the visitor's passport has been sent, for callers that carry bytes.

        The socket is non-blocking, and this process buffers nothing of it: unread data stays with the host.

        Raises:
            OSError: as for ``dial``.
        """
        return await self._sent(Passport(visitor.key, visitor.address, looks, self._ticket(visitor)))

    async def ask(self, *words: str, address: str, key: str = "") -> bool:
        """Ask the host for something in the name of this front; return False if it was not done.

        Raises:
            OSError: as for ``dial``; or the host cannot store it now.
        """
        with await self._sent(Passport(key, address, asks=words)) as connection:
            async with asyncio.timeout(PATIENCE):
                answer = b""
                while piece := await asyncio.get_running_loop().sock_recv(connection, _ANSWER):
                    answer += piece
        if len(answer) <= HEADER:
            raise ConnectionResetError(_(STARTING))
        reply = self.codec.unpack(AdminReply, answer[HEADER:])
        if reply.lines:
            raise OSError(_("the server cannot store this now: try again later"))
        return not reply.refused

    async def _sent(self, passport: Passport) -> socket.socket:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(0)
        try:
            async with asyncio.timeout(PATIENCE):
                await self._connect(connection)
                await asyncio.get_running_loop().sock_sendall(connection, write_passport(passport))
        except OSError as problem:
            connection.close()
            raise self._explained(problem) from problem
        except BaseException:
            connection.close()
            raise
        return connection

    async def _connect(self, connection: socket.socket) -> None:
        """Connect once the host has room; one that was there and is away is waited for, since the next one starts."""
        loop = asyncio.get_running_loop()
        until = loop.time() + (AWAY_SECONDS if self._was_there else 0.0)
        # One tries for all: hundreds that try again and again would keep the next host from starting.
        async with self._one:
            while True:
                if self._taken(connection, until):
                    return
                await asyncio.sleep(_PAUSE)

    def _taken(self, connection: socket.socket, until: float) -> bool:
        """Return True if the host has room for the connection, False if it is worth another try.

        Connecting to a Unix socket never waits, and the event loop's own way would mistake a full queue for success.
        """
        try:
            connection.connect(str(self._socket))
        except BlockingIOError:
            return False
        except (FileNotFoundError, ConnectionRefusedError):
            if asyncio.get_running_loop().time() < until:
                return False
            self._was_there = False
            raise
        self._was_there = True
        return True

    def _explained(self, problem: OSError) -> OSError:
        if isinstance(problem, FileNotFoundError | ConnectionError):
            return ConnectionRefusedError(_(STARTING))
        if isinstance(problem, TimeoutError):
            return TimeoutError(_(SILENT))
        return OSError(_("the game server cannot be reached ({problem})", problem=problem.strerror or problem))

    def _ticket(self, visitor: Visitor) -> str:
        """Return the token by which the host recognises a guest on every connection of the same SSH connection."""
        if not visitor.guest:
            return ""
        return hmac.digest(self._secret, visitor.number.to_bytes(8, "big"), hashlib.sha256).hex()
