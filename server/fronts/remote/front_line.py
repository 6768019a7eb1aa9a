"""The line of one front, as the gateway holds it, with the visitors that the front has brought."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Final

from server.fronts.remote.files import FileWatch
from server.fronts.remote.known_fronts import KnownFront
from server.fronts.remote.line import (
    BEAT_SECONDS,
    FRONT_LIMIT,
    SILENT_SECONDS,
    Beat,
    FromHost,
    LineReader,
    write_message,
)
from server.fronts.remote.stream import TlsStream
from server.tasks import raise_fault


class FrontLine:
    """A connected front."""

    def __init__(self, front: KnownFront, stream: TlsStream) -> None:
        self.front: Final = front
        self._stream = stream
        self._visits: dict[asyncio.Task[None], str] = {}
        self._holding: list[asyncio.Task[None]] = []
        self._last_words: FromHost | None = None

    def __len__(self) -> int:
        return len(self._visits)

    async def hold(self, files: FileWatch) -> None:
        """Exchange beats and pass on files until the front is cut off.

        Raises:
            OSError: it is gone or silent.
            RemoteProtocolError: it has sent what no front sends.
        """
        self._holding = [asyncio.create_task(self._tell(files)), asyncio.create_task(self._listen())]
        try:
            await asyncio.wait(self._holding, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in self._holding:
                task.cancel()
            await asyncio.gather(*self._holding, return_exceptions=True)
        raise_fault(*self._holding)

    def say(self, last_words: FromHost) -> None:
        """End the line with these words."""
        self._last_words = last_words
        self._holding[0].cancel()

    async def cut(self) -> None:
        """End the line and all visits."""
        for task in self._holding:
            task.cancel()
        await self.end_visits()

    async def visit(self, key: str, work: Coroutine[None, None, None]) -> None:
        """Serve a visitor with this key until they leave or are sent away, and raise what their service raises."""
        task = asyncio.create_task(work)
        self._visits[task] = key
        try:
            await asyncio.wait([task])
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            del self._visits[task]
        raise_fault(task)

    def cut_unless(self, lets_in: Callable[[str], bool]) -> None:
        """Send those visitors away whose keys are not let in any more."""
        for task, key in self._visits.items():
            if not lets_in(key):
                task.cancel()

    async def end_visits(self) -> None:
        """Send all visitors away."""
        visits = tuple(self._visits)
        for task in visits:
            task.cancel()
        await asyncio.gather(*visits, return_exceptions=True)

    async def _tell(self, files: FileWatch) -> None:
        try:
            while True:
                for file in files.changed():
                    await self._stream.send(write_message(file))
                await self._stream.send(write_message(Beat()))
                await asyncio.sleep(BEAT_SECONDS)
        finally:
            if self._last_words is not None:
                await self._stream.send(write_message(self._last_words))

    async def _listen(self) -> None:
        reader = LineReader(self._stream, FRONT_LIMIT)
        while True:
            async with asyncio.timeout(SILENT_SECONDS):
                await reader.frame()
