"""A bot's turn: from the view of its seat to an action, whatever the bot does."""

import logging
from random import Random
from typing import Any

from protocol.vocabulary import Action, Seat
from server.host.house import House
from server.tables.commands import BotMove
from server.tables.table import Table

_log = logging.getLogger(__name__)


def think(house: House, table: Table[Any], seat: Seat, level: str) -> BotMove:
    """Ask the bot of this level to act for a seat that is awaited; one that fails plays the first legal action."""
    legal = table.game.legal(table.state, seat)
    view = table.game.view(table.state, seat)
    action: Action = legal[0]
    try:
        chosen = house.bots[table.opened.setup.game][level](view, _whims(house, table, seat))
    except Exception:  # noqa: BLE001  # whatever a bot does, the table goes on
        _log.exception("the bot %s failed at table %s", level, table.opened.code)
    else:
        if chosen in legal:
            action = chosen
        else:
            _log.error("the bot %s chose what is not legal at table %s", level, table.opened.code)
    return BotMove(seat, level, table.seq, action)


def _whims(house: House, table: Table[Any], seat: Seat) -> Random:
    """Give the bot's randomness: repeatable where the table's deals are."""
    seed = f"{table.opened.seed} seat {seat} after {table.seq}" if table.opened.seed else house.outside.entropy(16)
    return Random(seed)  # noqa: S311  # a bot's whims are no secret
