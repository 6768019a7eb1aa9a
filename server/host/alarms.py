"""The timers of one table's bots, one for each seat that a bot is to act for."""

import asyncio
from collections.abc import Callable, Iterable

from server.tables.clock import AskBot


class Alarms:
    """Timers by what they are for."""

    def __init__(self, ring: Callable[[AskBot], None]) -> None:
        """Begin with none; ``ring`` is called when one goes off."""
        self._ring = ring
        self._timers: dict[AskBot, asyncio.TimerHandle] = {}

    def __bool__(self) -> bool:
        """Say whether a bot is going to act."""
        return bool(self._timers)

    def set(self, wanted: Iterable[AskBot], delay: float) -> None:
        """Keep a timer for each of these, the delay counted from when it was first wanted, and for nothing else."""
        asked = frozenset(wanted)
        for ask in self._timers.keys() - asked:
            self._timers.pop(ask).cancel()
        loop = asyncio.get_running_loop()
        for ask in asked - self._timers.keys():
            self._timers[ask] = loop.call_later(delay, self._ring, ask)

    def done(self, ask: AskBot) -> None:
        """Forget a timer that has gone off, once its bot's turn has come."""
        self._timers.pop(ask, None)
