"""The placeholder for clients without an account, and the messages open to them."""

from typing import Final

from protocol.archive import ListGames, ReadRecord, ReadReplay, ReadStatistics
from protocol.identity import ListKeys, UseCode
from protocol.lobby import EnterLobby, LeaveLobby
from protocol.messages import FromClient, ListTables, Ping, ReadRules, ReadTable
from server.storage.store import Account

NOBODY: Final = Account("nobody", "")
"""The account of every client that has none yet."""

_ASKING: Final = (
    Ping,
    ListTables,
    ReadRules,
    ReadTable,
    ListGames,
    ReadRecord,
    ReadReplay,
    ListKeys,
    UseCode,
    EnterLobby,
    LeaveLobby,
    ReadStatistics,
)


def may_ask(account: Account, message: FromClient) -> bool:
    """Return True if the account may send this message: every account may send all, NOBODY only some."""
    return account != NOBODY or isinstance(message, _ASKING)
