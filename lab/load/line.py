"""The connection of a program to a server, by SSH or by its Unix socket: asks, and knows its own table."""

import asyncio
import contextlib
import itertools
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from lab.load.caller import TurnedAway
from protocol.aio import ClientChannel
from protocol.messages import (
    VERSION,
    FromClient,
    FromServer,
    Goodbye,
    Happened,
    Hello,
    Refused,
    Seated,
    TableChanged,
    Welcome,
)
from protocol.table import TableView

ANSWER_SECONDS: Final = 10.0  # Seconds after which an answer that has not come is missed.

_LAST_ID = itertools.count()


def next_id() -> int:
    """Return an id for a command, greater than all before, also those of the same person's other programs."""
    # They count by the time too; the count keeps apart what comes within the same microsecond.
    return time.time_ns() // 1000 + next(_LAST_ID)


class Line:
    """A connection that is open; someone has to read it."""

    def __init__(self, channel: ClientChannel) -> None:
        self.view: TableView | None = None  # The table that one is at.
        self._channel = channel
        self._asked: dict[int, asyncio.Future[FromServer]] = {}

    async def greet(self, name: str, token: str = "") -> str:
        """Say hello, and return the token with which one can come back.

        Raises:
            TurnedAway: the server does not let one in.
            TimeoutError: it says nothing.
        """
        async with asyncio.timeout(ANSWER_SECONDS):
            # A rejected client can read why, even where nothing can be sent any more.
            with contextlib.suppress(ConnectionError):
                await self._channel.send(Hello((VERSION, VERSION), "lab.load", name, token))
            answer = await self._channel.receive()
        if isinstance(answer, Goodbye | Refused):
            raise TurnedAway(answer.text)
        if not isinstance(answer, Welcome):
            raise TurnedAway("the connection was closed at once")
        return answer.token or token

    async def ask(self, make: Callable[[int], FromClient]) -> FromServer:
        """Send a command with a new id, and return its answer.

        Raises:
            TurnedAway: the server refuses.
            ConnectionResetError: it has ended the connection.
            TimeoutError: it does not answer in time.
        """
        number = next_id()
        self._asked[number] = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._channel.send(make(number))
                answer = await self._asked[number]
        finally:
            del self._asked[number]
        if isinstance(answer, Refused):
            raise TurnedAway(answer.text)
        return answer

    async def read(self) -> None:
        """Hear the server until the connection ends; then those waiting for an answer are told so."""
        words = "the connection has ended"
        with contextlib.suppress(OSError):
            while (message := await self._channel.receive()) is not None:
                if isinstance(message, Goodbye):
                    words = message.text
                self._hear(message)
        for asked in self._asked.values():
            if not asked.done():
                asked.set_exception(ConnectionResetError(words))

    def _hear(self, message: FromServer) -> None:
        if isinstance(message, Seated | Happened | TableChanged):
            self.view = message.view
        asked = self._asked.get(getattr(message, "id", None) or 0)
        if asked is not None and not asked.done():
            asked.set_result(message)


@asynccontextmanager
async def reading(line: Line) -> AsyncIterator[Line]:
    """Read a line for as long as the context lasts."""
    task = asyncio.create_task(line.read())
    try:
        yield line
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
