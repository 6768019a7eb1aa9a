"""Who somebody is: names, tokens, and the greeting that binds a connection to an account."""

import base64
import hashlib
import hmac
from typing import Final

from msgspec import Struct

from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.messages import Hello
from protocol.text import clean_text
from server.host.house import House
from server.host.limits import NAME_CELLS
from server.host.terms import Terms
from server.storage.people import Account, Token
from server.tables.names import is_bot_name

NAMELESS: Final = "You"
"""What the owner of this machine is called until they say otherwise."""

_ID_BYTES: Final = 9
_SECRET_BYTES: Final = 32


class Admitted(Struct, frozen=True):
    """Somebody whose greeting was accepted."""

    account: Account
    """Who."""

    token: str = ""
    """The token of a new account: told once, kept nowhere."""


async def admit(house: House, terms: Terms, hello: Hello) -> Admitted:
    """Say who greets.

    Raises:
        RemoteProtocolError: the token belongs to nobody, or the name cannot be had.
        StoreFault: the accounts cannot be read or written.
    """
    if terms.account is not None:
        return Admitted(await _owner(house, terms.account, hello))
    if hello.token:
        return Admitted(await _known(house, hello.token))
    return await _newcomer(house, hello)


async def _owner(house: House, account: str, hello: Hello) -> Account:
    """Give the account of the owner, renamed if the greeting says so."""
    known = await house.store.account(account)
    name = _clean(hello.name) or (known.name if known else NAMELESS)
    owner = Account(account, name)
    if owner != known and not await house.store.register(owner, None):
        raise _taken(name)
    return owner


async def _known(house: House, token: str) -> Account:
    """Give the account that a token proves."""
    public, _, secret = token.partition(".")
    credential = await house.store.credential(public)
    # Also compared where there is no such token, so that the time taken tells nothing.
    kept = credential.token.digest if credential else bytes(32)
    if not hmac.compare_digest(kept, _digest(secret)) or credential is None:
        text = "the token belongs to no account here: come without it, with a name, to make a new one"
        raise RemoteProtocolError(ErrorCode.UNKNOWN_TOKEN, text)
    return credential.account


async def _newcomer(house: House, hello: Hello) -> Admitted:
    """Make a new account and its token."""
    name = _clean(hello.name)
    if not name:
        text = "a name is needed: letters, digits or other visible signs"
        raise RemoteProtocolError(ErrorCode.INVALID_NAME, text)
    if is_bot_name(name):
        text = f"{name} is what a bot of the house is called: choose another name"
        raise RemoteProtocolError(ErrorCode.INVALID_NAME, text)
    account = Account(_word(house, _ID_BYTES), name)
    public, secret = _word(house, _ID_BYTES), _word(house, _SECRET_BYTES)
    if not await house.store.register(account, Token(public, _digest(secret))):
        raise _taken(name)
    return Admitted(account, f"{public}.{secret}")


def _clean(name: str) -> str:
    """Give a name as it is shown to others."""
    return clean_text(name, cells=NAME_CELLS)


def _taken(name: str) -> RemoteProtocolError:
    """Give the refusal of a name that somebody has."""
    return RemoteProtocolError(ErrorCode.INVALID_NAME, f"somebody else here is called {name}: choose another name")


def _word(house: House, size: int) -> str:
    """Give a random word of so many bytes that can stand in a file name or a link."""
    return base64.urlsafe_b64encode(house.outside.entropy(size)).rstrip(b"=").decode("ascii")


def _digest(secret: str) -> bytes:
    """Give what is kept of a secret: with 256 random bits in it, a plain hash cannot be turned round."""
    return hashlib.sha256(secret.encode()).digest()
