"""The disk of the simulation: slow now and then, held by others, failing, and sometimes silent about what it has done.

What is only read waits for none of that: it may be older than what is just being written, never than what was answered.

A server that was killed keeps its store object, but never gets an answer from it again: only one epoch can write.
"""

import asyncio
from random import Random

from server.storage.store import Appended, AppendResult, Brief, Failed, StoreFault, Unknown
from tests.server.storage.memory import MemoryStore

SLOW_SHARE = 0.1  # How many of the writes are slow.
SLOW_SECONDS = 2.5  # How long these take.
PATIENCE_SECONDS = 5.0  # How long a write waits for another program that holds the disk.


class Disk(MemoryStore):
    """What lasts."""

    def __init__(self, random: Random) -> None:
        """Begin in a storm."""
        super().__init__()
        self.stormy = True
        self.epoch = 0  # How many servers have opened it.
        self.epochs: dict[str, list[int]] = {}  # By which of them each record of a log was written.
        self.stored_at: dict[str, list[float]] = {}  # When each record of a log was on the disk, by the loop's time.
        self.busy: list[tuple[float, float]] = []  # From when to when a write was slow, or waited for another program.
        self.random = random
        self._held_until = 0.0

    def open(self) -> None:
        """Let another server write, and none of those before."""
        self.epoch += 1

    def hold(self, seconds: float) -> None:
        """Let another program hold it for so long."""
        self._held_until = asyncio.get_running_loop().time() + seconds

    async def append(self, log: str, expect: int, record: bytes, brief: Brief | None) -> AppendResult:
        """Add a record, sooner or later, or perhaps not."""
        epoch = self.epoch
        if not self.stormy:
            return await self._store(epoch, log, expect, record, brief)
        await self._pause(epoch)
        if not await self._is_free(epoch):
            return Failed("held by another program")
        fate = self.random.random()
        if fate < 0.05:
            return Failed("a storm")
        if fate < 0.08:
            return Unknown("a storm")
        answer = await self._store(epoch, log, expect, record, brief)
        # Stored, and yet nobody may hear of it: the answer is lost, or the server is killed while it waits.
        await self._pause(epoch)
        return Unknown("a storm") if fate < 0.12 else answer

    async def read(self, log: str) -> tuple[bytes, ...]:
        """Give the records, or fail."""
        if self.stormy and self.random.random() < 0.1:
            raise StoreFault("a storm")
        return await super().read(log)

    async def _store(self, epoch: int, log: str, expect: int, record: bytes, brief: Brief | None) -> AppendResult:
        """Add a record, and note who did."""
        answer = await super().append(log, expect, record, brief)
        if isinstance(answer, Appended):
            self.epochs.setdefault(log, []).append(epoch)
            self.stored_at.setdefault(log, []).append(asyncio.get_running_loop().time())
        return answer

    async def _pause(self, epoch: int) -> None:
        """Take as long as the disk takes; a server that was killed meanwhile waits for ever."""
        await self._sleep(epoch, SLOW_SECONDS if self.random.random() < SLOW_SHARE else 0.01 * self.random.random())

    async def _is_free(self, epoch: int) -> bool:
        """Wait until nobody holds it; False where that takes too long."""
        left = self._held_until - asyncio.get_running_loop().time()
        await self._sleep(epoch, max(0.0, min(left, PATIENCE_SECONDS)))
        return left <= PATIENCE_SECONDS

    async def _sleep(self, epoch: int, seconds: float) -> None:
        """Let time pass; a server that was killed meanwhile waits for ever."""
        begun = asyncio.get_running_loop().time()
        self.busy.append((begun, begun + seconds))
        await asyncio.sleep(seconds)
        if epoch != self.epoch:
            await asyncio.Event().wait()
