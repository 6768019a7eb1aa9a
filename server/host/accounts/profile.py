"""What people change of their accounts: the nickname, and the settings."""

import asyncio
import logging
from typing import Final

from msgspec.structs import replace

from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.identity import Rename, Renamed
from protocol.language import sentence
from protocol.settings import MOST_SETTINGS, KeepSettings, SettingsKept
from server.host.accounts.blocks import Blocks
from server.host.accounts.guests import Guests
from server.host.accounts.naming import fit_bot_name, fit_name, taken
from server.host.limits import HEAVY_COST, Rate, TokenBuckets
from server.host.lobby.service import LobbyService
from server.host.session import Handler, Handlers, Session, Sessions
from server.storage.database import Store
from server.storage.store import Account
from server.tables.names import is_bot_account

_log = logging.getLogger(__name__)

RENAMES: Final = Rate(1 / 3600, 3.0)
"""Nicknames that one account may take: whoever changes it all the time cannot be known, nor ignored."""


class Profile:
    """Gives accounts other nicknames, in all their connections at once, and keeps their settings."""

    def __init__(self, store: Store, guests: Guests, sessions: Sessions, blocks: Blocks, lobby: LobbyService) -> None:
        self._store = store
        self._guests = guests
        self._sessions = sessions
        self._blocks = blocks
        self._lobby = lobby
        self._renames = TokenBuckets(RENAMES)
        self.handlers: Handlers = {
            Rename: Handler(self._rename),
            KeepSettings: Handler(self._keep_settings, HEAVY_COST),
        }

    async def _rename(self, session: Session, message: Rename) -> Renamed:
        account = session.account
        fit = fit_bot_name(message.name) if is_bot_account(account.id) else fit_name(message.name)
        if fit != account.name:
            await self._change_name(account, fit)
        return Renamed(message.id, fit)

    async def _change_name(self, account: Account, fit: str) -> None:
        """Give an account another nickname.

        Raises:
            RemoteProtocolError: the name is not free, or the account has changed it too often.
        """
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

    async def _keep_settings(self, session: Session, message: KeepSettings) -> SettingsKept:
        """Store the settings of a connection, and return all that hold on it."""
        account, key = session.account.id, session.key
        if not await self._store.keep_settings(account, message.account, key, message.device, MOST_SETTINGS):
            text = sentence("an account keeps at most {n} settings: forget some of them first", n=MOST_SETTINGS)
            raise RemoteProtocolError(ErrorCode.TOO_MANY, text)
        return SettingsKept(message.id, await self._store.settings(account, key))
