"""Files finished games with their ratings, and compacts what is left of their tables."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from msgspec.structs import replace

from protocol.errors import ProtocolError
from protocol.rating import SeatRating
from protocol.table import TablePhase
from server.host.clock import Recurring
from server.host.daily import keep_result
from server.host.ledger import Ledger
from server.host.limits import FILED_AT_ONCE, FILING_PAUSE, LONGEST_RETRY_SECONDS, RECORD_PAGE, RETRY_SECONDS
from server.host.services import HostServices
from server.storage.database import Store
from server.storage.store import ClosedLog, FinishedGame, StoreFault
from server.tables.chairs import Chairs
from server.tables.heading import (
    PLAYED_SECONDS,
    Heading,
    Player,
    end_of,
    heading,
    is_rated,
    last_played,
    player_of,
    players,
    record_of,
)
from server.tables.ratings import by_households, ladder_of, points, rated_game, shown
from server.tables.table import Progress, Table


def heading_of(services: HostServices, game: FinishedGame) -> Heading:
    """Return the heading that the archive keeps of a game."""
    try:
        return services.codec.unpack(Heading, game.entry)
    except ProtocolError as problem:
        raise StoreFault(f"the archive holds a game that cannot be read: {problem}") from problem


Ratings = tuple[SeatRating | None, ...]


class SeatRatings:
    """The ratings at one table."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: tuple[tuple[Chairs, bool], Ratings] | None = None

    def again(self) -> None:
        """Look the ratings up again: the game has been rated."""
        self._known = None

    async def rated(self, table: Table) -> Table | None:
        """Return the table with the ratings of those who have its seats; None if it has them already."""
        now = table.chairs, table.phase is TablePhase.OVER
        # They are known as long as the same people sit there.
        if self._known is None or self._known[0] != now:
            try:
                self._known = now, await self._look_up(table) if is_rated(table) else ()
            except StoreFault as problem:
                # Ratings are nothing that a game waits for.
                _log.error("table %s: its ratings cannot be read: %s", table.opened.code, problem)
                return None
        ratings = self._known[1]
        return replace(table, ratings=ratings) if ratings != table.ratings else None

    async def _look_up(self, table: Table) -> Ratings:
        store, over = self._store, table.phase is TablePhase.OVER
        seats = [player_of(chair, table.guests) if chair is not None else None for chair in table.chairs]
        changed = await store.rating_changes(table.opened.code) if over else ()
        changes = {change.player: change for change in changed}
        ladder = ladder_of(table.opened.setup, table.state.game.options)
        known = await store.beliefs(ladder, {player for player in seats if player is not None})
        ratings: dict[Player, SeatRating] = {player: SeatRating(shown(belief)) for player, belief in known.items()}
        for player, (_, before, after) in changes.items():
            ratings[player] = SeatRating(shown(after), points(after.mu) - points(before))
        found = tuple(ratings.get(player) if player is not None else None for player in seats)
        return found if any(found) else ()


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
        store = self._services.store
        # Those that have just failed are left out, and all others once too many have failed.
        while len(left) < FILED_AT_ONCE and (logs := {*await store.unfiled(FILED_AT_ONCE + len(left))} - left.keys()):
            for log in sorted(logs):
                try:
                    await self._file(log)
                except StoreFault as problem:
                    # Perhaps only the pages of this log are damaged: the others must not wait for it.
                    left[log] = str(problem)
                # A long backlog must not slow down running games.
                await asyncio.sleep(FILING_PAUSE)
        await self._rate_all()
        if left:
            log, problem_of_it = next(iter(left.items()))
            raise StoreFault(f"{len(left)} of them, the first that of table {log}: {problem_of_it}")

    async def _rate_all(self) -> None:
        """Rate every game that has not been looked at, unless it rates nobody or cannot be read."""
        store = self._services.store
        while (game := await store.next_unrated()) is not None:
            result = None
            try:
                brief = heading_of(self._services, game)
                rules = self._services.games.get(brief.setup.game)
                result = rated_game(brief, ladder_of(brief.setup, rules.options)) if rules is not None else None
            except StoreFault as problem:
                _log.error("game %d is not rated: %s", game.number, problem)
            if not await store.rate(game.number, result):
                raise StoreFault(f"game {game.number} is not the next one to be rated any more")
            self.rated(game.log)
            # A long backlog must not slow down running games.
            await asyncio.sleep(FILING_PAUSE)

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
        record = record_of(end, str(number), played_at)
        if max(len(line.encode()) for line in record.split("\n")) > RECORD_PAGE:
            raise ValueError(f"a line of its record has more than {RECORD_PAGE} bytes")
        brief = by_households(heading(end), self._services.configured.rate_households)
        game = FinishedGame(number, log, ended_at, self._services.codec.pack(brief))
        await keep_result(self._services, progress, end)
        if not await store.file(game, players(end), record):
            raise StoreFault(f"another game got the number {number} at the same time")


FIRST_SECONDS: Final = 300.0
"""Seconds after the start before the first look: those who come back after a restart go first."""

EVERY_SECONDS: Final = 6 * 3600.0  # Seconds between two looks.

DAY: Final = 86_400.0

PAGE: Final = 64  # Logs that are looked up at once.
MOST_FAULTS: Final = 64  # Logs that may fail in one look; after that the store is at fault.


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
        with contextlib.suppress(ProtocolError):
            return last_played(self._services.codec.unpack(Heading, closed.heading))[0] + PLAYED_SECONDS < before
        return False
