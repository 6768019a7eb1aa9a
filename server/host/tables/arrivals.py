"""What people who come to a table ask for, and how it is opened: by one of them, by an order, or for a tournament."""

from collections.abc import Awaitable, Callable
from typing import Any

from protocol.messages import OpenTable
from server.host.services import HostServices
from server.host.tables.timers import SEED_BYTES
from server.storage.store import Account
from server.tables.commands import Done, Sit
from server.tables.convening import Convening, convene
from server.tables.daily import DAILY_GAME, DailyOrder, open_daily
from server.tables.log import Cause, cause_of
from server.tables.opening import Sequel, TableOpening, open_rematch, open_table

Order = Sequel | DailyOrder
"""What a table is made from when its first player comes."""

MayOpen = Callable[[int], Awaitable[bool]]
"""Returns True if the person with this command may open another table, and refuses the command otherwise."""


def sit_of(account: Account, cause: Cause, *, ready: bool = False) -> Sit:
    """Return the command by which a person sits down."""
    return Sit(cause, account.name, ready, account.guest)


def opened_by(account: Account, services: HostServices, code: str, message: OpenTable) -> Done[Any]:
    """Return the first record of the table that a person opens.

    Raises:
        InvalidSetup: the game, or this server, does not support what is asked for.
    """
    outside, game = services.outside, services.games[message.setup.game]
    cause = cause_of(account.id, message)
    wish = TableOpening(cause, account.name, code, message, outside.entropy(SEED_BYTES), account.guest)
    return open_table(game, tuple(services.bots[message.setup.game]), wish, outside.now())


def ordered(order: Order, services: HostServices, cause: Cause) -> Done[Any]:
    """Return the first record of the table that an order describes, opened by the first player to come."""
    now = services.outside.now()
    if isinstance(order, DailyOrder):
        return open_daily(services.games[DAILY_GAME], order, cause, now)
    return open_rematch(services.games[order.opened.setup.game], order, cause, now)


def convened(order: Convening, services: HostServices) -> Done[Any]:
    """Return the first record of the table of a tournament."""
    return convene(services.games[order.opened.setup.game], order, services.outside.now())
