"""The clock of one running table: what has run since its last record, who is waited for, and what is to be noticed.

Only the loop's own clock counts, which nobody can set, and it stands still whenever nobody could act: while a record is
being stored, while the store fails, and while the whole server stood still.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from server.host.services import Outside
from server.host.time.stalls import StallDetector
from server.host.time.wakeups import Wakeups
from server.tables.absence import GRACE_SECONDS, missed
from server.tables.chairs import owners
from server.tables.clock import correspondence, lefts, next_alarm
from server.tables.table import Table
from server.tables.times import TableMoment

LENIENCE_SECONDS: Final = 0.5
"""How long after a deadline it is acted upon: what was sent in time is here by then."""

DIGITS: Final = 6
"""How exactly a grace is measured, in digits of a second: less exactly than a loop measures time."""

STALL_SECONDS: Final = 0.1
"""An alarm that is late by more means that the server stood still."""


class SharedTime(Struct, frozen=True):
    """What the clocks of all tables share."""

    stalls: StallDetector
    """Notices when the server stands still."""

    wakeups: Wakeups
    """Wakes tables at which nobody is."""

    began: float
    """When the server began, by the loop's clock."""


class TableClock:
    """A stopwatch, the graces of those who have gone, and one timer."""

    def __init__(self, outside: Outside, timing: SharedTime, code: str, ring: Callable[[], None]) -> None:
        """Begin at rest; ``ring`` is called when the table has to look at the time."""
        self._outside = outside
        self._timing = timing
        self._code = code
        self._ring = ring
        self._since: float | None = None
        self._graces: dict[str, float] = {}
        self._lost: float | None = None
        self._back: frozenset[str] = frozenset()
        self._timer: asyncio.TimerHandle | None = None

    def look(self, table: Table[Any]) -> Table[Any]:
        """Give the table with the present moment."""
        now = self._now()
        lapsed = now - self._since if self._since is not None else 0.0
        # A loop calls a little before a moment what is due at it: a wait of less than that would begin again and again.
        graces = {account: round(end - now, DIGITS) for account, end in self._graces.items()}
        return replace(
            table, moment=TableMoment(self._outside.now(), max(0.0, lapsed), self._since is not None, graces)
        )

    def hold(self) -> None:
        """Let the clock stand still while something is being stored."""
        self._since = None

    def arrange(self, table: Table[Any]) -> Table[Any]:
        """Let the clock run or stand still as the table needs it, and give the table with the present moment."""
        now = self._now()
        self._back |= table.present
        if next_alarm(table) is None or self._returning(table, now):
            self._since = None
        elif self._since is None:
            self._since = self._begin(table, now)
        self._graces = {account: self._graces.get(account, now + GRACE_SECONDS) for account in missed(table)}
        self._watch(wanted=bool(self._graces) or (self._since is not None and not correspondence(table)))
        table = self.look(table)
        self._set_timer(table)
        return table

    def rest(self) -> None:
        """Forget everything; what was left at the last record is left when the table wakes."""
        self._since = None
        self._graces = {}
        self._watch(wanted=False)
        self._cancel()

    def _returning(self, table: Table[Any], now: float) -> bool:
        """Say whether time would run for somebody who cannot have come back yet since the server began."""
        if now >= self._timing.began + GRACE_SECONDS or correspondence(table):
            return False
        return bool(owners(table.chairs, lefts(table)) - self._back)

    def _begin(self, table: Table[Any], now: float) -> float:
        """Give from when on the clock runs: from now, or where a table never sleeps from its last record."""
        since = self._timing.wakeups.since(self._code) if correspondence(table) else None
        return now if since is None else since

    def _watch(self, *, wanted: bool) -> None:
        """Notice from now on when the server stands still, or no more."""
        stalls = self._timing.stalls
        if wanted and self._lost is None:
            stalls.start()
            self._lost = stalls.lost
        elif not wanted and self._lost is not None:
            stalls.stop()
            self._lost = None

    def _now(self) -> float:
        """Give the time of the loop, after moving on what runs by as much as the server stood still."""
        stalls = self._timing.stalls
        if self._lost is not None and stalls.lost > self._lost:
            still, self._lost = stalls.lost - self._lost, stalls.lost
            self._since = self._since + still if self._since is not None else None
            self._graces = {account: end + still for account, end in self._graces.items()}
        return asyncio.get_running_loop().time()

    def _set_timer(self, table: Table[Any]) -> None:
        """Set the timer for the first thing that is to be noticed."""
        self._cancel()
        alarm = next_alarm(table)
        waits = [*table.moment.graces.values(), *([] if alarm is None else [alarm + LENIENCE_SECONDS])]
        if waits:
            self._call(max(0.0, min(waits)))

    def _call(self, delay: float) -> None:
        """Let the timer go off after so long."""
        loop = asyncio.get_running_loop()
        due = loop.time() + delay
        self._timer = loop.call_at(due, self._alarm, due)

    def _alarm(self, due: float) -> None:
        """Have the table look at the time, or where this comes late once what has come in meanwhile is dealt with."""
        late = self._now() - due
        if late <= STALL_SECONDS:
            self._timer = None
            self._ring()
            return
        self._timing.stalls.feel()
        self._call(LENIENCE_SECONDS)

    def _cancel(self) -> None:
        """Set no timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
