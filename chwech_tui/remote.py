"""A channel to a remote server: the connection may die silently, and the server may send impossible values.

It is for connections over a network. A pipe or socket on this machine ends when its other end does, and its server
belongs to this program.
"""

import asyncio
from typing import Final

from chwech_tui.credible import check
from protocol.aio import ByteReader, ByteWriter, Channel
from protocol.codec import Codec
from protocol.connection import ConnectionState, connection_of_client
from protocol.messages import FromClient, FromServer, Ping, Pong

SILENCE: Final = 10.0
"""Seconds without a byte after which the client sends a ping."""

ANSWER: Final = 5.0
"""Seconds that the server gets to answer a ping before the connection counts as dead."""

GREETING: Final = 30.0
"""Seconds that a server gets to answer the greeting; long, so that a busy server does not face repeated attempts."""

_ANY: Final = 1
"""The id of every ping: a ping changes nothing, so its id need not grow."""


class RemoteChannel(Channel[FromClient, FromServer]):
    """The client's end of a connection, with a keepalive and a check that messages are credible."""

    async def receive(self) -> FromServer | None:
        """Return the next message other than a pong; an impossible one raises ``RemoteProtocolError``."""
        while isinstance(message := await super().receive(), Pong):
            pass
        if message is not None:
            check(message)
        return message

    async def _read(self) -> bytes:
        """Return the next bytes, or raise ``ConnectionResetError`` if the server is silent for too long."""
        if self.state is not ConnectionState.OPEN:
            return await self._bytes_within(GREETING, f"the server has not answered for {GREETING:.0f} seconds")
        try:
            return await self._bytes_within(SILENCE, "")
        except ConnectionResetError:
            self.put(Ping(_ANY))
        return await self._bytes_within(ANSWER, f"nothing was heard for {SILENCE + ANSWER:.0f} seconds")

    async def _bytes_within(self, seconds: float, trouble: str) -> bytes:
        try:
            async with asyncio.timeout(seconds):
                return await super()._read()
        except TimeoutError as error:
            raise ConnectionResetError(trouble) from error


def remote_channel(reader: ByteReader, writer: ByteWriter, codec: Codec) -> RemoteChannel:
    """Return the client's end of a new connection over these network streams."""
    return RemoteChannel(reader, writer, connection_of_client(codec))
