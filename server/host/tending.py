"""What one running table needs by itself, from the moment it wakes: its bots' turns, its shuffles, and its clock."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from server.host.alarms import Alarms
from server.host.house import House
from server.host.timekeeper import Timekeeper, Timing
from server.tables.commands import Command, Deal, Tick
from server.tables.effects import AskBot, AskSeed, due
from server.tables.table import Table

SEED_BYTES: Final = 32
"""What a shuffle takes of the world's randomness."""

Job = Callable[[], Awaitable[None]]
"""Something that a table's task is to do in its turn."""


class Tending:
    """Timers that let the table do what is due; nothing but them keeps a table awake that nobody is at."""

    def __init__(
        self,
        house: House,
        timing: Timing,
        code: str,
        post: Callable[[Job], None],
        play: Callable[[AskBot], Awaitable[None]],
        obey: Callable[[Command], Awaitable[None]],
    ) -> None:
        """Begin with nothing to do; ``play`` lets a bot act, and ``obey`` carries a command out."""
        self.clock = Timekeeper(house.outside, timing, code, lambda: post(partial(obey, Tick())))
        """The table's clock."""
        self._house = house
        self._post = post
        self._play = play
        self._obey = obey
        self._alarms = Alarms(lambda ask: post(partial(self._turn, ask)))
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
        if not self._dealing and any(isinstance(need, AskSeed) for need in needs):
            self._dealing = True
            self._post(self._deal)
        return self.clock.arrange(table)

    def rest(self) -> None:
        """Let nothing happen any more."""
        self._alarms.set((), 0)
        self.clock.rest()

    async def _deal(self) -> None:
        """Shuffle with fresh randomness."""
        self._dealing = False
        await self._obey(Deal(self._house.outside.entropy(SEED_BYTES)))

    async def _turn(self, ask: AskBot) -> None:
        """Let a bot act."""
        self._alarms.done(ask)
        await self._play(ask)
