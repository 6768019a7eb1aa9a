"""Admission: binds a connection to an account, from its greeting."""

import base64
import hashlib
import hmac
from typing import Final

from msgspec import Struct

from protocol.daily import PlayDaily
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.language import sentence
from protocol.messages import Hello, JoinTable, OpenTable
from protocol.seating import QuickTable, Rematch
from server.host.accounts.guests import Guests
from server.host.accounts.naming import NOBODY, READER, clean_name, fit_bot_name, fit_name, taken
from server.host.limits import BOTS, CONNECTIONS_OF_BOT, SEATS_OF_BOT
from server.host.lobby.directory import TableDirectory
from server.host.services import HostServices
from server.host.session import Sessions
from server.host.terms import Passport, Terms
from server.storage.store import Account, Key, Token
from server.tables.names import bot_account, is_bot_account, name_key, read_code

NAMELESS: Final = READER
"""The name of the owner of this machine until they choose one."""

_ID_BYTES: Final = 9
_SECRET_BYTES: Final = 32


class Admitted(Struct, frozen=True):
    """An accepted greeting."""

    account: Account
    token: str = ""
    """The token of a new account: sent once and never stored."""


async def admit(services: HostServices, guests: Guests, terms: Terms, hello: Hello) -> Admitted:
    """Return the account of a client that greets, created if need be.

    Raises:
        RemoteProtocolError: no account has this token, the name is missing or not available, or a bot comes as a
            person or as a guest.
    """
    admitted = await _admit(services, guests, terms, hello)
    if hello.bot and not is_bot_account(admitted.account.id):
        text = sentence("{name} is the account of a person: give the bot one of its own", name=admitted.account.name)
        raise RemoteProtocolError(ErrorCode.INVALID_NAME, text)
    return admitted


async def _admit(services: HostServices, guests: Guests, terms: Terms, hello: Hello) -> Admitted:
    if terms.passport is not None:
        return Admitted(await _vouched(services, guests, terms.passport, hello))
    if terms.account is not None:
        return Admitted(await _owner(services, terms.account, hello))
    if hello.token:
        return Admitted(await _known(services, hello.token))
    return await _newcomer(services, guests, hello)


async def _vouched(services: HostServices, guests: Guests, passport: Passport, hello: Hello) -> Account:
    """Return the account of a client whom a front has identified; a token in its greeting is ignored."""
    known = await _bearer(services, guests, passport)
    if known is not None:
        return known
    if passport.looks:
        return NOBODY
    if not hello.name:
        text = sentence("you are new here: come again with a name")
        raise RemoteProtocolError(ErrorCode.NAME_NEEDED, text)
    if hello.bot and not passport.key:
        text = sentence("a bot cannot be a guest: give it an SSH key of its own")
        raise RemoteProtocolError(ErrorCode.KEY_NEEDED, text)
    account = _named(hello, _new_id(services, passport), guest=not passport.key)
    proof = Key(passport.key, "", services.outside.now()) if passport.key else None
    if await guests.claim(account, proof):
        return account
    # The same key may have come twice at once: then the first connection has created the account for both.
    known = await _bearer(services, guests, passport)
    if known is None:
        raise taken(account.name)
    return known


async def _bearer(services: HostServices, guests: Guests, passport: Passport) -> Account | None:
    """Return the account that a passport proves, if it exists already."""
    if passport.key:
        return await services.store.keyholder(passport.key)
    return await guests.known(_guest_id(passport.ticket)) if passport.ticket else None


def _new_id(services: HostServices, passport: Passport) -> str:
    """Return the id for a new account; a guest with a ticket gets the same id on every return."""
    if passport.ticket and not passport.key:
        return _guest_id(passport.ticket)
    return _word(services, _ID_BYTES)


def _guest_id(ticket: str) -> str:
    """Return the id of the guest with this ticket; the ticket cannot be derived from it."""
    return f"guest {_digest(ticket).hex()[: 4 * _ID_BYTES]}"


def _named(hello: Hello, id: str, *, guest: bool = False) -> Account:
    """Return a new account, of a person or of a bot as the greeting says."""
    return Account(bot_account(id), fit_bot_name(hello.name)) if hello.bot else Account(id, fit_name(hello.name), guest)


async def _owner(services: HostServices, account: str, hello: Hello) -> Account:
    if hello.bot:
        # Several bots may try themselves on this machine: they are told apart by their names.
        return await _registered(services, _named(hello, f"{account} {name_key(clean_name(hello.name))}"))
    known = await services.store.account(account)
    name = clean_name(hello.name) or (known.name if known else NAMELESS)
    return await _registered(services, Account(account, name))


async def _registered(services: HostServices, account: Account) -> Account:
    """Store an account that needs no proof, if it is new or has another name."""
    known = await services.store.account(account.id)
    if account != known and not await services.store.register(account, None):
        raise taken(account.name)
    return account


async def _known(services: HostServices, token: str) -> Account:
    public, _, secret = token.partition(".")
    credential = await services.store.credential(public)
    # Compare digests also if there is no such token, so that the time taken reveals nothing.
    kept = credential.token.digest if credential else bytes(32)
    if not hmac.compare_digest(kept, _digest(secret)) or credential is None:
        text = sentence("the token belongs to no account here: come without it, with a name, to make a new one")
        raise RemoteProtocolError(ErrorCode.UNKNOWN_TOKEN, text)
    return credential.account


async def _newcomer(services: HostServices, guests: Guests, hello: Hello) -> Admitted:
    account = _named(hello, _word(services, _ID_BYTES))
    public, secret = _word(services, _ID_BYTES), _word(services, _SECRET_BYTES)
    if not await guests.claim(account, Token(public, _digest(secret))):
        raise taken(account.name)
    return Admitted(account, f"{public}.{secret}")


def _word(services: HostServices, size: int) -> str:
    """Return a random word from this number of bytes, safe in file names and links."""
    return base64.urlsafe_b64encode(services.outside.entropy(size)).rstrip(b"=").decode("ascii")


def _digest(secret: str) -> bytes:
    """Return the stored form of a secret: it has 256 random bits, so a plain hash cannot be reversed."""
    return hashlib.sha256(secret.encode()).digest()


SeatWish = OpenTable | QuickTable | Rematch | PlayDaily | JoinTable
"""What somebody asks who wants a seat."""


def check_bots(sessions: Sessions) -> None:
    """Check that the server has room for another bot, before it gets an account."""
    if sum(is_bot_account(session.account.id) for session in sessions) >= BOTS:
        raise RemoteProtocolError(ErrorCode.TOO_MANY, sentence("the server has no room for another bot: come later"))


def check_connections(sessions: Sessions, account: Account) -> None:
    """Check that a bot, also one that does not say so, has no more connections than one and all of them may have."""
    if not is_bot_account(account.id):
        return
    check_bots(sessions)
    if len(sessions.of_account(account.id)) >= CONNECTIONS_OF_BOT:
        text = sentence("this bot has {n} connections already: end one of them first", n=CONNECTIONS_OF_BOT)
        raise RemoteProtocolError(ErrorCode.TOO_MANY, text)


def check_seat(directory: TableDirectory, account: str, message: SeatWish) -> None:
    """Check that an account may go to a table: a bot names it, and has only so many seats.

    Raises:
        RemoteProtocolError: a bot wants what is for people, or has a seat at too many tables.
    """
    if not is_bot_account(account):
        return
    if isinstance(message, PlayDaily):
        text = sentence("the deal of the day is for people: a bot opens a table of its own")
        raise RemoteProtocolError(ErrorCode.NOT_NOW, text, message.id)
    if isinstance(message, QuickTable):
        text = sentence("a quick game is for people: a bot joins a table by its code, or opens one")
        raise RemoteProtocolError(ErrorCode.NOT_NOW, text, message.id)
    seats = directory.seated_at(account)
    back = isinstance(message, JoinTable) and read_code(message.table) in seats
    if len(seats) >= SEATS_OF_BOT and not back:
        text = sentence("this bot has a seat at {n} tables already: it finishes a game first", n=SEATS_OF_BOT)
        raise RemoteProtocolError(ErrorCode.TOO_MANY, text, message.id)
