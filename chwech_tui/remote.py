"""A channel to a server elsewhere: the line may die without a word, and the server may say what cannot be so.

It is for doors that lead over a network. A pipe or a socket of this machine ends when its other end does, and there
speaks a server of this very program.
"""

import asyncio
from typing import Final

from chwech_tui.model.credible import check
from protocol.aio import ByteReader, ByteWriter, Channel
from protocol.codec import Codec
from protocol.connection import ConnectionState, connection_of_client
from protocol.messages import FromClient, FromServer, Ping, Pong

SILENCE: Final = 10.0
"""Seconds without a byte after which the server is asked for a sign of life."""

ANSWER: Final = 5.0
"""Seconds that it gets for one: then the line is dead."""

GREETING: Final = 30.0
"""Seconds that a server gets to answer the greeting; a busy one must not be called again and again."""

_ANY: Final = 1
"""The id of every such question: nothing is done by it, so it need not grow."""


class RemoteChannel(Channel[FromClient, FromServer]):
    """The client's end of a connection that ends when the server falls silent, and that lets nothing absurd in."""

    async def receive(self) -> FromServer | None:
        """Wait for the next message; a sign of life is none, and what cannot be so is a ``RemoteProtocolError``."""
        while isinstance(message := await super().receive(), Pong):
            pass
        if message is not None:
            check(message)
        return message

    async def _read(self) -> bytes:
        """Give the next bytes, or raise a ``ConnectionResetError`` where none come any more."""
        if self.state is not ConnectionState.OPEN:
            return await self._bytes_within(GREETING, f"the server has not answered for {GREETING:.0f} seconds")
        try:
            return await self._bytes_within(SILENCE, "")
        except ConnectionResetError:
            self.put(Ping(_ANY))
        return await self._bytes_within(ANSWER, f"nothing was heard for {SILENCE + ANSWER:.0f} seconds")

    async def _bytes_within(self, seconds: float, trouble: str) -> bytes:
        """Give the next bytes if they come in time."""
        try:
            async with asyncio.timeout(seconds):
                return await super()._read()
        except TimeoutError as error:
            raise ConnectionResetError(trouble) from error


def remote_channel(reader: ByteReader, writer: ByteWriter, codec: Codec) -> RemoteChannel:
    """Give a client's end of a new connection over these streams, which lead over a network."""
    return RemoteChannel(reader, writer, connection_of_client(codec))
