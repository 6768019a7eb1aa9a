"""A store that forgets everything when it ends: for tests, and for playing without a trace."""

from server.storage.memory_archive import MemoryArchive
from server.storage.memory_board import MemoryBoard
from server.storage.memory_people import MemoryPeople
from server.storage.store import Append, Appended, Brief, Conflict


class MemoryStore(MemoryPeople, MemoryArchive, MemoryBoard):
    """Logs, accounts and finished games in dictionaries."""

    def __init__(self) -> None:
        """Begin with nothing."""
        super().__init__()
        self._logs: dict[str, list[bytes]] = {}
        self._briefs: dict[str, Brief] = {}

    async def append(self, log: str, expect: int, record: bytes, brief: Brief | None) -> Append:
        """Add a record to a log of the expected length, and replace its brief unless that is None."""
        records = self._logs.get(log, [])
        if len(records) != expect:
            return Conflict(len(records))
        self._logs[log] = [*records, record]
        if brief is not None:
            self._briefs[log] = brief
        return Appended()

    async def read(self, log: str) -> tuple[bytes, ...]:
        """Give every record of a log in order."""
        return tuple(self._logs.get(log, ()))

    async def live(self) -> tuple[bytes, ...]:
        """Give the heading of every log that can still grow."""
        return tuple(brief.heading for brief in self._briefs.values() if brief.live)

    async def close(self) -> None:
        """Let go of nothing: there is nothing to let go of."""
