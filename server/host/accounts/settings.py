"""The settings of accounts and of their keys: opaque texts, bounded in size and number."""

from protocol.errors import ErrorCode
from protocol.language import sentence
from protocol.messages import Refused
from protocol.sentences import refused
from protocol.settings import MOST_SETTINGS, KeepSettings, SettingsKept
from protocol.vocabulary import View
from server.host.session import Session
from server.storage.store import AccountStore


async def keep_settings(store: AccountStore, session: Session, message: KeepSettings) -> SettingsKept | Refused[View]:
    """Store the settings of a connection, and return all that hold on it."""
    account, key = session.account.id, session.key
    if not await store.keep_settings(account, message.account, key, message.device, MOST_SETTINGS):
        text = sentence("an account keeps at most {n} settings: forget some of them first", n=MOST_SETTINGS)
        return refused(message.id, ErrorCode.TOO_MANY, text)
    return SettingsKept(message.id, await store.settings(account, key))
