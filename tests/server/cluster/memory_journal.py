"""A journal that is a list, with the faults that a real one has."""

import asyncio
from collections.abc import AsyncGenerator

from server.cluster.journal import Entry
from server.cluster.operations import Operation, write_entry, write_operation
from server.storage.store import StoreFault
from server.storage.threads import UnknownOutcome


def entry_of(*operations: Operation) -> bytes:
    """Give the bytes of an entry."""
    return write_entry([write_operation(operation) for operation in operations])


class MemoryJournal:
    """A journal for the nodes of one process."""

    def __init__(self) -> None:
        """Begin empty."""
        self.entries: list[bytes] = []
        self._keys: dict[str, int] = {}
        self._grown = asyncio.Condition()
        self.late: list[tuple[bytes, str]] = []
        """What was published and has not come in yet."""
        self.holds_back = False
        """True while what is published comes in later, and its author does not learn when."""
        self.refuses = False
        """True while nothing can be published."""

    async def publish(self, data: bytes, key: str) -> int:
        """Append an entry, unless a fault is set."""
        if self.refuses:
            raise StoreFault("the journal is full")
        if self.holds_back:
            self.late.append((data, key))
            raise UnknownOutcome("the connection was lost")
        return await self.come_in(data, key)

    async def come_in(self, data: bytes, key: str) -> int:
        """Append an entry."""
        if key not in self._keys:
            self.entries.append(data)
            self._keys[key] = len(self.entries)
        async with self._grown:
            self._grown.notify_all()
        return self._keys[key]

    async def follow(self, after: int) -> AsyncGenerator[tuple[Entry, ...], None]:
        """Yield what follows, some entries at a time."""
        while True:
            async with self._grown:
                while len(self.entries) <= after:
                    await self._grown.wait()
            new = self.entries[after : after + 100]
            yield tuple(Entry(number, data) for number, data in enumerate(new, after + 1))
            after += len(new)

    async def last(self) -> int:
        """Give the number of the last entry."""
        return len(self.entries)
