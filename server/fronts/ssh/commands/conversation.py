"""What somebody without a terminal gets: output, a sentence about what went wrong, and a status for scripts."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final, TypeVar

from msgspec import Struct

from protocol.aio import ClientChannel
from protocol.archive import Games, RecordPart
from protocol.errors import ErrorCode
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
from server.fronts.ssh.line import STARTING, HostDialler
from server.fronts.ssh.transport.authentication import Visitor

DONE: Final = 0
"""Exit status: it is done."""

NOT_DONE: Final = 1
"""Exit status: it could not be done: there is no such table or game, or it is not for this visitor."""

MISUSED: Final = 2
"""Exit status: wrongly called; the sentence says what is right."""

NOT_NOW: Final = 75
"""Exit status, EX_TEMPFAIL of sysexits.h: the game server is away or busy; the same may work in a moment."""

STATUSES: Final = {
    DONE: "done",
    NOT_DONE: "it could not be done: there is no such thing, or it is not for you",
    MISUSED: "wrongly called: the message says what is right",
    NOT_NOW: "the game server is away or busy: try again in a moment",
}
"""Each exit status, and what it means."""

_LATER: Final = frozenset(
    {"closing", ErrorCode.TOO_MANY.value, ErrorCode.SERVER_FAULT.value, ErrorCode.UNKNOWN_OUTCOME.value}
)
"""Why the host refuses what it may well do a moment later."""


class Reply(Struct, frozen=True):
    """The answer to one command."""

    out: str
    """For standard output."""

    err: str
    """For standard error: one line, or nothing."""

    status: int
    """The exit status."""


class Misuse(Exception):
    """A command that is wrongly called; the text says what is right."""


class Refusal(Exception):
    """Something that the host does not do."""

    def __init__(self, code: str, text: str) -> None:
        """Say why, for a program and for a person."""
        super().__init__(text)
        self.code = code
        """Why, for a program."""

    @property
    def status(self) -> int:
        """The exit status that says so."""
        if self.code == ErrorCode.INVALID_SETUP.value:
            return MISUSED
        return NOT_NOW if self.code in _LATER else NOT_DONE


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
async def conversation(line: HostDialler, visitor: Visitor) -> AsyncIterator[Conversation]:
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
