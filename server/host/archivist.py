"""Files finished games with their ratings, and compacts what is left of their tables."""

import asyncio
import logging
from collections.abc import Callable, Collection
from datetime import UTC, datetime
from typing import Final

from protocol.errors import ProtocolError
from server.host.clock import Recurring
from server.host.daily_deal import keep_result
from server.host.ledger import Ledger
from server.host.limits import FILED_AT_ONCE, FILING_PAUSE, LONGEST_RETRY_SECONDS, RECORD_PAGE, RETRY_SECONDS
from server.host.ratings import rate_all
from server.host.services import HostServices
from server.storage.store import ClosedLog, FinishedGame, StoreFault
from server.tables.heading import PLAYED_SECONDS, Heading, end_of, heading, last_played, players, record_of
from server.tables.ratings import by_households
from server.tables.table import Progress, Table

_log = logging.getLogger(__name__)


class Archivist(Recurring):
    """A task that sleeps until a game has ended; it first files what an earlier run has left."""

    def __init__(self, services: HostServices) -> None:
        super().__init__(self._file_all, "finished games cannot be filed now", RETRY_SECONDS, LONGEST_RETRY_SECONDS)
        self._services = services
        self.rated: Callable[[str], None] = lambda _: None
        """Called with the code of each table whose game has been rated."""

    async def _file_all(self) -> None:
        left: dict[str, str] = {}
        while logs := await self._unfiled(left):
            for log in logs:
                try:
                    await self._file(log)
                except StoreFault as problem:
                    # Perhaps only the pages of this log are damaged: the others must not wait for it.
                    left[log] = str(problem)
                # A long backlog must not slow down running games.
                await asyncio.sleep(FILING_PAUSE)
        await rate_all(self._services, self.rated)
        if left:
            log, problem_of_it = next(iter(left.items()))
            raise StoreFault(f"{len(left)} of them, the first that of table {log}: {problem_of_it}")

    async def _unfiled(self, left: Collection[str]) -> list[str]:
        """Return some of the unfiled logs, without those that have just failed; none once too many have failed."""
        if len(left) >= FILED_AT_ONCE:
            return []
        logs = await self._services.store.unfiled(FILED_AT_ONCE + len(left))
        return [log for log in logs if log not in left]

    async def _file(self, log: str) -> None:
        """File the game of a log, or mark the log as passed over if there is no finished game in it."""
        try:
            progress = await Ledger(self._services, log).load()
            end = end_of(progress) if progress else None
            if progress is not None and end is not None:
                await self._keep(log, progress, end)
                return
            _log.info("table %s: no game was played to its end, so none is filed", log)
        except StoreFault:
            raise
        except Exception:  # noqa: BLE001  # one unusable log must not keep the others waiting
            _log.exception("table %s: its game cannot be filed", log)
        await self._services.store.pass_over(log)

    async def _keep(self, log: str, progress: Progress, end: Table) -> None:
        """Store a game in the archive.

        Raises:
            ValueError: the record does not fit into messages.
        """
        store, ended_at = self._services.store, end.changed_at
        number = await store.last_game() + 1
        played_at = datetime.fromtimestamp(ended_at, UTC).isoformat(timespec="seconds")
        record = record_of(progress, end, str(number), played_at)
        if max(len(line.encode()) for line in record.split("\n")) > RECORD_PAGE:
            raise ValueError(f"a line of its record has more than {RECORD_PAGE} bytes")
        brief = by_households(heading(end), self._services.configured.rate_households)
        game = FinishedGame(number, log, ended_at, self._services.codec.pack(brief))
        await keep_result(self._services, progress, end)
        if not await store.file(game, players(end), record):
            raise StoreFault(f"another game got the number {number} at the same time")


FIRST_SECONDS: Final = 300.0
"""Seconds after the start before the first look: those who come back after a restart go first."""

EVERY_SECONDS: Final = 6 * 3600.0
"""Seconds between two looks."""

DAY: Final = 86_400.0

PAGE: Final = 64
"""Logs that are looked up at once."""

MOST_FAULTS: Final = 64
"""Logs that may fail in one look; after that the store is at fault."""


class Compactor(Recurring):
    """A task that compacts now and then, unless logs are kept for ever."""

    def __init__(self, services: HostServices, awake: Callable[[str], bool]) -> None:
        """``awake`` tells whether somebody is at a table: its log is left as it is."""
        super().__init__(self._compact, "old logs cannot be compacted now", EVERY_SECONDS, EVERY_SECONDS)
        self._services = services
        self._awake = awake

    def open(self, first: float = FIRST_SECONDS) -> None:
        """Start the task, unless logs are kept for ever."""
        if self._services.log_days:
            super().open(first)

    async def _compact(self) -> float:
        """Compact every log that is old enough, and return the seconds until the next look.

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
        if number:
            _log.info("%d logs were compacted: their games are in the archive", number)
        return EVERY_SECONDS

    def _is_old(self, closed: ClosedLog, before: float) -> bool:
        """Return True if nothing has happened at a table since; a heading that cannot be read tells nothing."""
        if closed.ended_at is not None:
            return closed.ended_at < before
        try:
            brief = self._services.codec.unpack(Heading, closed.heading)
        except ProtocolError:
            return False
        return last_played(brief)[0] + PLAYED_SECONDS < before
