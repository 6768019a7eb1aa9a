"""A bot's turn: from the view of its seat to an action, whatever the bot does."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from typing import Any, Final

from msgspec import Struct

from protocol.vocabulary import Action, Seat
from server.host.limits import RETRY_SECONDS
from server.host.services import HostServices
from server.host.time.clock import SharedTime, TableClock
from server.tables.clock import AskBot, AskSeed, due
from server.tables.commands import BotMove, Command, DealCards, Tick
from server.tables.table import Table

_log = logging.getLogger(__name__)


def think(services: HostServices, table: Table[Any], seat: Seat, level: str) -> BotMove:
    """Ask the bot of this level to act for a seat that is awaited; one that fails plays the first legal action."""
    legal = table.game.legal(table.state, seat)
    view = table.game.view(table.state, seat)
    action: Action = legal[0]
    try:
        chosen = services.bots[table.opened.setup.game][level](view, _whims(services, table, seat))
    except Exception:  # noqa: BLE001  # whatever a bot does, the table goes on
        _log.exception("the bot %s failed at table %s", level, table.opened.code)
    else:
        if chosen in legal:
            action = chosen
        else:
            _log.error("the bot %s chose what is not legal at table %s", level, table.opened.code)
    return BotMove(seat, level, table.seq, action)


def _whims(services: HostServices, table: Table[Any], seat: Seat) -> Random:
    """Give the bot's randomness: repeatable where the table's deals are."""
    seed = f"{table.opened.seed} seat {seat} after {table.seq}" if table.opened.seed else services.outside.entropy(16)
    return Random(seed)  # noqa: S311  # a bot's whims are no secret


class BotTimers:
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


SEED_BYTES: Final = 32
"""What a shuffle takes of the world's randomness."""


class TryAgain(Struct, frozen=True):
    """The log could not be used: have another look at it."""


Due = AskBot | AskSeed | Tick | TryAgain
"""What a table is to see to by itself: plain values, so that what waits for them keeps no table alive."""


class TableTimers:
    """Timers that let the table do what is due; nothing but them keeps a table awake that nobody is at."""

    def __init__(self, services: HostServices, timing: SharedTime, code: str, post: Callable[[Due], None]) -> None:
        """Begin with nothing to do; ``post`` is called with what has come due, and knows nothing of the table."""
        self.clock = TableClock(services.outside, timing, code, partial(post, Tick()))
        """The table's clock."""
        self._services = services
        self._post = post
        self._alarms = BotTimers(post)
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
                return DealCards(self._services.outside.entropy(SEED_BYTES))
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
