"""One short conversation with the host on behalf of a visitor: a greeting, then questions one after the other."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final, TypeVar

from protocol.aio import ClientChannel
from protocol.archive import Games, RecordPart
from protocol.identity import KeyCode, Keys
from protocol.messages import (
    VERSION,
    FromClient,
    FromServer,
    Goodbye,
    Hello,
    Refused,
    Tables,
    TableShown,
    Welcome,
)
from protocol.reading import Rules
from protocol.vocabulary import View
from server.fronts.ssh.desk.reply import Refusal
from server.fronts.ssh.line import STARTING, Line
from server.fronts.ssh.visitor import Visitor

_CLIENT_NAME: Final = "ssh, without a terminal"

A = TypeVar("A", Tables, TableShown[View], Games, RecordPart, Keys, KeyCode, Rules)


class Conversation:
    """A channel on which the visitor is welcome."""

    def __init__(self, channel: ClientChannel, welcome: Welcome) -> None:
        """Begin with the welcome."""
        self.welcome = welcome
        """What the host said of the visitor and of its games."""
        self._channel = channel
        self._last_id = int(time.time() * 1_000_000)

    async def ask(self, make: Callable[[int], FromClient], kind: type[A]) -> A:
        """Send the question that is made with a new id, and wait for an answer of this kind.

        There is only one question at a time, so the next answer is the answer to it.

        Raises:
            Refusal: the host does not do it.
            OSError: the host has gone.
            ProtocolError: the host cannot be understood.
        """
        self._last_id += 1
        await self._channel.send(make(self._last_id))
        while True:
            message = await _hear(self._channel)
            if isinstance(message, Refused):
                raise Refusal(message.code.value, message.text)
            if isinstance(message, kind):
                return message


@asynccontextmanager
async def conversation(line: Line, visitor: Visitor) -> AsyncIterator[Conversation]:
    """Greet the host for a visitor who only asks, and part in the end.

    Raises:
        Refusal: the visitor is not let in.
        OSError: the host is away.
        ProtocolError: the host cannot be understood.
    """
    channel = await line.dial(visitor, looks=True)
    try:
        await channel.send(Hello((VERSION, VERSION), _CLIENT_NAME))
        welcome = await _hear(channel)
        assert isinstance(welcome, Welcome), "the protocol lets nothing else come first"
        yield Conversation(channel, welcome)
    finally:
        channel.close()
        await channel.wait_closed()


async def _hear(channel: ClientChannel) -> FromServer:
    """Wait for the next message."""
    message = await channel.receive()
    if message is None:
        raise ConnectionResetError(STARTING)
    if isinstance(message, Goodbye):
        raise Refusal(message.code, message.text)
    return message
