"""Accounts: whose a connection is by its greeting, the guests, whose do not last, and what people change of theirs."""

import asyncio
import base64
import contextlib
import hashlib
import hmac
import logging
from collections.abc import Callable, Coroutine, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from protocol.absence import SetAway
from protocol.daily import PlayDaily
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.identity import (
    MOST_SETTINGS,
    KeepSettings,
    KeyCode,
    KeyEntry,
    Keys,
    ListKeys,
    NameKey,
    OfferKey,
    Rename,
    Renamed,
    RevokeKey,
    SettingsKept,
    UseCode,
)
from protocol.language import sentence
from protocol.message import ClientCommand
from protocol.messages import Hello, JoinTable, LeaveTable, OpenTable
from protocol.seating import QuickTable, Rematch
from protocol.text import clean_text
from server.host.directory import TableDirectory
from server.host.limits import (
    BOTS,
    CONNECTIONS_OF_BOT,
    HEAVY_COST,
    NAME_CELLS,
    SEATS_OF_BOT,
    Headcount,
    Rate,
    TokenBucket,
    TokenBuckets,
)
from server.host.lobby import Blocks, LobbyService
from server.host.naming import NOBODY, READER, clean_name, fit_bot_name, fit_name, taken
from server.host.services import HostServices
from server.host.session import Handler, Handlers, Session, Sessions
from server.host.table_actor import TableActors
from server.host.terms import KEYLESS, Passport, Terms
from server.storage.database import Store
from server.storage.store import Account, Joining, Key, Revoking, StoreFault, Token
from server.tables.names import bot_account, is_bot_account, name_key, read_code
from server.typed_code import new_code, shown, typed

CODE_SECONDS: Final = 600
CODES: Final = 1000
"""The greatest number of valid codes, of all accounts together."""

_LENGTH: Final = 8
_BYTES: Final = 5


class CodeOffer(Struct, frozen=True):
    """What a valid code stands for."""

    account: str
    until: float
    """When the code expires, by the clock of the call that made it."""

    digest: bytes


class Codes:
    """The valid codes, one per account."""

    def __init__(self, entropy: Callable[[int], bytes]) -> None:
        """Begin with none; ``entropy`` is the only source of randomness."""
        self._entropy = entropy
        self._secret = entropy(32)
        self._offers: dict[bytes, CodeOffer] = {}
        self._of_account: dict[str, bytes] = {}
        self.in_use = Headcount()
        """Counts, by account, the codes that were taken and whose key is still being stored."""

    def make(self, account: str, now: float) -> str | None:
        """Return a new code for an account, and revoke its earlier one; None if there are too many codes."""
        self._tidy(now)
        self.end(account)
        if len(self._offers) >= CODES:
            return None
        code = new_code(self._entropy(_BYTES), _LENGTH)
        self._keep(CodeOffer(account, now + CODE_SECONDS, self._digest(code)))
        return shown(code)

    def take(self, code: str, now: float) -> CodeOffer | None:
        """Return the offer of a code and revoke the code; None if the code is not valid."""
        offer = self._offers.get(self._digest(typed(code)))
        if offer is None:
            return None
        self._drop(offer.digest)
        return offer if now < offer.until else None

    def give_back(self, offer: CodeOffer) -> None:
        """Restore a code that was taken, unless its account has a newer one."""
        if offer.account not in self._of_account:
            self._keep(offer)

    def holds(self, account: str, now: float) -> bool:
        """Return True if an account has a valid code, or a key is just being added to it by one."""
        if self.in_use[account]:
            return True
        return self.seconds_left(account, now) > 0

    def seconds_left(self, account: str, now: float) -> float:
        """Return for how long the code of an account is still valid; 0 if it has none."""
        digest = self._of_account.get(account)
        return max(0.0, self._offers[digest].until - now) if digest is not None else 0.0

    def end(self, account: str) -> None:
        """Revoke the code of an account, if it has one."""
        self._drop(self._of_account.get(account))

    def _keep(self, offer: CodeOffer) -> None:
        self._offers[offer.digest] = offer
        self._of_account[offer.account] = offer.digest

    def _drop(self, digest: bytes | None) -> None:
        offer = self._offers.pop(digest, None) if digest else None
        if offer is not None:
            del self._of_account[offer.account]

    def _tidy(self, now: float) -> None:
        for offer in [offer for offer in self._offers.values() if offer.until <= now]:
            self._drop(offer.digest)

    def _digest(self, code: str) -> bytes:
        return hmac.digest(self._secret, code.encode(errors="replace"), hashlib.sha256)


REVOKED: Final = "revoked"
"""The code of the goodbye to a connection whose key was revoked."""

KEYS: Final = 20
"""The greatest number of keys of one account."""

TRIES: Final = 5
"""Wrong codes that one connection may send."""

TRIES_OF_ADDRESS: Final = Rate(1 / 30, 10.0)
"""Codes that may be tried from one address."""

# With a thousand codes valid, guessing at this rate from everywhere finds one in thirty years.
TRIES_OF_ALL: Final = Rate(1.0, 60.0)
"""Codes that may be tried by all clients together."""


class Keyring:
    """The keys of accounts, the codes that bring another one, and the limits on trying them."""

    def __init__(self, services: HostServices, sessions: Sessions, blocks: Blocks) -> None:
        self._store = services.store
        self._outside = services.outside
        self._sessions = sessions
        self._blocks = blocks
        self.codes = Codes(services.outside.entropy)
        self._tries = TokenBuckets(TRIES_OF_ADDRESS)
        self._all_tries = TokenBucket(TRIES_OF_ALL, 0.0)
        self.handlers: Handlers = {
            ListKeys: Handler(self._list, nameless=True),
            NameKey: Handler(self._name),
            RevokeKey: Handler(self._revoke),
            OfferKey: Handler(self._offer),
            UseCode: Handler(self._use, nameless=True),
        }

    async def _list(self, session: Session, message: ClientCommand) -> Keys:
        keys = await self._store.keys(session.account.id)
        entries = (KeyEntry(key.id, key.added_at, key.name, key.id == session.key) for key in keys)
        return Keys(message.id, session.account.name, tuple(entries))

    async def _name(self, session: Session, message: NameKey) -> Keys:
        if not await self._store.label(session.account.id, message.key, _label(message.name)):
            raise _no_such_key()
        return await self._list(session, message)

    async def _revoke(self, session: Session, message: RevokeKey) -> Keys | None:
        """Revoke a key and disconnect its sessions; a caller who is one gets the answer before the goodbye."""
        match await self._store.revoke(session.account.id, message.key, last=message.last):
            case Revoking.UNKNOWN:
                raise _no_such_key()
            case Revoking.LAST:
                text = sentence(
                    "nobody can come back to the account without this key: revoke it as the last key if you want that"
                )
                raise RemoteProtocolError(ErrorCode.LAST_KEY, text)
        _log.info("%s has revoked the key %s", session.account.id, message.key)
        # A code that a session with this very key has asked for must not bring the key's holder back.
        self.codes.end(session.account.id)
        for other in self._sessions.with_key(message.key):
            if other is not session:
                other.part(REVOKED, sentence("the key of this connection was revoked from another one"))
        keys = await self._list(session, message)
        if session.key != message.key:
            return keys
        session.say(keys)
        session.part(REVOKED, sentence("you have revoked the key of this connection"))
        return None

    async def _offer(self, session: Session, message: OfferKey) -> KeyCode:
        code = self.codes.make(session.account.id, _now())
        if code is None:
            text = sentence("too many codes are in use just now: ask again in ten minutes")
            raise RemoteProtocolError(ErrorCode.TOO_MANY, text)
        return KeyCode(message.id, code, CODE_SECONDS)

    async def _use(self, session: Session, message: UseCode) -> Keys:
        if not session.key:
            raise RemoteProtocolError(ErrorCode.KEY_NEEDED, KEYLESS)
        if session.account != NOBODY:
            raise _key_taken(session.account.name)
        if session.wrong_codes >= TRIES or not self._may_try(session.address, _now()):
            text = sentence("too many codes have been tried: wait some minutes, come back, and use a new one")
            raise RemoteProtocolError(ErrorCode.TOO_MANY, text)
        offer = self.codes.take(message.code, _now())
        if offer is None:
            raise _invalid(session)
        await self._join(session, message.name, offer)
        await self._blocks.come(session)
        return await self._list(session, message)

    def _may_try(self, address: str, now: float) -> bool:
        """Count an attempt with a code from this address; return True if it is within the limits."""
        # Check the address first: one that has tried too often must not use up the limit of all the others.
        return self._tries.take(address, 1.0, now) and self._all_tries.take(1.0, now)

    async def _join(self, session: Session, name: str, offer: CodeOffer) -> None:
        """Add the key to the account; a code that failed because this key is taken stays valid for another key."""
        key = Key(session.key, _label(name), self._outside.now())
        with self.codes.in_use.counted(offer.account):
            outcome = await self._store.join(offer.account, key, KEYS)
        holder = await self._store.keyholder(key.id)
        if outcome is Joining.TAKEN and holder is not None:
            self.codes.give_back(offer)
            raise _key_taken(holder.name)
        if outcome is Joining.FULL:
            text = sentence("the account has {n} keys: revoke one of them there first, then ask for a new code", n=KEYS)
            raise RemoteProtocolError(ErrorCode.TOO_MANY, text)
        if outcome is not Joining.JOINED or holder is None:
            raise _invalid(session)
        session.account = holder
        # Every connection of an account that has a key now is that of an account: a guest is none any more.
        for other in self._sessions.of_account(holder.id):
            other.account = holder
        _log.info("%s has another key, %s", holder.id, key.id)


def _now() -> float:
    return asyncio.get_running_loop().time()


def _label(name: str) -> str:
    return clean_text(name, cells=NAME_CELLS)


def _invalid(session: Session) -> RemoteProtocolError:
    session.wrong_codes += 1
    text = sentence(
        "this code is not valid: each works once, within {minutes} minutes; ask for a new one",
        minutes=CODE_SECONDS // 60,
    )
    return RemoteProtocolError(ErrorCode.INVALID_CODE, text)


def _no_such_key() -> RemoteProtocolError:
    text = sentence("your account has no such key: list the keys to see which it has")
    return RemoteProtocolError(ErrorCode.UNKNOWN_KEY, text)


def _key_taken(name: str) -> RemoteProtocolError:
    text = sentence(
        "this key is that of {name} here: revoke it there first, come back with it, and use the code then", name=name
    )
    return RemoteProtocolError(ErrorCode.KEY_TAKEN, text)


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
