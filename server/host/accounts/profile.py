"""What people change of their accounts: the nickname, and the settings."""

import asyncio
import logging
from typing import Final

from msgspec.structs import replace

from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.language import sentence
from protocol.settings import MOST_SETTINGS, KeepSettings, SettingsKept
from server.host.accounts.blocks import Blocks
from server.host.accounts.guests import Guests
from server.host.accounts.naming import fit_bot_name, fit_name, taken
from server.host.limits import Rate, TokenBuckets
from server.host.lobby.service import LobbyService
from server.host.session import Session, Sessions
from server.storage.database import Store
from server.storage.store import Account
from server.tables.names import is_bot_account

_log = logging.getLogger(__name__)

RENAMES: Final = Rate(1 / 3600, 3.0)
"""Nicknames that one account may take: whoever changes it all the time cannot be known, nor ignored."""


class Renaming:
    """Gives accounts other nicknames, in all their connections at once."""

    def __init__(self, guests: Guests, sessions: Sessions, blocks: Blocks, lobby: LobbyService) -> None:
        self._guests = guests
        self._sessions = sessions
        self._blocks = blocks
        self._lobby = lobby
        self._renames = TokenBuckets(RENAMES)

    async def rename(self, account: Account, name: str) -> str:
        """Return the new nickname of an account, once it is stored.

        Raises:
            RemoteProtocolError: the name is not allowed or not free, or the account has changed it too often.
        """
        fit = fit_bot_name(name) if is_bot_account(account.id) else fit_name(name)
        if fit == account.name:
            return fit
        if not self._renames.take(account.id, 1.0, asyncio.get_running_loop().time()):
            text = sentence(
                "you have changed your name {n} times lately: keep this one for an hour", n=f"{RENAMES.at_once:.0f}"
            )
            raise RemoteProtocolError(ErrorCode.TOO_MANY, text)
        if not await self._guests.claim(replace(account, name=fit), None):
            self._renames.give(account.id, 1.0)
            raise taken(fit)
        _log.info("%s has another name", account.id)
        for session in self._sessions.of_account(account.id):
            session.account = replace(session.account, name=fit)
            self._blocks.rename(session.account)
            self._lobby.online.rename(session.account)
        return fit


async def keep_settings(store: Store, session: Session, message: KeepSettings) -> SettingsKept:
    """Store the settings of a connection, and return all that hold on it."""
    account, key = session.account.id, session.key
    if not await store.keep_settings(account, message.account, key, message.device, MOST_SETTINGS):
        text = sentence("an account keeps at most {n} settings: forget some of them first", n=MOST_SETTINGS)
        raise RemoteProtocolError(ErrorCode.TOO_MANY, text)
    return SettingsKept(message.id, await store.settings(account, key))
