"""The door for the owner of this machine: a Unix socket at which one command is answered, and nobody else is heard."""

import asyncio
import contextlib
import logging
import os
import pwd
import socket
import struct
from typing import Final

from protocol.administration import AdminCommand, AdminReply
from protocol.codec import Codec
from protocol.errors import RemoteProtocolError
from protocol.framing import HEADER, write_frame
from server.fronts.byte_stream import ByteStream
from server.host.host import Host
from server.storage.store import StoreFault

_log = logging.getLogger(__name__)

LONGEST_ASKED: Final = 16 * 1024
"""The most bytes of a command."""

LONGEST_TOLD: Final = 1024 * 1024
"""The most bytes of an answer."""

ADMIN_SECONDS: Final = 10.0
"""Seconds within which a command is sent."""

_CREDENTIALS: Final = struct.Struct("3i")


class AdminDoor:
    """Answers commands of the user that runs the server, and of root."""

    def __init__(self, host: Host, codec: Codec) -> None:
        self._host = host
        self._codec = codec

    async def let_in(self, reader: ByteStream, writer: ByteStream) -> None:
        """Answer one command, and close the connection."""
        user = peer_user(writer.get_extra_info("socket"))
        if not is_owner(user):
            _log.warning("user %s has tried the admin socket", user)
        await self.serve(reader, writer, user_name(user) if is_owner(user) else "")

    async def serve(self, reader: ByteStream, writer: ByteStream, name: str) -> None:
        """Answer one command of an owner of this name, and close the connection; whoever has none is refused."""
        try:
            answer = await self._answer(reader, name)
            writer.write(write_frame(self._codec.pack(answer), LONGEST_TOLD))
            async with asyncio.timeout(ADMIN_SECONDS):
                await writer.drain()
        except (OSError, EOFError):
            _log.info("somebody has left the admin socket without an answer")
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def _answer(self, reader: ByteStream, name: str) -> AdminReply:
        """Read a command, and do it if it comes from somebody who may."""
        try:
            async with asyncio.timeout(ADMIN_SECONDS):
                size = int.from_bytes(await reader.readexactly(HEADER), "big")
                if not 0 < size <= LONGEST_ASKED:
                    return _refused(f"a command has 1 to {LONGEST_ASKED} bytes, not {size}")
                payload = await reader.readexactly(size)
            if not name:
                return _refused("this is for the user that runs the server, and for root")
            command = self._codec.unpack(AdminCommand, payload)
            return await self._host.moderation.run_locally(name, command.words)
        except RemoteProtocolError as problem:
            return _refused(f"this is no command: {problem.text}")
        except StoreFault as problem:
            return _refused(f"the server cannot use its store now: {problem}")


def is_owner(user: int | None) -> bool:
    """Return True if a user of this machine may look after its server; where nobody can tell, the file's rights do."""
    return user in (None, 0, os.geteuid())


def _refused(why: str) -> AdminReply:
    return AdminReply(1, (why,), refused=True)


def peer_user(connection: socket.socket | None) -> int | None:
    """Return the id of the user at the other end; None where the system does not tell, or it is on another node."""
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None or connection is None:
        return None
    _, user, _ = _CREDENTIALS.unpack(connection.getsockopt(socket.SOL_SOCKET, option, _CREDENTIALS.size))
    return int(user)


def user_name(user: int | None) -> str:
    """Return what a user of this machine is called in the audit log."""
    if user is None:
        return "the owner"
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return f"user {user}"
