"""Who may begin: apps start one at a time, in the order of their coming, and between two starts the others are served.

A start costs as much as some ten keys, and nothing else happens meanwhile.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Final

WAITING: Final = 128
"""People that wait for their start; whoever comes later is asked to come again."""


class Crowded(Exception):
    """Too many wait already; the text is for whoever came."""


class Admission:
    """Gives everybody a turn."""

    def __init__(self) -> None:
        """Begin with nobody waiting."""
        self._turn = asyncio.Lock()
        self._waiting = 0

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for one's turn, and keep it for as long as the start takes.

        Raises:
            Crowded: too many wait already.
        """
        if self._waiting >= WAITING:
            raise Crowded("very many people are coming just now: try again in a moment")
        self._waiting += 1
        try:
            async with self._turn:
                yield
                # Whatever waits in the loop comes before the next start.
                await asyncio.sleep(0)
        finally:
            self._waiting -= 1
