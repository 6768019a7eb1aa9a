"""The timers of one table: bot turns, shuffles, deadlines, and retries after the store has failed."""

import asyncio
from collections.abc import Callable, Collection
from functools import partial
from typing import Final

from msgspec import Struct

from server.host.clock import SharedTime, TableClock
from server.host.limits import RETRY_SECONDS
from server.host.services import HostServices
from server.tables.clock import AskBot, AskSeed, bot_seconds, due
from server.tables.commands import Command, DealCards, Tick
from server.tables.table import Table

SEED_BYTES: Final = 32
"""Random bytes taken for one shuffle."""


class TryAgain(Struct, frozen=True):
    """Retry to read the log, which could not be used."""


Due = AskBot | AskSeed | Tick | TryAgain
"""What comes due at a table: plain values, so that a pending timer keeps no table alive."""


class TableTimers:
    """The timers of one table; a table where nobody is connected stays awake for these only."""

    def __init__(self, services: HostServices, timing: SharedTime, code: str, post: Callable[[Due], None]) -> None:
        """Begin with none; ``post`` is called with what has come due, and holds no reference to the table."""
        self.clock = TableClock(services.outside, timing, code, partial(post, Tick()))
        self._services = services
        self._post = post
        self._alarms: dict[AskBot, asyncio.TimerHandle] = {}
        self._dealing = False

    def __bool__(self) -> bool:
        return self._dealing or bool(self._alarms)

    def arrange(self, table: Table | None) -> Table | None:
        """Set the timers that the table needs now, and return the table with its clock at the present moment."""
        if table is None:
            return None
        needs = due(table)
        asked = {need for need in needs if isinstance(need, AskBot)}
        for ask in self._alarms.keys() - asked:
            self._alarms.pop(ask).cancel()
        # The delay of each counts from when it was first asked for.
        for ask in asked - self._alarms.keys():
            delay = self._bot_delay(table, ask)
            self._alarms[ask] = asyncio.get_running_loop().call_later(delay, self._post, ask)
        seeds = [need for need in needs if isinstance(need, AskSeed)]
        if seeds and not self._dealing:
            self._dealing = True
            self._post(seeds[0])
        return self.clock.arrange(table)

    @property
    def bots(self) -> Collection[AskBot]:
        """The turns of bots that are due, or will be."""
        return self._alarms.keys()

    def _bot_delay(self, table: Table, ask: AskBot) -> float:
        slow = self._services.slow.get((table.opened.setup.game, ask.level))
        return max(bot_seconds(table, ask.seat), slow.seconds if slow else 0.0)

    def begun(self, what: Due) -> Command | None:
        """Mark a due item as begun, and return the command for it, if there is one."""
        match what:
            case AskBot():
                self._alarms.pop(what, None)
            case AskSeed():
                self._dealing = False
                return DealCards(self._services.outside.entropy(SEED_BYTES))
            case Tick():
                return what
        return None

    def try_again(self) -> None:
        """Schedule another look at the log, for when the store may work again."""
        asyncio.get_running_loop().call_later(RETRY_SECONDS, self._post, TryAgain())

    def rest(self) -> None:
        """Cancel all timers."""
        for timer in self._alarms.values():
            timer.cancel()
        self._alarms.clear()
        self.clock.rest()
