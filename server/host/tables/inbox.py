"""The inbox of one task: jobs in order; it knows nothing of what they are."""

import asyncio
from typing import Generic, TypeVar

J = TypeVar("J")


class Inbox(Generic[J]):
    """Jobs that wait for the one task that takes them; an ``asyncio.Queue`` would cost each table 3 kB."""

    def __init__(self) -> None:
        # A list, for few wait at once: the requests of one table's people, one each.
        self._jobs: list[J] = []
        self._taker: asyncio.Future[None] | None = None
        self._loop = asyncio.get_running_loop()

    def __len__(self) -> int:
        return len(self._jobs)

    def put(self, job: J) -> None:
        """Add a job; never waits."""
        self._jobs.append(job)
        if self._taker is not None and not self._taker.done():
            self._taker.set_result(None)

    async def take(self) -> J:
        """Wait for the next job; only one task may."""
        while not self._jobs:
            self._taker = self._loop.create_future()
            try:
                await self._taker
            finally:
                self._taker = None
        return self._jobs.pop(0)
