"""Which names people may have."""

from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.text import clean_text
from server.host.limits import NAME_CELLS
from server.tables.names import is_marked


def fit_name(name: str) -> str:
    """Give a name as it is shown to others.

    Raises:
        RemoteProtocolError: nobody may be called so.
    """
    shown = clean_name(name)
    if not shown:
        text = "a name is needed: letters, digits or other visible signs"
        raise RemoteProtocolError(ErrorCode.INVALID_NAME, text)
    if is_marked(shown):
        text = "a name that ends in (bot) or (left) would pass for a bot's: choose another name"
        raise RemoteProtocolError(ErrorCode.INVALID_NAME, text)
    return shown


def clean_name(name: str) -> str:
    """Give a name without what would trouble a screen; nothing if nothing is left."""
    return clean_text(name, cells=NAME_CELLS)


def taken(name: str) -> RemoteProtocolError:
    """Give the refusal of a name that somebody has."""
    return RemoteProtocolError(ErrorCode.INVALID_NAME, f"somebody else here is called {name}: choose another name")
