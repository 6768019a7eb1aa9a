"""The rules for names of people, and the placeholder for clients who have no name yet."""

from typing import Final

from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.language import sentence
from protocol.text import BOT_SIGNS, clean_text
from server.host.limits import NAME_CELLS
from server.storage.store import Account
from server.tables.names import BOT_MARK, BOT_NAMES, is_marked, name_key

READER: Final = "You"
"""The name by which every screen calls its own reader, in English."""

_READERS: Final = (READER, "Chi")
"""That name in every language."""


def fit_name(name: str) -> str:
    """Return a name as it is shown to others.

    Raises:
        RemoteProtocolError: the name is empty or not allowed.
    """
    shown = clean_name(name)
    if not shown:
        text = sentence("a name is needed: letters, digits or other visible characters")
        raise RemoteProtocolError(ErrorCode.INVALID_NAME, text)
    if is_marked(shown):
        text = sentence("a name that ends in (bot), (left) or (gadawodd) would pass for a bot's: choose another name")
        raise RemoteProtocolError(ErrorCode.INVALID_NAME, text)
    if shown[0] in BOT_SIGNS:
        text = sentence("a name cannot begin with {sign}, as screens mark bots: choose another name", sign=shown[0])
        raise RemoteProtocolError(ErrorCode.INVALID_NAME, text)
    reader = next((reader for reader in _READERS if name_key(shown) == name_key(reader)), None)
    if reader is not None:
        text = sentence("{name} is what every screen calls its own reader: choose another name", name=reader)
        raise RemoteProtocolError(ErrorCode.INVALID_NAME, text)
    return shown


_HOUSE_NAMES: Final = frozenset(map(name_key, BOT_NAMES))


def fit_bot_name(name: str) -> str:
    """Return the name of a bot that somebody brings, as it is shown to others: with the mark of a bot.

    Raises:
        RemoteProtocolError: the name is empty or not allowed, or one of those of the bots of the house.
    """
    own = clean_text(fit_name(name.removesuffix(BOT_MARK)), cells=NAME_CELLS - len(BOT_MARK))
    if name_key(own) in _HOUSE_NAMES:
        text = sentence("{name} is what a bot of the house is called: choose another name", name=own)
        raise RemoteProtocolError(ErrorCode.INVALID_NAME, text)
    return own + BOT_MARK


def clean_name(name: str) -> str:
    """Return a name without characters that would disturb a terminal; empty if nothing is left."""
    return clean_text(name, cells=NAME_CELLS)


def taken(name: str) -> RemoteProtocolError:
    """Return the refusal of a name that belongs to another account."""
    return RemoteProtocolError(
        ErrorCode.INVALID_NAME, sentence("somebody else here is called {name}: choose another name", name=name)
    )


NOBODY: Final = Account("nobody", "")
"""The account of every client that has none yet."""
