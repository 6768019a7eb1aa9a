"""Somebody without an account: welcome where a front says that they only look, and what they may ask."""

from typing import Final

from protocol.archive import ListGames, ReadRecord, ReadReplay, ReadStatistics
from protocol.identity import ListKeys, UseCode
from protocol.lobby import EnterLobby, LeaveLobby
from protocol.messages import FromClient, ListTables, Ping
from protocol.reading import ReadRules, ReadTable
from server.storage.store import Account

NOBODY: Final = Account("nobody", "")
"""Who is still without an account."""

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
    """Say whether a message is for somebody without a name too, if this is one."""
    return account != NOBODY or isinstance(message, _ASKING)
