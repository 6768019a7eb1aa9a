"""The bots of one table: what each has been told of the deal in progress, and what it does."""

import logging
from collections.abc import Iterable
from random import Random
from typing import Any

from protocol.message import TableEvent
from protocol.vocabulary import Action, Seat
from server.bots.bot import Sight
from server.host.services import HostServices
from server.rules.told import DealEvents
from server.tables.clock import AskBot
from server.tables.commands import BotMove
from server.tables.table import Step, Table

_log = logging.getLogger(__name__)


class TableBots:
    """The bots of a table; they see it as a person on their seat does."""

    def __init__(self, services: HostServices) -> None:
        self._services = services
        self._deal_events = DealEvents()

    def begin(self, table: Table[Any], steps: Iterable[Step[Any]]) -> None:
        """Take all events of a table that was folded from its log."""
        self.rest()
        self.hear(table, steps)

    def hear(self, table: Table[Any], steps: Iterable[Step[Any]]) -> None:
        """Take the events that have happened."""
        events = (step.event for step in steps if not isinstance(step.event, TableEvent))
        self._deal_events.add(table.game, events)

    def rest(self) -> None:
        """Forget the events; ``begin`` must come before a bot is asked."""
        self._deal_events.clear()

    def think(self, table: Table[Any], ask: AskBot) -> BotMove:
        """Ask the bot whose turn it is to act; if it fails, play the first legal action."""
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
        bot = self._services.bots[table.opened.setup.game][ask.level]
        return bot(self.sight(table, ask.seat), self._whims(table, ask.seat))

    def sight(self, table: Table[Any], seat: Seat) -> Sight:
        """Return what a person on a seat sees of the deal."""
        game = table.game
        return Sight(table.opened.setup, game.view(table.state, seat), self._deal_events.told(game, seat))

    def _whims(self, table: Table[Any], seat: Seat) -> Random:
        """Return the randomness of a bot: repeatable if the deals of the table are."""
        named = table.opened.seed
        seed = f"{named} seat {seat} after {table.seq}" if named else self._services.outside.entropy(16)
        return Random(seed)  # noqa: S311  # the choices of a bot are no secret
