"""The rules for names of people, and the placeholder for clients who have no name yet."""

import unicodedata
from typing import Final

from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.language import sentence
from protocol.text import BOT_SIGNS, clean_text
from server.host.limits import NAME_CELLS
from server.storage.store import Account
from server.tables.erasing import SOMEBODY
from server.tables.names import BOT_MARK, BOT_NAMES, is_legible, name_key, scripts_of

READER: Final = "You"  # The name by which every screen calls its own reader, in English.

RESERVED: Final = (
    *(READER, "admin", "administrator", "bot", "guest", "host", "moderator", "nobody", "operator", "root", "server"),
    *(SOMEBODY, "staff", "system", "Chi", "gwestai", "gwesteiwr", "gweinydd", "gweinyddwr", "neb", "rhywun"),
)
"""What screens and messages call their reader, the server, and those who run it, in every language."""


def fit_name(name: str) -> str:
    """Return a name as it is shown to others."""
    shown, problem = clean_name(name), ""
    key = name_key(shown)
    if not is_legible(shown):
        problem = NO_NAME
    elif any(unicodedata.category(one) in _BRACKETS or one in "<>" for one in shown + key):
        problem = sentence(
            "a name cannot have brackets, as screens mark bots and others with them: choose another name"
        )
    elif shown[0] in BOT_SIGNS:
        problem = sentence("a name cannot begin with {sign}, as screens mark bots: choose another name", sign=shown[0])
    elif len(scripts_of(shown)) > 1:
        problem = MIXED
    elif "".join(filter(str.isalnum, key)) in _RESERVED_KEYS:
        problem = sentence("{name} would pass for the server, or for its reader: choose another name", name=shown)
    if problem:
        raise RemoteProtocolError(ErrorCode.INVALID_NAME, problem)
    return shown


NO_NAME: Final = sentence("a name is needed: letters, digits or other visible characters")
MIXED: Final = sentence("the letters of a name belong to one script, such as Latin or Greek: choose another name")

_BRACKETS: Final = frozenset({"Ps", "Pe"})  # The Unicode categories of what opens and closes brackets.

_RESERVED_KEYS: Final = frozenset(map(name_key, RESERVED))


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
    """Return the refusal of a name that is, or looks like, that of another account."""
    text = sentence("the name {name} is taken, or looks like one that is: choose another name", name=name)
    return RemoteProtocolError(ErrorCode.INVALID_NAME, text)


NOBODY: Final = Account("nobody", "")  # The account of every client that has none yet.
