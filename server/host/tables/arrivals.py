"""What people who come to a table ask for, with what the table keeps of their accounts: to sit down, or to open it."""

from typing import Any

from protocol.messages import OpenTable
from server.host.services import HostServices
from server.host.tables.timers import SEED_BYTES
from server.storage.store import Account
from server.tables.commands import Done, Sit
from server.tables.log import Cause, cause_of
from server.tables.opening import TableOpening, open_table


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
