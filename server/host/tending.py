"""What one running table needs by itself, from the moment it wakes: its bots' turns, its shuffles, and its clock."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from msgspec import Struct

from server.host.alarms import Alarms
from server.host.house import House
from server.host.limits import RETRY_SECONDS
from server.host.timekeeper import Timekeeper, Timing
from server.tables.clock import AskBot, AskSeed, due
from server.tables.commands import Command, Deal, Tick
from server.tables.table import Table

SEED_BYTES: Final = 32
"""What a shuffle takes of the world's randomness."""


class TryAgain(Struct, frozen=True):
    """The log could not be used: have another look at it."""


Due = AskBot | AskSeed | Tick | TryAgain
"""What a table is to see to by itself: plain values, so that what waits for them keeps no table alive."""


class Tending:
    """Timers that let the table do what is due; nothing but them keeps a table awake that nobody is at."""

    def __init__(self, house: House, timing: Timing, code: str, post: Callable[[Due], None]) -> None:
        """Begin with nothing to do; ``post`` is called with what has come due, and knows nothing of the table."""
        self.clock = Timekeeper(house.outside, timing, code, partial(post, Tick()))
        """The table's clock."""
        self._house = house
        self._post = post
        self._alarms = Alarms(post)
        self._dealing = False

    def __bool__(self) -> bool:
        """Say whether something is going to happen by itself within moments."""
        return self._dealing or bool(self._alarms)

    def arrange(self, table: Table[Any] | None) -> Table[Any] | None:
        """See to it that the table gets what it needs now, and give it with the present moment."""
        if table is None:
            return None
        needs = due(table)
        self._alarms.set((need for need in needs if isinstance(need, AskBot)), table.opened.pace)
        seeds = [need for need in needs if isinstance(need, AskSeed)]
        if seeds and not self._dealing:
            self._dealing = True
            self._post(seeds[0])
        return self.clock.arrange(table)

    def begun(self, what: Due) -> Command | None:
        """Take in that the turn of what was due has come, and give the command that it comes to, if to any."""
        match what:
            case AskBot():
                self._alarms.done(what)
            case AskSeed():
                self._dealing = False
                return Deal(self._house.outside.entropy(SEED_BYTES))
            case Tick():
                return what
        return None

    def try_again(self) -> None:
        """Have another look at the log when the trouble may be over."""
        asyncio.get_running_loop().call_later(RETRY_SECONDS, self._post, TryAgain())

    def rest(self) -> None:
        """Let nothing happen any more."""
        self._alarms.set((), 0)
        self.clock.rest()
