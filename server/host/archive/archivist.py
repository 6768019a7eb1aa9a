"""Files finished games in the background, one at a time, from their logs alone, and has them rated.

Interrupted work is resumed at the next start, because the store knows which logs are not filed yet.
"""

import asyncio
import logging
from collections.abc import Callable, Collection
from datetime import UTC, datetime
from typing import Any

from server.host.archive.rater import rate_all
from server.host.daily.results import keep_result
from server.host.limits import FILED_AT_ONCE, FILING_PAUSE, LONGEST_RETRY_SECONDS, RECORD_PAGE, RETRY_SECONDS
from server.host.services import HostServices
from server.host.tables.ledger import Ledger
from server.storage.store import FinishedGame, StoreFault
from server.tables.finished import end_of, players, record_of
from server.tables.heading import heading
from server.tables.placings import by_households
from server.tables.table import Progress, Table

_log = logging.getLogger(__name__)


class Archivist:
    """A task that sleeps until a game has ended."""

    def __init__(self, services: HostServices) -> None:
        self._services = services
        self._called = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._again: asyncio.TimerHandle | None = None
        self.rated: Callable[[str], None] = lambda _: None
        """Called with the code of each table whose game has been rated."""

    def open(self) -> None:
        """Start the task, which first files what an earlier run has left."""
        self._task = asyncio.create_task(self._run(), name="archive")
        self.call()

    def call(self) -> None:
        """Wake the task to file finished games."""
        self._called.set()

    async def close(self) -> None:
        """Stop; games not filed yet are filed at the next start."""
        if self._again is not None:
            self._again.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        """Work whenever called; while the store fails, retry at growing intervals."""
        wait = RETRY_SECONDS
        while True:
            await self._called.wait()
            self._called.clear()
            try:
                await self._file_all()
                wait = RETRY_SECONDS
            except StoreFault as problem:
                _log.error("finished games cannot be filed now: %s", problem)
                self._call_later(wait)
                wait = min(2 * wait, LONGEST_RETRY_SECONDS)
            except Exception:  # noqa: BLE001  # whatever goes wrong, the archive is tried again and the games go on
                _log.exception("finished games cannot be filed now")
                self._call_later(RETRY_SECONDS)

    def _call_later(self, seconds: float) -> None:
        """Schedule one retry, in place of any earlier one."""
        if self._again is not None:
            self._again.cancel()
        self._again = asyncio.get_running_loop().call_later(seconds, self.call)

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

    async def _keep(self, log: str, progress: Progress[Any], end: Table[Any]) -> None:
        """Store a game in the archive.

        Raises:
            ValueError: the record does not fit into messages.
        """
        store, ended_at = self._services.store, end.changed_at
        number = await store.last_game() + 1
        played_at = datetime.fromtimestamp(ended_at, UTC).isoformat(timespec="seconds")
        record = record_of(progress, end, str(number), played_at)
        if max(map(_size, record.split("\n"))) > RECORD_PAGE:
            raise ValueError(f"a line of its record has more than {RECORD_PAGE} bytes")
        brief = by_households(heading(end), self._services.configured.value.households)
        game = FinishedGame(number, log, ended_at, self._services.codec.pack(brief))
        await keep_result(self._services, progress, end)
        if not await store.file(game, players(end), record):
            raise StoreFault(f"another game got the number {number} at the same time")


def _size(line: str) -> int:
    return len(line.encode())
