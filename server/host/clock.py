"""Time at the host: stalls, recurring tasks, wakeups of sleeping tables, and clock and timers of a running one.

A clock has the time since the last record of its table, grace periods, and the timer for the next deadline.

Only the loop clock counts, which cannot be set. It stops whenever no player could act: while a record is being stored,
while the store fails, and while the whole server stalled.
"""

import asyncio
import contextlib
import logging
import re
from collections.abc import Awaitable, Callable, Collection, Iterable
from datetime import datetime, timedelta
from datetime import time as clock_time
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from server.host.limits import RETRY_SECONDS
from server.host.services import HostServices
from server.storage.store import StoreFault
from server.tables import clock
from server.tables.chairs import owners
from server.tables.commands import Command, DealCards, Tick
from server.tables.heading import Heading
from server.tables.table import STILL, Table, TableMoment

NIGHT_SECONDS: Final = 3 * 3600.0  # How long a game night is said to be on.
_DAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_NIGHT: Final = re.compile(r"([A-Z][a-z]{2})[a-z]* ([01]?[0-9]|2[0-3]):([0-5][0-9])")


def read_night(text: str) -> str:
    """Return a weekly game night as it is stored, such as ``Fri 20:00``; empty if the text is none."""
    found = _NIGHT.fullmatch(text.title())
    return f"{found[1]} {found[2]:0>2}:{found[3]}" if found and found[1] in _DAYS else ""


def next_night(night: str, now: float) -> float:
    """Return when a weekly game night begins next, or has begun and is still on; 0 for none.

    The day and the time are those of the time zone of this machine.
    """
    if not night:
        return 0.0
    day, _, time = night.partition(" ")
    # A wall clock without a zone: timestamp() knows when summer time begins.
    over = datetime.fromtimestamp(now - NIGHT_SECONDS)  # noqa: DTZ006
    found = datetime.combine(over + timedelta((_DAYS.index(day) - over.weekday()) % 7), clock_time.fromisoformat(time))
    return (found if found > over else found + timedelta(7)).timestamp()


_log = logging.getLogger(__name__)

BEAT_SECONDS: Final = 0.25


class StallDetector:
    """Measures how long the whole server has stalled, by a regular beat that runs while any clock runs.

    Time in which the machine was busy or one task took too long counts against no player. A stall
    is measured to within one beat.
    """

    def __init__(self) -> None:
        self.lost = 0.0  # Seconds that the server has stalled while it was watched.
        self._users = 0
        self._next = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Watch for one more clock."""
        self._users += 1
        if self._users == 1:
            self._next = asyncio.get_running_loop().time()
            self._beat()

    def stop(self) -> None:
        """Watch for one clock fewer."""
        self._users -= 1
        if not self._users and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def feel(self) -> None:
        """Measure a stall at once, without waiting for the next beat."""
        now = asyncio.get_running_loop().time()
        if self._users and now > self._next:
            self.lost += now - self._next
            self._next = now

    def _beat(self) -> None:
        """Measure how late this beat is, and schedule the next."""
        self.feel()
        loop = asyncio.get_running_loop()
        self._next = loop.time() + BEAT_SECONDS
        self._timer = loop.call_at(self._next, self._beat)


LENIENCE_SECONDS: Final = 0.5
"""Seconds after a deadline before it is enforced: by then a command that was sent in time has arrived."""

DIGITS: Final = 6  # Digits after the point to which grace periods are rounded: coarser than the loop clock.
STALL_SECONDS: Final = 0.1  # Seconds: an alarm that is later than this means that the server stalled.
AGAIN_SECONDS: Final = 60.0  # Seconds before a sleeping table is woken again after its log could not be used.
STEP_SECONDS: Final = 0.01  # Seconds between two tables that are woken at the start of the server.


class Wakeups:
    """The time of all tables: when each is woken, by the loop clock, and for how long the server has stalled."""

    def __init__(self, wake: Callable[[str], None]) -> None:
        """Begin with none; ``wake`` is called with the code of a table whose time has come."""
        self._wake = wake
        self._loop = asyncio.get_running_loop()
        self.began = self._loop.time()  # When the server started.
        self.stalls = StallDetector()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._since: dict[str, float] = {}

    def fill(self, headings: Iterable[Heading]) -> None:
        """Schedule every unfinished table at the start of the server; until now their clocks were stopped."""
        for number, brief in enumerate(brief for brief in headings if brief.wake is not None):
            assert brief.wake is not None
            self.set(brief.code, max(brief.wake, number * STEP_SECONDS))

    def note(self, brief: Heading) -> None:
        """Update a table from the heading that was just stored."""
        if brief.wake is not None:
            self.set(brief.code, brief.wake)
        elif self._since.pop(brief.code, None) is not None:
            self._cancel(brief.code)

    def set(self, code: str, delay: float) -> None:
        """Wake a table after ``delay`` seconds; its clock starts now."""
        self._since[code] = self._loop.time()
        self.remind(code, delay)

    def remind(self, code: str, delay: float) -> None:
        """Wake a table after ``delay`` seconds; its clock is not restarted."""
        self._cancel(code)
        self._timers[code] = self._loop.call_later(delay, self._ring, code)

    def lapsed(self, code: str) -> float:
        """Return the seconds that the clock of a table has run since its last record; 0 for one without a wakeup."""
        now = self._loop.time()
        return now - self._since.get(code, now)

    def close(self) -> None:
        """Cancel all wakeups."""
        for code in tuple(self._timers):
            self._cancel(code)

    def _cancel(self, code: str) -> None:
        timer = self._timers.pop(code, None)
        if timer is not None:
            timer.cancel()

    def _ring(self, code: str) -> None:
        del self._timers[code]
        self._wake(code)


class Recurring:
    """A task that works when it is called, or when something is due again; after a fault it tries again."""

    def __init__(
        self, work: Callable[[], Awaitable[float | None]], trouble: str, shortest: float, longest: float
    ) -> None:
        """Begin asleep.

        Args:
            work: does what is due, and returns the seconds until something is due again; None for never.
            trouble: what the log says of a fault.
            shortest: the seconds before another attempt after a fault, doubled each time while the store fails.
            longest: the most of them.
        """
        self._work = work
        self._trouble = trouble
        self._shortest = shortest
        self._longest = longest
        self._called = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def open(self, first: float = 0.0) -> None:
        """Start the task, which works for the first time after so many seconds."""
        self._task = asyncio.create_task(self._run(first))

    def call(self) -> None:
        """Wake the task: something may be due now."""
        self._called.set()

    async def close(self) -> None:
        """Stop; what is left to do is done at the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self, first: float) -> None:
        await asyncio.sleep(first)
        retry = self._shortest
        while True:
            self._called.clear()
            wait: float | None = self._shortest
            try:
                wait = await self._work()
                retry = self._shortest
            except StoreFault as problem:
                _log.error("%s: %s", self._trouble, problem)
                wait, retry = retry, min(2 * retry, self._longest)
            except Exception:  # noqa: BLE001  # whatever goes wrong, it is tried again and the games go on
                _log.exception("%s", self._trouble)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._called.wait()


SEED_BYTES: Final = 32  # Random bytes taken for one shuffle.


class TryAgain(Struct, frozen=True):
    """Retry to read the log, which could not be used."""


Due = clock.AskBot | clock.AskSeed | Tick | TryAgain
"""What comes due at a table: plain values, so that a pending timer keeps no table alive."""


class TableTimers:
    """The timers of one table: a stopwatch with the next deadline, the grace periods of disconnected players, bots.

    A table without connected players stays awake only for its bots and the next deal.
    """

    def __init__(self, services: HostServices, wakeups: Wakeups, code: str, post: Callable[[Due], None]) -> None:
        """Begin with none; ``post`` is called with what has come due, and holds no reference to the table."""
        self._services = services
        self._wakeups = wakeups
        self._stalls = wakeups.stalls
        self._code = code
        self._post = post
        self._since: float | None = None
        self._graces: dict[str, float] = {}
        self._lost: float | None = None
        self._back: frozenset[str] = frozenset()
        self._timer: asyncio.TimerHandle | None = None
        self._arranged: Table | None = None
        # Before Python 3.12, asking for the running loop costs a system call, and each action asks many times.
        self._loop = asyncio.get_running_loop()
        self._alarms: dict[clock.AskBot, asyncio.TimerHandle] = {}
        self._dealing = False

    def __bool__(self) -> bool:
        return self._dealing or bool(self._alarms)

    def arrange(self, table: Table | None) -> Table | None:
        """Set the timers that the table needs now, and return the table with its clock at the present moment."""
        if table is None:
            return None
        needs = clock.due(table)
        asked = {need for need in needs if isinstance(need, clock.AskBot)}
        for ask in self._alarms.keys() - asked:
            self._alarms.pop(ask).cancel()
        # The delay of each counts from when it was first asked for.
        for ask in asked - self._alarms.keys():
            slow = self._services.slow.get((table.opened.setup.game, ask.level))
            delay = max(clock.bot_seconds(table, ask.seat), slow.seconds if slow else 0.0)
            self._alarms[ask] = self._loop.call_later(delay, self._post, ask)
        seeds = [need for need in needs if isinstance(need, clock.AskSeed)]
        if seeds and not self._dealing:
            self._dealing = True
            self._post(seeds[0])
        return self.keep_time(table)

    @property
    def bots(self) -> Collection[clock.AskBot]:
        """The turns of bots that are due, or will be."""
        return self._alarms.keys()

    def begun(self, what: Due) -> Command | None:
        """Mark a due item as begun, and return the command for it, if there is one."""
        match what:
            case clock.AskBot():
                self._alarms.pop(what, None)
            case clock.AskSeed():
                self._dealing = False
                return DealCards(self._services.outside.entropy(SEED_BYTES))
            case Tick():
                return what
        return None

    def try_again(self) -> None:
        """Schedule another look at the log, for when the store may work again."""
        self._loop.call_later(RETRY_SECONDS, self._post, TryAgain())

    def rest(self) -> None:
        """Cancel all timers; a table that wakes has the time that was left at its last record."""
        for timer in self._alarms.values():
            timer.cancel()
        self._alarms.clear()
        self._since = self._arranged = None
        self._graces = {}
        self._watch(wanted=False)
        self._cancel()

    def look(self, table: Table) -> Table:
        """Return the table with the present moment, which does not matter where no time runs."""
        now = self._now()
        if self._since is None and not self._graces and not clock.timed(table):
            return table if table.moment == STILL else replace(table, moment=STILL)
        lapsed = now - self._since if self._since is not None else 0.0
        # A loop may call slightly early: without rounding, a tiny remaining wait would start again and again.
        graces = {account: round(end - now, DIGITS) for account, end in self._graces.items()}
        return replace(
            table, moment=TableMoment(self._services.outside.now(), max(0.0, lapsed), self._since is not None, graces)
        )

    def hold(self) -> None:
        """Stop the clock while a record is being stored."""
        self._since = self._arranged = None

    def keep_time(self, table: Table) -> Table:
        """Start or stop the clock as the table needs it, and return the table with the present moment."""
        if table is self._arranged:
            return table
        now = self._now()
        if not table.present <= self._back:
            # Mostly those who are there are all who came, and need no set of their own.
            self._back = table.present if self._back <= table.present else self._back | table.present
        # After the server has started, the clock waits for players who may still be reconnecting.
        starting = now < self._wakeups.began + clock.GRACE_SECONDS and not clock.correspondence(table)
        if clock.next_alarm(table) is None or (starting and owners(table.chairs, clock.lefts(table)) - self._back):
            self._since = None
        elif self._since is None:
            # At a table that continues without connected players the clock has run since its last record.
            self._since = now - (self._wakeups.lapsed(self._code) if clock.unattended(table) else 0.0)
        self._graces = {
            account: self._graces.get(account, now + clock.GRACE_SECONDS) for account in clock.missed(table)
        }
        self._watch(wanted=bool(self._graces) or (self._since is not None and not clock.correspondence(table)))
        table = self._arranged = self.look(table)
        self._cancel()
        alarm = clock.next_alarm(table)
        waits = [*table.moment.graces.values(), *([] if alarm is None else [alarm + LENIENCE_SECONDS])]
        if waits:
            self._call(max(0.0, min(waits)))
        return table

    def _watch(self, *, wanted: bool) -> None:
        stalls = self._stalls
        if wanted and self._lost is None:
            stalls.start()
            self._lost = stalls.lost
        elif not wanted and self._lost is not None:
            stalls.stop()
            self._lost = None

    def _now(self) -> float:
        """Return the loop time, after moving every running deadline by the time that the server stalled."""
        stalls = self._stalls
        if self._lost is not None and stalls.lost > self._lost:
            still, self._lost = stalls.lost - self._lost, stalls.lost
            self._since = self._since + still if self._since is not None else None
            self._graces = {account: end + still for account, end in self._graces.items()}
        return self._loop.time()

    def _call(self, delay: float) -> None:
        due = self._loop.time() + delay
        self._timer = self._loop.call_at(due, self._alarm, due)

    def _alarm(self, due: float) -> None:
        """Ring, or if the alarm is late, ring again once messages that came in during the stall have been processed."""
        late = self._now() - due
        if late <= STALL_SECONDS:
            self._timer = None
            self._post(Tick())
            return
        self._stalls.feel()
        self._call(LENIENCE_SECONDS)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
