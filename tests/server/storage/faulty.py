"""A store in memory that fails when told to."""

import asyncio

from server.storage.store import Account, AppendResult, Brief, Failed, PublicKey, StoreFault
from tests.server.storage.memory import MemoryStore


class FaultyStore(MemoryStore):
    """A store in memory that fails when told to, and that takes its time."""

    def __init__(self) -> None:
        """Begin healthy and quick."""
        super().__init__()
        self.answer: AppendResult | None = None  # What appends are answered with instead of being done.
        self.stores_anyway = False  # Whether they are done nevertheless.
        self.unreadable = False  # Whether nothing can be read.
        self.delay = 0.0  # Seconds that an append takes.

    async def append(self, log: str, expect: int, record: bytes, brief: Brief | None) -> AppendResult:
        """Add a record, or fail."""
        await asyncio.sleep(self.delay)
        if self.answer is None:
            return await super().append(log, expect, record, brief)
        if self.stores_anyway:
            await super().append(log, expect, record, brief)
        return self.answer

    async def pin(self, number: int, line: bytes, keep: int) -> bool:
        """Add a line, or fail."""
        await asyncio.sleep(self.delay)
        if self.answer is None:
            return await super().pin(number, line, keep)
        if self.stores_anyway:
            await super().pin(number, line, keep)
        raise StoreFault("the disk is gone")

    async def read(self, log: str) -> tuple[bytes, ...]:
        """Give the records, or fail."""
        if self.unreadable:
            raise StoreFault("the disk is gone")
        return await super().read(log)

    async def credential(self, token: str) -> tuple[Account, bytes] | None:
        """Give an account, or fail."""
        if self.unreadable:
            raise StoreFault("the disk is gone")
        return await super().credential(token)

    async def keyholder(self, key: str) -> Account | None:
        """Give an account, or fail."""
        if self.unreadable:
            raise StoreFault("the disk is gone")
        return await super().keyholder(key)

    async def keys(self, account: str) -> tuple[PublicKey, ...]:
        """Give keys, or fail."""
        if self.unreadable:
            raise StoreFault("the disk is gone")
        return await super().keys(account)

    async def settings(self, account: str, key: str) -> dict[str, str]:
        """Give settings, or fail."""
        if self.unreadable:
            raise StoreFault("the disk is gone")
        return await super().settings(account, key)

    def break_down(self) -> None:
        """Let nothing be written or read any more."""
        self.answer, self.unreadable = Failed("the disk is gone"), True

    def mend(self) -> None:
        """Work again."""
        self.answer, self.unreadable, self.stores_anyway = None, False, False
