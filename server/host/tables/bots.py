"""The bots of one table: what each has been told of the deal in progress, and what it does.

Most answer at once. A slow one is asked in a worker process as soon as its turn comes, and its answer is looked at when
its time is over: nobody waits for it.
"""

import logging
from collections.abc import Iterable
from random import Random
from typing import Any

from protocol.message import TableEvent
from protocol.vocabulary import Action, Seat
from server.bots.bot import Sight, Slow
from server.bots.question import read_answer, write_question
from server.host.services import HostServices
from server.host.workers import Answer, Workers
from server.rules.told import DealEvents
from server.tables.clock import AskBot
from server.tables.commands import BotMove
from server.tables.daily import seat_temper, whims_of_day
from server.tables.table import Step, Table

_log = logging.getLogger(__name__)

CHANCE_BYTES = 16
"""Random bytes for the choices of a bot."""


class TableBots:
    """The bots of a table; they see it as a person on their seat does."""

    def __init__(self, services: HostServices, workers: Workers) -> None:
        self._services = services
        self._workers = workers
        self._deal_events = DealEvents()
        self._thoughts: dict[AskBot, Answer] = {}

    def begin(self, table: Table[Any], steps: Iterable[Step[Any]]) -> None:
        """Take all events of a table that was folded from its log."""
        self.rest()
        self.hear(table, steps)

    def hear(self, table: Table[Any], steps: Iterable[Step[Any]]) -> None:
        """Take the events that have happened."""
        events = (step.event for step in steps if not isinstance(step.event, TableEvent))
        self._deal_events.add(table.game, events)
        if any(self._slow(table, level) for level in table.opened.bots):
            self._workers.start()

    def rest(self) -> None:
        """Forget the events; ``begin`` must come before a bot is asked."""
        self._deal_events.clear()
        self._forget(frozenset(self._thoughts))

    def prepare(self, table: Table[Any] | None, asks: Iterable[AskBot]) -> None:
        """Let those bots begin to think that are slow and whose turn it is, and let all others stop."""
        slow = {ask: slow for ask in asks if table and (slow := self._slow(table, ask.level))}
        self._forget(self._thoughts.keys() - slow.keys())
        if table is None:
            return
        for ask in slow.keys() - self._thoughts.keys():
            self._thoughts[ask] = self._workers.ask(self._question(table, ask), slow[ask].seconds)

    def think(self, table: Table[Any], ask: AskBot) -> BotMove:
        """Let the bot act whose turn it is; if it fails, play the first legal action."""
        legal = table.game.legal(table.state, ask.seat)
        action: Action = legal[0]
        try:
            chosen = self._choose(table, ask)
        except Exception:  # noqa: BLE001  # whatever a bot does, the table goes on
            _log.exception("the bot %s failed at table %s", ask.level, table.opened.code)
        else:
            if chosen in legal:
                action = chosen
            else:
                _log.error("the bot %s chose what is not legal at table %s", ask.level, table.opened.code)
        return BotMove(ask.seat, ask.level, table.seq, action)

    def _choose(self, table: Table[Any], ask: AskBot) -> Action:
        slow = self._slow(table, ask.level)
        if slow is not None:
            return self._thought(table, ask, slow)
        return self._ask(table, ask.seat, ask.level)

    def _slow(self, table: Table[Any], level: str) -> Slow | None:
        """Return how a level is asked that thinks too long for this process; None if it answers at once."""
        return self._services.slow.get((table.opened.setup.game, level))

    def _thought(self, table: Table[Any], ask: AskBot, slow: Slow) -> Action:
        """Return what a slow bot has chosen, or else what its fallback chooses."""
        answer = self._thoughts.pop(ask, None)
        data = answer.result() if answer is not None and answer.done() and not answer.cancelled() else None
        if answer is not None:
            answer.cancel()
        if data is not None:
            return read_answer(self._services.codec, data)
        _log.info("table %s: the bot %s is late, and %s plays", table.opened.code, ask.level, slow.fallback)
        return self._ask(table, ask.seat, slow.fallback)

    def _ask(self, table: Table[Any], seat: Seat, level: str) -> Action:
        bot = self._services.bots[table.opened.setup.game][level]
        return bot(self.sight(table, seat), self._whims(table, seat))

    def _question(self, table: Table[Any], ask: AskBot) -> bytes:
        # Whoever names a seed wants the same game again; the seed itself decides the deals, and stays here.
        chance = "" if table.opened.seed else self._services.outside.entropy(CHANCE_BYTES).hex()
        return write_question(self._services.codec, ask.level, self.sight(table, ask.seat), chance)

    def sight(self, table: Table[Any], seat: Seat) -> Sight:
        """Return what a person on a seat sees of the deal; a bot, besides, how it leans."""
        game, told = table.game, self._deal_events.told(table.game, seat)
        return Sight(table.opened.setup, game.view(table.state, seat), told, seat_temper(table, seat))

    def _whims(self, table: Table[Any], seat: Seat) -> Random:
        """Return the randomness of a bot: repeatable if the deals of the table are."""
        named = table.opened.seed
        if table.opened.daily:
            return Random(whims_of_day(named, seat, table.played))  # noqa: S311  # like any bot's
        seed = f"{named} seat {seat} after {table.seq}" if named else self._services.outside.entropy(CHANCE_BYTES)
        return Random(seed)  # noqa: S311  # the choices of a bot are no secret

    def _forget(self, asks: Iterable[AskBot]) -> None:
        for ask in asks:
            self._thoughts.pop(ask).cancel()
