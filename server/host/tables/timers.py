"""The timers of one table: bot turns, shuffles, deadlines, and retries after the store has failed."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from typing import Any, Final

from msgspec import Struct

from protocol.vocabulary import Action, Seat
from server.host.clock import SharedTime, TableClock
from server.host.limits import RETRY_SECONDS
from server.host.services import HostServices
from server.tables.clock import AskBot, AskSeed, due
from server.tables.commands import BotMove, Command, DealCards, Tick
from server.tables.daily import whims_of_day
from server.tables.table import Table

_log = logging.getLogger(__name__)


def think(services: HostServices, table: Table[Any], seat: Seat, level: str) -> BotMove:
    """Ask the bot of this level to act for the seat; if it fails, play the first legal action."""
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
    """Return the randomness of a bot: repeatable if the deals of the table are."""
    if table.opened.daily:
        return Random(whims_of_day(table.opened.seed, seat, table.played))  # noqa: S311  # like any bot's
    seed = f"{table.opened.seed} seat {seat} after {table.seq}" if table.opened.seed else services.outside.entropy(16)
    return Random(seed)  # noqa: S311  # the choices of a bot are no secret


class BotTimers:
    """The timers of bot turns, by turn."""

    def __init__(self, ring: Callable[[AskBot], None]) -> None:
        """Begin with none; ``ring`` is called when a timer goes off."""
        self._ring = ring
        self._timers: dict[AskBot, asyncio.TimerHandle] = {}

    def __bool__(self) -> bool:
        return bool(self._timers)

    def set(self, wanted: Iterable[AskBot], delay: float) -> None:
        """Keep exactly these timers; the delay of each counts from when it was first asked for."""
        asked = frozenset(wanted)
        for ask in self._timers.keys() - asked:
            self._timers.pop(ask).cancel()
        loop = asyncio.get_running_loop()
        for ask in asked - self._timers.keys():
            self._timers[ask] = loop.call_later(delay, self._ring, ask)

    def done(self, ask: AskBot) -> None:
        """Forget a timer that has gone off, once the turn of its bot has come."""
        self._timers.pop(ask, None)


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
        self._alarms = BotTimers(post)
        self._dealing = False

    def __bool__(self) -> bool:
        return self._dealing or bool(self._alarms)

    def arrange(self, table: Table[Any] | None) -> Table[Any] | None:
        """Set the timers that the table needs now, and return the table with its clock at the present moment."""
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
        """Mark a due item as begun, and return the command for it, if there is one."""
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
        """Schedule another look at the log, for when the store may work again."""
        asyncio.get_running_loop().call_later(RETRY_SECONDS, self._post, TryAgain())

    def rest(self) -> None:
        """Cancel all timers."""
        self._alarms.set((), 0)
        self.clock.rest()
