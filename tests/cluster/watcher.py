"""People who play and watch through one node and then another, so that their tables run at either."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from protocol.messages import FromServer, WatchTable
from tests.server.commands.children import Player, connect_unix, next_id
from tests.soak.regular import Line, Question, Regular

LOOK_SECONDS = 0.5


class Wanderer(Regular):
    """A regular who goes to another node now and then, while somebody watches at the table."""

    def __init__(self, doors: Sequence[Path], first: int, name: str, ended: Callable[[], bool]) -> None:
        """Begin with this door; ``ended`` says when to stop."""
        super().__init__(doors[first], name, ended)
        self._doors = doors
        self.at = first
        """The door by which they come."""
        self.longest = 0.0
        """The longest time that an answer took since this was set to 0, in seconds, however often it was asked for."""
        self._line: Line | None = None
        self._asked = 0
        self._asked_at = 0.0

    def __str__(self) -> str:
        """Say by which door they come, too."""
        return f"{super().__str__()}, by door {self.at}"

    def wander(self) -> None:
        """Go to the next door."""
        self.at = (self.at + 1) % len(self._doors)
        self._door = self._doors[self.at]
        if self._line is not None:
            self._line.channel.close()

    async def _connect(self) -> Line:
        self._line = await super()._connect()
        return self._line

    async def _answer(self, line: Line, question: Question) -> FromServer:
        if question.id != self._asked:
            self._asked, self._asked_at = question.id, time.monotonic()
        answer = await super()._answer(line, question)
        self.longest = max(self.longest, time.monotonic() - self._asked_at)
        return answer


class Watcher:
    """A person who follows a regular from table to table."""

    def __init__(self, door: Path, name: str, regular: Regular, ended: Callable[[], bool]) -> None:
        """Begin at home; ``ended`` says when to stop."""
        self._door = door
        self._name = name
        self._regular = regular
        self._ended = ended
        self._token = ""

    async def live(self) -> None:
        """Come, and come back."""
        while not self._ended():
            with contextlib.suppress(OSError, TimeoutError, AssertionError):
                await self._visit()
            await asyncio.sleep(0.05)

    async def _visit(self) -> None:
        plain = await connect_unix(self._door)
        line, at = Line(plain.channel), ""
        listening: asyncio.Task[None] | None = None
        try:
            self._name += "" if self._token else "'"
            await line.greet(self._name, self._token)
            self._token = line.token
            listening = asyncio.create_task(_listen(line))
            while not self._ended() and not listening.done():
                if self._regular.tables and self._regular.tables[-1] != at:
                    at = self._regular.tables[-1]
                    await line.channel.send(WatchTable(next_id(), at))
                await asyncio.wait([listening], timeout=LOOK_SECONDS)
        finally:
            line.channel.close()
            if listening is not None:
                listening.cancel()
                await asyncio.gather(listening, return_exceptions=True)


async def _listen(line: Player) -> None:
    while True:
        await line.hear()
