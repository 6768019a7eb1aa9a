"""Accounts: whose a connection is by its greeting, the guests, whose do not last, and what people change of theirs."""

import asyncio
import base64
import contextlib
import hashlib
import hmac
import logging
from collections.abc import Coroutine, Iterator
from typing import Final

from msgspec.structs import replace

from protocol.absence import SetAway
from protocol.daily import PlayDaily
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.identity import Rename, Renamed
from protocol.language import sentence
from protocol.messages import Hello, JoinTable, LeaveTable, OpenTable
from protocol.seating import QuickTable, Rematch
from protocol.settings import MOST_SETTINGS, KeepSettings, SettingsKept
from server.host.blocks import Blocks
from server.host.directory import TableDirectory
from server.host.keys import Codes
from server.host.limits import BOTS, CONNECTIONS_OF_BOT, HEAVY_COST, SEATS_OF_BOT, Headcount, Rate, TokenBuckets
from server.host.lobby import LobbyService
from server.host.naming import NOBODY, READER, clean_name, fit_bot_name, fit_name, taken
from server.host.services import HostServices
from server.host.session import Handler, Handlers, Session, Sessions
from server.host.table_actor import TableActors
from server.host.terms import Passport, Terms
from server.storage.database import Store
from server.storage.store import Account, Key, StoreFault, Token
from server.tables.names import bot_account, is_bot_account, name_key, read_code

_log = logging.getLogger(__name__)

MAX_ID: Final = 2**63 - 1

LARGEST_ID: Final = MAX_ID - 3
"""The greatest command id of a client: above it are those by which a guest who does not come back gets up."""

ANY_ID: Final = MAX_ID - 2
"""Stands for the last command of a guest or a connection of which it is not known.

A guest who does not come back gets up by commands with greater ids.
"""

RETURN_SECONDS: Final = 120.0
"""Seconds that the guests of an earlier run have to return; their fronts may still be connected to them."""


class Guests:
    """Registers guests, and deletes those who have left."""

    def __init__(self, services: HostServices, actors: TableActors, sessions: Sessions, codes: Codes) -> None:
        self._store = services.store
        self._directory = actors.directory
        self._actors = actors
        self._sessions = sessions
        self._codes = codes
        # Guests who are being admitted must not be deleted; afterwards they have a session at once, or none at all.
        self._arriving = Headcount()
        self._waiting: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Start to delete the guests of an earlier run: at once those without a seat, later the others."""
        guests = await self._store.guests()
        if guests:
            self._wait(self._await_strays(guests))

    async def close(self) -> None:
        """Stop waiting for guests who may return."""
        for task in self._waiting:
            task.cancel()
        await asyncio.gather(*self._waiting, return_exceptions=True)

    def _wait(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def claim(self, account: Account, proof: Token | Key | None) -> bool:
        """Store a new account; return False if its name or key belongs to another account that is still in use."""
        with self._arriving.counted(account.id):
            if await self._store.register(account, proof):
                return True
            holder = await self._store.named(account.name)
            if holder is not None:
                await self._release(holder)
            return await self._store.register(account, proof)

    async def known(self, account: str) -> Account | None:
        """Return a guest who was here before, if their account still exists."""
        with self._arriving.counted(account):
            return await self._store.account(account)

    async def see_off(self, session: Session, last: int) -> None:
        """Let a guest who has left give up their seats, and delete them; ``last`` is their greatest command id."""
        guest = session.account
        if not guest.guest:
            return
        with _noted():
            if await self._gone_for_good(guest):
                await self._get_up(session, last)
            await self._release(guest)
        left = self._codes.seconds_left(guest.id, asyncio.get_running_loop().time())
        if left > 0 and not self._is_here(guest):
            self._wait(self._see_off_later(guest, last, left))

    async def _see_off_later(self, guest: Account, last: int, seconds: float) -> None:
        """See a guest off once their code has expired, unless they are back."""
        await asyncio.sleep(seconds)
        if not self._is_here(guest):
            await self.see_off(Session(guest), last)

    def _is_here(self, guest: Account) -> bool:
        return self._arriving[guest.id] > 0 or self._sessions.has(guest.id)

    async def _await_strays(self, guests: tuple[Account, ...]) -> None:
        """Delete guests without a seat; give the others time to return, then free the seats of those who have not.

        The server does not wait for this task: a store that can be read but not written is good enough to serve.
        """
        with _noted():
            for guest in guests:
                await self._release(guest)
        await asyncio.sleep(RETURN_SECONDS)
        for guest in guests:
            if not self._is_here(guest) and self._directory.seated_at(guest.id):
                await self.see_off(Session(guest), ANY_ID)

    async def _gone_for_good(self, guest: Account) -> bool:
        """Return True if a guest cannot return: their account has no key and no valid code to add one."""
        if self._codes.holds(guest.id, asyncio.get_running_loop().time()):
            return False
        known = await self._store.account(guest.id)
        return known is not None and known.guest

    async def _get_up(self, session: Session, last: int) -> None:
        """Let a guest leave all their tables as if by a command: otherwise others would wait for them for ever."""
        for table in self._directory.seated_at(session.account.id):
            if self._sessions.has(session.account.id):
                return
            await self._actors.of(table).see_off(session, LeaveTable(last + 1))
            if self._directory.sits(table, session.account.id):
                # At a correspondence table a player who leaves keeps the seat; a bot plays only for one who is away.
                await self._actors.of(table).see_off(session, SetAway(last + 2, away=True))

    async def _release(self, account: Account) -> None:
        """Delete a guest who is neither connected nor at a table."""
        if account.guest and not self._is_here(account) and not self._directory.seated_at(account.id):
            await self._store.forget(account.id)


@contextlib.contextmanager
def _noted() -> Iterator[None]:
    """Log a store fault and go on: deletion is tried again when the name is wanted, and at the next start."""
    try:
        yield
    except StoreFault:
        _log.exception("a guest cannot be forgotten")


NAMELESS: Final = READER
"""The name of the owner of this machine until they choose one."""

_ID_BYTES: Final = 9
_SECRET_BYTES: Final = 32


async def admit(services: HostServices, guests: Guests, terms: Terms, hello: Hello) -> tuple[Account, str]:
    """Return the account of a client that greets, created if need be, and a new one's token: sent once, never stored.

    Raises:
        RemoteProtocolError: no account has this token, the name is missing or not available, or a bot comes as a
            person or as a guest.
    """
    token = ""
    if terms.passport is not None:
        account = await _vouched(services, guests, terms.passport, hello)
    elif terms.account is not None:
        account = await _owner(services, terms.account, hello)
    elif hello.token:
        account = await _known(services, hello.token)
    else:
        account, token = await _newcomer(services, guests, hello)
    if hello.bot and not is_bot_account(account.id):
        text = sentence("{name} is the account of a person: give the bot one of its own", name=account.name)
        raise RemoteProtocolError(ErrorCode.INVALID_NAME, text)
    return account, token


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
    account, kept = credential or (None, bytes(32))
    if not hmac.compare_digest(kept, _digest(secret)) or account is None:
        text = sentence("the token belongs to no account here: come without it, with a name, to make a new one")
        raise RemoteProtocolError(ErrorCode.UNKNOWN_TOKEN, text)
    return account


async def _newcomer(services: HostServices, guests: Guests, hello: Hello) -> tuple[Account, str]:
    account = _named(hello, _word(services, _ID_BYTES))
    public, secret = _word(services, _ID_BYTES), _word(services, _SECRET_BYTES)
    if not await guests.claim(account, Token(public, _digest(secret))):
        raise taken(account.name)
    return account, f"{public}.{secret}"


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
