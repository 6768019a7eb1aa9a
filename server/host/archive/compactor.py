"""Compacts old closed logs in the background: what was played stays in the archive, and the disk stays bounded."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from protocol.errors import ProtocolError
from server.host.limits import FILING_PAUSE
from server.host.services import HostServices
from server.storage.compaction_store import ClosedLog
from server.storage.store import StoreFault
from server.tables.heading import PLAYED_SECONDS, Heading, last_played

_log = logging.getLogger(__name__)

FIRST_SECONDS: Final = 300.0
"""Seconds after the start before the first look: those who come back after a restart go first."""

EVERY_SECONDS: Final = 6 * 3600.0
"""Seconds between two looks."""

DAY: Final = 86_400.0

PAGE: Final = 64
"""Logs that are looked up at once."""

MOST_FAULTS: Final = 64
"""Logs that may fail in one look; after that the store is at fault."""


class Compactor:
    """A task that compacts now and then."""

    def __init__(self, services: HostServices, awake: Callable[[str], bool]) -> None:
        """``awake`` tells whether somebody is at a table: its log is left as it is."""
        self._services = services
        self._awake = awake
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start the task, unless logs are kept for ever."""
        if self._services.log_days:
            self._task = asyncio.create_task(self._run(), name="compaction")

    async def close(self) -> None:
        """Stop; what is left is compacted by the next server."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        await asyncio.sleep(FIRST_SECONDS)
        while True:
            try:
                number = await self._compact_all()
                if number:
                    _log.info("%d logs were compacted: their games are in the archive", number)
            except StoreFault as problem:
                _log.error("old logs cannot be compacted now: %s", problem)
            except Exception:  # noqa: BLE001  # whatever goes wrong, it is tried again and the games go on
                _log.exception("old logs cannot be compacted now")
            await asyncio.sleep(EVERY_SECONDS)

    async def _compact_all(self) -> int:
        """Compact every log that is old enough, and return how many.

        Raises:
            StoreFault: some could not be compacted; the others have been, unless there were too many.
        """
        store, before = self._services.store, self._services.outside.now() - self._services.log_days * DAY
        after, number = "", 0
        faults: list[str] = []
        while len(faults) < MOST_FAULTS and (page := await store.closed_logs(before, after, PAGE)):
            after = page[-1].log
            for closed in page:
                if self._awake(closed.log) or not self._is_old(closed, before):
                    continue
                try:
                    await store.compact(closed.log)
                    number += 1
                except StoreFault as problem:
                    # Perhaps only the pages of this log are damaged: the others must not wait for it.
                    faults.append(f"table {closed.log}: {problem}")
                # Running games go first.
                await asyncio.sleep(FILING_PAUSE)
        if faults:
            raise StoreFault(f"{len(faults)} of them, the first that of {faults[0]}")
        return number

    def _is_old(self, closed: ClosedLog, before: float) -> bool:
        """Return True if nothing has happened at a table since; a heading that cannot be read tells nothing."""
        if closed.ended_at is not None:
            return closed.ended_at < before
        try:
            brief = self._services.codec.unpack(Heading, closed.heading)
        except ProtocolError:
            return False
        return last_played(brief)[0] + PLAYED_SECONDS < before
